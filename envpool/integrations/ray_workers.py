# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The actors of a `RemotePool`: starting them, and replacing those that die."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import ray
from ray import exceptions

from envpool.integrations.ray_actor import Batch, PoolActor, PoolRecipe
from envpool.integrations.ray_batches import copied, rows_of_lost
from envpool.integrations.ray_calls import ActorLostError, Loss, Request, Worker
from envpool.python.errors import EnvPoolError

__all__ = ["Workers"]

# What tells that an actor, its machine or a result on that machine is gone.
_GONE = (exceptions.RayActorError, exceptions.ObjectLostError)
_ATTEMPTS = 3


class Workers:
    """All actors of a pool.

    Args:
      recipe: of their pools.
      workers: not started yet.
      options: for Ray, of each actor.
      timeout: how many seconds the start of an actor may take.

    Raises:
      ActorLostError: the actors do not start in time, or die at once.
      EnvPoolError: what an actor's pool raised.
    """

    def __init__(
        self,
        recipe: PoolRecipe,
        workers: list[Worker],
        options: dict[str, Any],
        timeout: float,
    ) -> None:
        self.all = workers
        self.losses: list[Loss] = []
        self._recipe = recipe
        self._timeout = timeout
        num_envs = sum(len(worker.env_ids) for worker in workers)
        self.pending = np.zeros(num_envs, np.bool_)
        self._since = np.zeros(num_envs, np.int32)  # steps that would be lost
        self._lost = np.zeros(num_envs, np.int32)  # not reported yet
        self._class = ray.remote(PoolActor).options(
            **{"num_cpus": 1, "scheduling_strategy": "SPREAD", **options},
            max_restarts=0,
            max_task_retries=0,
        )
        try:
            self._start(workers)
        except (*_GONE, exceptions.GetTimeoutError) as error:
            self.close()
            raise ActorLostError(
                f"the actors did not start: {error}", list(range(num_envs))
            ) from error
        except BaseException:
            self.close()
            raise

    def _start(self, workers: list[Worker]) -> None:
        for worker in workers:
            worker.actor = self._class.remote()
        machines = self.get([worker.actor.machine.remote() for worker in workers])
        # On each machine, an actor gets a number that is free there.
        here = Counter(machines)
        for worker, machine in zip(workers, machines, strict=True):
            others = [each.place for each in self.all if each.machine == machine]
            count = others[0][1] if others else here[machine]
            free = set(range(count)) - {number for number, _ in others}
            worker.machine = machine
            worker.place = (min(free, default=len(others) % count), count)
        num_envs = len(self.pending)
        self.get(
            [
                worker.actor.start.remote(
                    self._recipe,
                    int(worker.env_ids[0]),
                    (worker.seeds + worker.replaced * num_envs).tolist(),
                    worker.place,
                    worker.saved.states if worker.saved else None,
                )
                for worker in workers
            ]
        )

    def get(self, refs: Any) -> Any:
        """Returns results within the time allowed, or an actor's own error."""
        try:
            return ray.get(refs, timeout=self._timeout)
        except exceptions.RayTaskError as error:
            if isinstance(error.cause, EnvPoolError):
                raise error.cause from error
            raise

    def wait(
        self, requests: list[Request], count: int, timeout: float | None
    ) -> list[Request]:
        """Returns the first `count` requests to finish, fewer after `timeout`."""
        refs = [request.ref for request in requests]
        ready = set(ray.wait(refs, num_returns=count, timeout=timeout)[0])
        return [request for request in requests if request.ref in ready]

    def fetch(self, requests: list[Request]) -> list[Batch]:
        """Returns the results of finished requests, replacing dead actors.

        Raises:
          ActorLostError: an actor cannot be replaced.
          EnvPoolError: what an actor's pool raised.
        """
        try:
            return list(self.get([request.ref for request in requests]))
        except _GONE:
            return [self._fetch(request) for request in requests]

    def _fetch(self, request: Request) -> Batch:
        worker = request.worker
        try:
            batch: Batch = self.get(request.ref)
            return batch
        except _GONE as error:
            cause = error
        try:
            if request.of == worker.replaced:
                self._replace(worker, cause)
            if request.reset is not None:
                return self._reset(worker, *request.reset)
            if worker.first is None:
                places = np.arange(len(worker.env_ids), dtype=np.int32)
                worker.first = copied(self._reset(worker, places))
        except (*_GONE, exceptions.GetTimeoutError) as error:
            worker.is_lost = True
            ray.kill(worker.actor)  # it may still be waiting for a place
            self.pending[worker.env_ids] = False
            first, last = worker.env_ids[0], worker.env_ids[-1]
            raise ActorLostError(
                f"envs {first} to {last}: their actor died and cannot be replaced: "
                f"{error}",
                worker.env_ids.tolist(),
            ) from error
        places = request.ids - worker.env_ids[0]
        return Batch(rows_of_lost(worker.first.result, places))

    def _reset(self, worker: Worker, *args: Any) -> Batch:
        batch: Batch = self.get(worker.actor.reset.remote(*args))
        return batch

    def _replace(self, worker: Worker, cause: Exception) -> None:
        ids = worker.env_ids
        self._lost[ids] += self._since[ids] + self.pending[ids]
        self._since[ids] = 0
        restored = worker.saved is not None
        self.losses.append(Loss(ids, self._lost[ids], restored, str(cause)))
        for attempt in range(_ATTEMPTS):
            worker.replaced += 1
            worker.machine, worker.first = "", worker.saved
            ray.kill(worker.actor)  # it may be out of reach only
            try:
                self._start([worker])
            except _GONE:
                if attempt + 1 == _ATTEMPTS:
                    raise
            else:
                return

    def deliver(self, request: Request, batch: Batch) -> None:
        """Notes that the learner gets this result, and adds `lost_steps` to it."""
        info, ids = batch.result[-1], request.ids
        if batch.states is not None:
            request.worker.saved = copied(batch)
            self._since[ids] = 0
        elif request.worker.saved is not None:
            # After a replacement, envs are where they were saved.
            self._since[ids] += request.of == request.worker.replaced
        else:
            self._since[ids] = info["elapsed_step"]
        info["lost_steps"] = self._lost[ids]
        self._lost[ids] = 0
        self.pending[ids] = False

    def close(self) -> None:
        """Ends all actors."""
        for worker in self.all:
            if worker.actor is not None:
                ray.kill(worker.actor)

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
from envpool.integrations.ray_batches import copied
from envpool.integrations.ray_calls import ActorLostError, Loss, Worker
from envpool.integrations.ray_ledger import Ledger
from envpool.python.errors import EnvPoolError, RecvTimeoutError

__all__ = ["GONE", "Workers"]

# What tells that an actor, its machine or a result on that machine is gone.
GONE = (exceptions.RayActorError, exceptions.ObjectLostError)
_ATTEMPTS = 3
# A new actor's envs get other seeds, which every kind of env takes.
_SEEDS = 2**31


class Workers:
    """All actors of a pool.

    Args:
      recipe: of their pools.
      workers: not started yet.
      options: for Ray, of each actor.
      timeout: how many seconds the start of an actor may take.

    Attributes:
      all: the actors, in the order of their envs.
      losses: what was lost with actors that died.
      ledger: what the learner knows of each env.

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
        self._num_envs = sum(len(worker.env_ids) for worker in workers)
        self.ledger = Ledger(self._num_envs)
        self._class = ray.remote(PoolActor).options(
            **{"num_cpus": 1, "scheduling_strategy": "SPREAD", **options},
            max_restarts=0,
            max_task_retries=0,
        )
        try:
            self._start(workers)
        except (*GONE, exceptions.GetTimeoutError) as error:
            self.close()
            raise ActorLostError(
                f"the actors did not start: {error}", list(range(self._num_envs))
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
        self.get(
            [
                worker.actor.start.remote(
                    self._recipe,
                    int(worker.env_ids[0]),
                    self._seeds(worker),
                    worker.place,
                    worker.saved.states if worker.saved else None,
                )
                for worker in workers
            ]
        )

    def _seeds(self, worker: Worker) -> list[int]:
        if not worker.replaced:
            return list(worker.seeds.tolist())
        shift = worker.replaced * self._num_envs
        return [(seed + shift) % _SEEDS for seed in worker.seeds.tolist()]

    def get(self, refs: Any) -> Any:
        """Returns results within the time allowed, or an actor's own error."""
        try:
            return ray.get(refs, timeout=self._timeout)
        except exceptions.RayTaskError as error:
            if isinstance(error.cause, EnvPoolError):
                raise error.cause from error
            raise

    def call(self, worker: Worker, method: str, *args: Any) -> Any:
        """Calls a method of an actor, which is replaced before if it has died.

        Raises:
          ActorLostError: it cannot be replaced.
          RecvTimeoutError: it does not answer.
          EnvPoolError: what its pool raised.
        """
        try:
            return self.get(getattr(worker.actor, method).remote(*args))
        except GONE as error:
            self.replace(worker, error)
        except exceptions.GetTimeoutError as error:
            raise RecvTimeoutError(
                f"{method}: no answer of the actor of env {worker.env_ids[0]} within "
                f"{self._timeout} s"
            ) from error
        try:
            return self.get(getattr(worker.actor, method).remote(*args))
        except (*GONE, exceptions.GetTimeoutError) as error:
            raise self._lose(worker, error) from error

    def replace(self, worker: Worker, cause: Exception) -> None:
        """Makes a dead actor anew, whose envs go on from what was saved, or reset.

        Raises:
          ActorLostError: it cannot be replaced.
        """
        ids = worker.env_ids
        lost = self.ledger.set_back(ids)
        self.losses.append(Loss(ids, lost, worker.saved is not None, str(cause)))
        for _ in range(_ATTEMPTS):
            worker.replaced += 1
            worker.machine = ""
            ray.kill(worker.actor)  # it may be out of reach only
            try:
                self._start([worker])
                worker.first = worker.saved
                if worker.first is None:
                    places = np.arange(len(ids), dtype=np.int32)
                    batch: Batch = self.get(worker.actor.reset.remote(places))
                    worker.first = copied(batch)
            except GONE as error:
                cause = error
            except (
                exceptions.GetTimeoutError,
                exceptions.RayTaskError,
                EnvPoolError,
            ) as error:  # so would the next attempt
                cause = error
                break
            else:
                return
        raise self._lose(worker, cause) from cause

    def _lose(self, worker: Worker, cause: Exception) -> ActorLostError:
        """Gives an actor up; returns the error that says so."""
        worker.is_lost = True
        ray.kill(worker.actor)  # it may still be waiting for a place
        self.ledger.pending[worker.env_ids] = False
        first, last = worker.env_ids[0], worker.env_ids[-1]
        return ActorLostError(
            f"envs {first} to {last}: their actor died and cannot be replaced: {cause}",
            worker.env_ids.tolist(),
        )

    def close(self) -> None:
        """Ends all actors."""
        for worker in self.all:
            if worker.actor is not None:
                ray.kill(worker.actor)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The actors of a `RemotePool`: starting them, and replacing those that die."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import ray
from ray import exceptions

from envpool.integrations.ray_actor import Batch, PoolRecipe
from envpool.integrations.ray_batches import copied
from envpool.integrations.ray_calls import ActorLostError, Loss, Worker
from envpool.integrations.ray_ledger import Ledger
from envpool.integrations.ray_start import Starter
from envpool.python.errors import EnvPoolError, RecvTimeoutError

__all__ = ["GONE", "Workers"]

# What tells that an actor, its machine or a result on that machine is gone.
GONE = (
    exceptions.RayActorError,
    exceptions.ObjectLostError,
    exceptions.OutOfMemoryError,  # Ray ends actors before the system does
    exceptions.NodeDiedError,
)
_ATTEMPTS = 3


class Workers(Starter):
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
        options: Mapping[str, Any],
        timeout: float,
    ) -> None:
        num_envs = sum(len(worker.env_ids) for worker in workers)
        super().__init__(recipe, num_envs, options, timeout)
        self.all = workers
        self.losses: list[Loss] = []
        self.ledger = Ledger(num_envs)
        try:
            self.start(workers, workers)
        except exceptions.RayTaskError:  # what an actor's code raised
            self.close()
            raise
        except (exceptions.RayError, RecvTimeoutError) as error:
            self.close()
            raise ActorLostError(
                f"the actors did not start: {error}", list(range(num_envs))
            ) from error
        except BaseException:
            self.close()
            raise

    def call(self, worker: Worker, method: str, *args: Any) -> Any:
        """Calls a method of an actor, which is replaced before if it has died.

        Raises:
          ActorLostError: it cannot be replaced.
          RecvTimeoutError: it does not answer.
          EnvPoolError: what its pool raised.
        """
        what = f"{method}: no answer from the actor of env {worker.env_ids[0]}"
        try:
            return self.get(getattr(worker.actor, method).remote(*args), what)
        except GONE as error:
            self.replace(worker, error)
        try:
            return self.get(getattr(worker.actor, method).remote(*args), what)
        except (*GONE, RecvTimeoutError) as error:
            raise self._lose(worker, error) from error

    def replace(self, worker: Worker, cause: Exception) -> None:
        """Makes a dead actor anew, whose envs go on from what was saved, or reset.

        If Ctrl-C interrupts it, the next call begins again.

        Raises:
          ActorLostError: it cannot be replaced.
        """
        ids = worker.env_ids
        if worker.is_up:
            lost = self.ledger.set_back(ids)
            self.losses.append(Loss(ids, lost, worker.saved is not None, str(cause)))
            worker.is_up = False
        for _ in range(_ATTEMPTS):
            worker.replaced += 1
            worker.machine = ""
            ray.kill(worker.actor)  # it may be out of reach only
            try:
                self.start([worker], self.all)
                worker.first = worker.saved
                if worker.first is None:
                    places = np.arange(len(ids), dtype=np.int32)
                    batch: Batch = self.get(worker.actor.reset.remote(places))
                    worker.first = copied(batch)
            except GONE as error:
                cause = error
            except (exceptions.RayError, EnvPoolError) as error:
                # So would the next attempt.
                cause = error
                break
            else:
                worker.is_up = True
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
        if not ray.is_initialized():
            return  # they ended with Ray, which `kill` would start anew
        for worker in self.all:
            if worker.actor is not None:
                with contextlib.suppress(ValueError):  # an actor of an earlier Ray
                    ray.kill(worker.actor)

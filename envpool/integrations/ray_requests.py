# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The calls of a `RemotePool` whose results are pending."""

from __future__ import annotations

from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray
from ray import exceptions

from envpool.integrations.ray_actor import Batch
from envpool.integrations.ray_calls import ActorLostError, Request, Worker
from envpool.integrations.ray_results import complete
from envpool.integrations.ray_workers import GONE, Workers
from envpool.python.errors import EnvPoolError, RecvTimeoutError

__all__ = ["Requests"]

IntArray = NDArray[np.int32]
_LATE = "recv: no result"


class Requests:
    """Sends calls to actors, and makes sure that each has a result.

    Args:
      workers: the actors.

    Attributes:
      pending: the calls, the oldest first.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self.pending: list[Request] = []

    def step(
        self,
        worker: Worker,
        arrays: dict[str, NDArray[Any]],
        ids: IntArray,
        rows: NDArray[np.intp],
    ) -> None:
        """Steps envs of an actor.

        Args:
          worker: the actor.
          arrays: the entries of their actions, by key.
          ids: the envs.
          rows: their places in the result of all envs.
        """
        # An action is for an observation: not for where a new actor has put an env.
        moves = ~self._workers.ledger.is_set_back[ids]
        part = {key: array[moves] for key, array in arrays.items()}
        ref = worker.actor.step.remote(part, ids[moves] - worker.env_ids[0])
        self._add(Request(worker, worker.replaced, ref, ids, rows, moves))

    def reset(
        self, worker: Worker, ids: IntArray, rows: NDArray[np.intp], *seeds: Any
    ) -> None:
        """Resets envs of an actor, with the seeds that `PoolActor.reset` takes."""
        call = (ids - worker.env_ids[0], *seeds)
        ref = worker.actor.reset.remote(*call)
        moves = np.ones(len(ids), np.bool_)
        self._add(Request(worker, worker.replaced, ref, ids, rows, moves, call))

    def _add(self, request: Request) -> None:
        self.pending.append(request)
        self._workers.ledger.pending[request.ids] = True

    def forget(self) -> None:
        """Nobody wants the results of any pending call."""
        self.pending.clear()
        self._workers.ledger.pending[:] = False

    def wait(self, count: int, timeout: float | None) -> list[Request]:
        """Returns the first `count` calls to finish, fewer after `timeout`."""
        refs = [request.ref for request in self.pending]
        ready = set(ray.wait(refs, num_returns=count, timeout=timeout)[0])
        return [request for request in self.pending if request.ref in ready]

    def receive(self, ready: list[Request]) -> list[Batch]:
        """Returns the results of finished calls, replacing dead actors.

        Raises:
          ActorLostError: an actor cannot be replaced; its calls are dropped.
          RecvTimeoutError: a result does not come from its machine; no call is
            dropped.
          EnvPoolError: what an actor's pool raised; that call is dropped.
        """
        try:
            refs = [request.ref for request in ready]
            found = list(zip(ready, self._workers.get(refs, _LATE), strict=True))
        except RecvTimeoutError:
            raise
        except (exceptions.RayError, EnvPoolError):
            found = [self._receive(request) for request in ready]
        ledger = self._workers.ledger
        batches = [complete(ledger, request, batch) for request, batch in found]
        self.pending = [each for each in self.pending if each not in ready]
        return batches

    def _receive(self, request: Request) -> tuple[Request, Batch]:
        """Returns the call, or the one in its place, and its result.

        An error drops this call alone, a timeout none.
        """
        worker = request.worker
        try:
            return self._fetch(request)
        except ActorLostError:
            self.pending = [each for each in self.pending if each.worker is not worker]
            raise
        except RecvTimeoutError:
            raise
        except (exceptions.RayError, EnvPoolError):
            self.pending.remove(request)
            self._workers.ledger.pending[request.ids] = False
            raise

    def _fetch(self, request: Request) -> tuple[Request, Batch]:
        worker = request.worker
        try:
            return request, self._workers.get(request.ref, _LATE)
        except GONE as error:
            if worker.is_lost:
                raise ActorLostError(
                    f"recv: the actor of env {worker.env_ids[0]} is lost",
                    worker.env_ids.tolist(),
                ) from error
            if request.of == worker.replaced or not worker.is_up:
                self._workers.replace(worker, error)
        if request.reset is None:
            nowhere = np.zeros(len(request.ids), np.bool_)
            return request._replace(moves=nowhere), Batch(None)
        batch = self._workers.call(worker, "reset", *request.reset)
        return request._replace(of=worker.replaced), batch

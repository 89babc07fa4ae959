# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pending calls of a `RemotePool`: each has a result, even if its actor dies."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import ray
from numpy.typing import NDArray
from ray import exceptions

from envpool.integrations.pool_actor import Batch
from envpool.integrations.ray.actors import GONE, Actor, ActorLostError, Actors
from envpool.integrations.ray.batches import join, rows_of_lost
from envpool.python.errors import EnvPoolError, RecvTimeoutError

__all__ = ["Calls"]

IntArray = NDArray[np.int32]
_LATE = "recv: no result"


class Call(NamedTuple):
    """A call without a result so far.

    Attributes:
      actor: the called actor.
      replaced: the value of `actor.replaced` at the time of the call.
      ref: Ray's reference to the result.
      ids: the envs.
      rows: their places in the result of all envs.
      moves: a mask of the envs that the actor steps. The others have been set back;
        their results say so.
      reset: the arguments of a reset; None for a step.
    """

    actor: Actor
    replaced: int
    ref: Any
    ids: IntArray
    rows: NDArray[np.intp]
    moves: NDArray[np.bool_]
    reset: tuple[Any, ...] | None = None


class Calls:
    """Calls actors and collects their results.

    Attributes:
      pending: the calls without a result, the oldest first.
    """

    def __init__(self, actors: Actors) -> None:
        self._actors = actors
        self._ledger = actors.ledger
        self.pending: list[Call] = []

    def step(
        self,
        actor: Actor,
        arrays: dict[str, NDArray[Any]],
        ids: IntArray,
        rows: NDArray[np.intp],
    ) -> None:
        """Steps envs of an actor.

        Args:
          actor: the actor.
          arrays: the arrays of their actions, by key.
          ids: the envs.
          rows: their places in the result of all envs.
        """
        # Actions for envs that were set back respond to an outdated observation.
        moves = ~self._ledger.is_set_back[ids]
        part = {key: array[moves] for key, array in arrays.items()}
        ref = actor.handle.step.remote(part, ids[moves] - actor.env_ids[0])
        self._add(Call(actor, actor.replaced, ref, ids, rows, moves))

    def reset(
        self, actor: Actor, ids: IntArray, rows: NDArray[np.intp], *seeds: Any
    ) -> None:
        """Resets envs of an actor, with the seeds that `PoolActor.reset` takes."""
        args = (ids - actor.env_ids[0], *seeds)
        ref = actor.handle.reset.remote(*args)
        moves = np.ones(len(ids), np.bool_)
        self._add(Call(actor, actor.replaced, ref, ids, rows, moves, args))

    def _add(self, call: Call) -> None:
        self.pending.append(call)
        self._ledger.pending[call.ids] = True

    def forget(self) -> None:
        """Drops all pending calls."""
        self.pending.clear()
        self._ledger.pending[:] = False

    def wait(self, count: int, timeout: float | None) -> list[Call]:
        """Returns the first `count` calls to finish, fewer after `timeout`."""
        refs = [call.ref for call in self.pending]
        ready = set(ray.wait(refs, num_returns=count, timeout=timeout)[0])
        return [call for call in self.pending if call.ref in ready]

    def receive(self, ready: list[Call]) -> list[Batch]:
        """Returns the results of finished calls, replacing dead actors.

        Raises:
          ActorLostError: an actor cannot be replaced; its calls are dropped.
          RecvTimeoutError: a result does not come from its machine; no call is
            dropped.
          EnvPoolError: an actor's pool raised it; that call is dropped.
        """
        try:
            refs = [call.ref for call in ready]
            found = list(zip(ready, self._actors.get(refs, _LATE), strict=True))
        except RecvTimeoutError:
            raise
        except (exceptions.RayError, EnvPoolError):
            found = [self._receive(call) for call in ready]
        batches = [self._complete(call, batch) for call, batch in found]
        self.pending = [call for call in self.pending if call not in ready]
        return batches

    def _receive(self, call: Call) -> tuple[Call, Batch]:
        """Returns the call and its result, or their replacements."""
        actor = call.actor
        try:
            try:
                return call, self._actors.get(call.ref, _LATE)
            except GONE as error:
                if actor.is_lost:
                    raise actor.lost_error("recv") from error
                if call.replaced == actor.replaced or not actor.is_up:
                    self._actors.replace(actor, error)
            if call.reset is None:
                return call._replace(moves=np.zeros(len(call.ids), bool)), Batch(None)
            batch = self._actors.call(actor, "reset", *call.reset)
            return call._replace(replaced=actor.replaced), batch
        except RecvTimeoutError:
            raise
        except (exceptions.RayError, EnvPoolError) as error:
            is_lost = isinstance(error, ActorLostError)
            self._ledger.pending[call.ids] = False
            self.pending = [
                each
                for each in self.pending
                if each is not call and not (is_lost and each.actor is actor)
            ]
            raise

    def _complete(self, call: Call, batch: Batch) -> Batch:
        """Adds rows of the envs that were not stepped, and `lost_steps`."""
        actor, ids, moves = call.actor, call.ids, call.moves
        self._ledger.pending[ids] = False
        result = batch.result
        if not moves.all():
            assert actor.first is not None
            places = (ids - actor.env_ids[0])[~moves]
            result = rows_of_lost(actor.first.result, places)
            if moves.any():
                order = np.hstack([np.flatnonzero(moves), np.flatnonzero(~moves)])
                result = join([batch.result, result], order)
        # A result from before a replacement shows outdated states. The envs' next
        # result reports their current ones.
        is_current = call.replaced == actor.replaced
        reports = ~moves | (is_current and call.reset is not None)
        lost = np.zeros(len(ids), np.int32)
        lost[reports] = self._ledger.report(ids[reports])
        if is_current:
            elapsed = result[-1]["elapsed_step"][moves]
            self._count(actor, batch, ids[moves], elapsed)
        result[-1]["lost_steps"] = lost
        return batch._replace(result=result)

    def _count(
        self, actor: Actor, batch: Batch, ids: IntArray, elapsed: IntArray
    ) -> None:
        """Keeps a checkpoint, and counts the steps since the last one."""
        if batch.states is not None:
            actor.saved = batch.copy_by_env()
            self._ledger.set_unsaved(ids, 0)
        elif actor.saved is not None:
            self._ledger.count_step(ids)
        else:  # a loss would cost the whole episode
            self._ledger.set_unsaved(ids, elapsed)

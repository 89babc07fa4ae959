# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pool of envs in actors of Ray, as the learner sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
import ray
from numpy.typing import NDArray

from envpool.integrations.ray.actors import MAX_SECONDS, Actor, Actors, Loss
from envpool.integrations.ray.batches import join
from envpool.integrations.ray.calls import Calls
from envpool.python.actions.resets import seeds_of
from envpool.python.actions.validate import ActionReader, check_env_ids
from envpool.python.apis.normalization import merge_normalization
from envpool.python.config.argument_checks import as_float, show
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    EnvStepError,
    NotSupportedError,
    ProtocolError,
    RecvTimeoutError,
)
from envpool.python.protocol import EnvIds, Seed

__all__ = ["RemotePool"]

IntArray = NDArray[np.int32]


class RemotePool:
    """Pools in actors of Ray, with the interface of a pool of `env_type="gym"`.

    `envpool.integrations.ray.make_remote` makes it, and describes it.

    Attributes:
      spec: the spec of all envs together.
      num_envs: the number of envs.
      observation_space: the space of one env.
      action_space: the space of one env.
      all_env_ids: 0, 1, ..., num_envs - 1.
      is_async: whether `recv` returns fewer rows than there are envs.
      closed: whether `close` was called.
    """

    def __init__(self, spec: Any, actors: Actors) -> None:
        self.spec = spec
        self.num_envs = int(spec.config.num_envs)
        self.observation_space = spec.gym_observation_space
        self.action_space = spec.gym_action_space
        self.all_env_ids = np.arange(self.num_envs, dtype=np.int32)
        self.is_async = bool(0 < spec.config.batch_size < self.num_envs)
        self.closed = False
        self._actors = actors
        self._each = self.num_envs // len(actors.all)
        self._calls = Calls(actors)
        self._next_row = 0  # next row of the results of pending calls
        self._session = _session()
        self._sum: dict[str, Any] | None = None  # of the last merge_normalization
        self._merged: dict[int, int] = {}  # by actor: `replaced` when it got the sum
        self._keys = list(spec.action_array_spec)
        self._checked = ActionReader(
            spec.action_array_spec, self.num_envs, is_async=self.is_async
        )

    def __len__(self) -> int:
        return self.num_envs

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise NotSupportedError(
            "a RemotePool cannot be copied or pickled; call make_remote again"
        )

    def close(self) -> None:
        """Ends all actors. Arrays that the pool returned stay valid."""
        if not self.closed:
            self.closed = True
            self._actors.close()

    @property
    def losses(self) -> list[Loss]:
        """The losses by actors that died, the oldest first."""
        return self._actors.losses

    def send(self, action: Any, env_id: EnvIds | None = None) -> None:
        """Gives actions to envs, without waiting; see a pool's `send`."""
        values = dict(zip(self._keys, self._checked(action, env_id), strict=True))
        ids = values.pop("env_id")
        del values["players.env_id"]
        for actor, rows in self._split("send", ids):
            part = {key: array[rows] for key, array in values.items()}
            self._calls.step(actor, part, ids[rows], rows + self._next_row)
        self._next_row += len(ids)

    def async_reset(self) -> None:
        """Resets all envs without waiting; `recv` returns the results."""
        self._reset(self.all_env_ids, None)

    def reset(
        self, env_id: EnvIds | None = None, *, seed: Seed | None = None
    ) -> tuple[Any, Any]:
        """Resets envs and returns their first results; see a pool's `reset`."""
        if env_id is None:
            ids = self.all_env_ids
            # Checks the seed before any result is dropped.
            seeds_of(seed, ids, self.num_envs, by_env=False)
            self._calls.forget()
            self._next_row = 0
        elif self._calls.pending and not self.is_async:
            raise ProtocolError("reset: results are pending; call recv() first")
        else:
            ids = check_env_ids("env_id", env_id, self.num_envs)
        self._reset(ids, seed)
        obs, *_, info = self.recv()
        return obs, info

    def _reset(self, ids: IntArray, seed: Seed | None) -> None:
        values, given = seeds_of(seed, ids, self.num_envs, by_env=False) or (None, None)
        for actor, rows in self._split("reset", ids):
            seeds = [None if x is None else x[rows] for x in (values, given)]
            self._calls.reset(actor, ids[rows], rows + self._next_row, *seeds)
        self._next_row += len(ids)

    def recv(self, timeout: float | None = None) -> Any:
        """Waits for results and returns them; see a pool's `recv`.

        In async mode, these are the results of the first actors to finish. If an
        env's actor died, the env's next row has `truncated` set, and
        `info["lost_steps"]`.

        Raises:
          RecvTimeoutError: `timeout` seconds have passed, or a result does not
            come from its machine. Nothing is lost.
          ProtocolError: too few results are pending.
          EnvStepError: envs failed; its `result` is the result of this call.
          ActorLostError: an actor died and cannot be replaced. The results of
            the others are still pending.
          EnvPoolError: an actor's pool refused a call, which gets no result.
            The results of the others are still pending.
        """
        self._check_open("recv")
        if timeout is not None:
            timeout = as_float("timeout", timeout, 0, MAX_SECONDS)
        count = pending = len(self._calls.pending)
        if self.is_async:
            count = self.spec.config.batch_size // self._each
        if not 0 < count <= pending:
            raise ProtocolError(
                f"recv: too few results are pending ({pending} of {max(count, 1)})"
            )
        ready = self._calls.wait(count, timeout)
        if len(ready) < count:
            raise RecvTimeoutError(f"recv: no result after {timeout} s")
        batches = self._calls.receive(ready)
        rows = np.hstack([call.rows for call in ready])
        if not self._calls.pending:
            self._next_row = 0
        order = np.arange(len(rows)) if self.is_async else rows
        result = join([batch.result for batch in batches], order)
        errors = [batch.error for batch in batches if batch.error is not None]
        if errors:
            ids = [env_id for _, failed in errors for env_id in failed]
            raise EnvStepError(errors[0][0], ids, result)
        return result

    def step(self, action: Any, env_id: EnvIds | None = None) -> Any:
        """Sends, then receives."""
        self.send(action, env_id)
        return self.recv()

    def save_state(self, env_ids: EnvIds | None = None) -> list[bytes]:
        """Returns the complete states of envs; see a pool's `save_state`.

        If an env's actor has died, the state is that of the env in the new actor.
        The env's next result reports the loss.

        Raises:
          ActorLostError: an actor died and cannot be replaced.
          RecvTimeoutError: an actor does not answer.
        """
        ids = self._ids(env_ids)
        states: list[bytes] = [b""] * len(ids)
        for actor, rows in self._split("save_state", ids):
            own = ids[rows] - actor.env_ids[0]
            found = self._actors.call(actor, "save_state", own)
            for row, state in zip(rows, found, strict=True):
                states[row] = state
        return states

    def load_state(self, states: Sequence[bytes], env_ids: EnvIds | None = None) -> Any:
        """Restores states that `save_state` returned.

        Returns:
          The observations that the envs had when they were saved, as `reset`
          returns them; None if one is not known, as with a pool's `load_state`.

        Raises:
          The same as `save_state`.
        """
        ids = self._ids(env_ids)
        if not isinstance(states, Sequence):
            raise ArgumentTypeError(
                f"states: expected a list of bytes, got {show(states)}"
            )
        if len(states) != len(ids):
            raise ArgumentError(
                f"states: expected {len(ids)}, one for each env, got {len(states)}"
            )
        parts, order = [], []
        for actor, rows in self._split("load_state", ids):
            own = ids[rows] - actor.env_ids[0]
            part = [states[row] for row in rows]
            parts.append(self._actors.call(actor, "load_state", part, own))
            order.append(rows)
            self._actors.ledger.report(ids[rows])  # the caller knows the observations
        if any(part is None for part in parts):
            return None
        return join(parts, np.hstack(order))

    def merge_normalization(self, frozen: bool = False) -> dict[str, Any]:
        """Adds up the statistics of `normalize_obs` and `normalize_reward`.

        Each actor computes its own; afterwards all of them have the sum. Call it every
        few batches.

        Args:
          frozen: whether the statistics do not change from now on.

        Returns:
          The sum, as a pool's `normalization.state_dict` returns it.

        Raises:
          ActorLostError: an actor died and cannot be replaced.
          RecvTimeoutError: an actor does not answer.
        """
        self._check_open("merge_normalization")
        actors = self._actors.all
        states = [self._actors.call(actor, "normalization") for actor in actors]
        # A new actor does not have the last sum.
        old = [
            state
            for actor, state in zip(actors, states, strict=True)
            if self._merged.get(id(actor)) == actor.replaced
        ]
        new = [state for state in states if not any(state is each for each in old)]
        if old:
            new.append(merge_normalization(old, base=self._sum))
        elif self._sum is not None:
            new.append(self._sum)
        self._sum = merge_normalization(new)
        for actor in actors:
            self._actors.call(actor, "load_normalization", self._sum, frozen)
            self._merged[id(actor)] = actor.replaced
        return self._sum

    def _ids(self, env_ids: EnvIds | None) -> IntArray:
        if env_ids is None:
            return self.all_env_ids
        return check_env_ids("env_ids", env_ids, self.num_envs)

    def _split(
        self, call: str, ids: IntArray
    ) -> Iterator[tuple[Actor, NDArray[np.intp]]]:
        """Yields the actors of `ids`, and the indices of each actor's envs in `ids`."""
        self._check_open(call)
        pending = ids[self._actors.ledger.pending[ids]]
        if len(pending):
            raise ProtocolError(
                f"{call}: results of envs {pending[:8].tolist()} are pending"
            )
        owners = ids // self._each
        found = [(i, self._actors.all[i]) for i in np.unique(owners)]
        for _, actor in found:
            if actor.is_lost:
                raise actor.lost_error(call)
            if not actor.is_up:
                self._actors.replace(actor, InterruptedError("interrupted"))
        for i, actor in found:
            yield actor, np.flatnonzero(owners == i)

    def _check_open(self, call: str) -> None:
        if self.closed:
            raise ClosedError(f"{call}: the pool is closed")
        if _session() != self._session:
            raise ClosedError(f"{call}: Ray was shut down, and the actors with it")


def _session() -> Any:
    """Returns an identifier of the `ray.init` session; None without Ray."""
    if not ray.is_initialized():
        return None
    context = ray.get_runtime_context()
    # A restarted cluster has new node ids; a running cluster numbers its jobs.
    return context.get_node_id(), context.get_job_id()

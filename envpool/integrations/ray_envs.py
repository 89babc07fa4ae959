# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The envs in actors of Ray: which actor has which, and their states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
import ray
from numpy.typing import NDArray

from envpool.integrations.ray_calls import ActorLostError, Loss, Worker
from envpool.integrations.ray_workers import Workers
from envpool.python.argument_checks import show
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.protocol import EnvIds
from envpool.python.validate import check_env_ids

__all__ = ["RemoteEnvs"]

IntArray = NDArray[np.int32]


class RemoteEnvs:
    """The envs of a `RemotePool`, without sending and receiving."""

    def __init__(self, spec: Any, workers: Workers) -> None:
        self.spec = spec
        self.num_envs = int(spec.config.num_envs)
        self.observation_space = spec.gym_observation_space
        self.action_space = spec.gym_action_space
        self.all_env_ids = np.arange(self.num_envs, dtype=np.int32)
        self.is_async = bool(0 < spec.config.batch_size < self.num_envs)
        self.closed = False
        self._workers = workers
        self._each = self.num_envs // len(workers.all)

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
        """Ends all actors. Arrays that it returned stay valid."""
        if not self.closed:
            self.closed = True
            self._workers.close()

    @property
    def losses(self) -> list[Loss]:
        """What was lost with each actor that died, the oldest first."""
        return self._workers.losses

    def save_state(self, env_ids: EnvIds | None = None) -> list[bytes]:
        """Returns the complete states of envs; see a pool's `save_state`.

        Envs whose actor has died are where its replacement has put them. The next
        results of these envs tell.

        Raises:
          ActorLostError: an actor died and cannot be replaced.
          RecvTimeoutError: an actor does not answer.
        """
        ids = self._ids(env_ids)
        states: list[bytes] = [b""] * len(ids)
        for worker, rows in self._split("save_state", ids):
            own = ids[rows] - worker.env_ids[0]
            found = self._workers.call(worker, "save_state", own)
            for row, state in zip(rows, found, strict=True):
                states[row] = state
        return states

    def load_state(
        self, states: Sequence[bytes], env_ids: EnvIds | None = None
    ) -> None:
        """Restores states that `save_state` returned.

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
        for worker, rows in self._split("load_state", ids):
            own = ids[rows] - worker.env_ids[0]
            part = [states[row] for row in rows]
            self._workers.call(worker, "load_state", part, own)
            self._workers.ledger.put(ids[rows])

    def _ids(self, env_ids: EnvIds | None) -> IntArray:
        if env_ids is None:
            return self.all_env_ids
        return check_env_ids("env_ids", env_ids, self.num_envs)

    def _split(
        self, call: str, ids: IntArray
    ) -> Iterator[tuple[Worker, NDArray[np.intp]]]:
        """Yields the actors and the rows of their envs in `ids`."""
        self._check_open(call)
        pending = ids[self._workers.ledger.pending[ids]]
        if len(pending):
            raise ProtocolError(
                f"{call}: results of envs {pending[:8].tolist()} are pending"
            )
        owners = ids // self._each
        found = [self._workers.all[i] for i in np.unique(owners)]
        for worker in found:
            if worker.is_lost:
                raise ActorLostError(
                    f"{call}: the actor of env {worker.env_ids[0]} is lost",
                    worker.env_ids.tolist(),
                )
            if not worker.is_up:
                self._workers.replace(worker, InterruptedError("interrupted"))
        for worker in found:
            yield worker, np.flatnonzero(owners == worker.env_ids[0] // self._each)

    def _check_open(self, call: str) -> None:
        if self.closed:
            raise ClosedError(f"{call}: the pool is closed")
        if not ray.is_initialized():
            raise ClosedError(f"{call}: Ray was shut down, and the actors with it")

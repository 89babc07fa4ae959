# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pool whose envs are in actors of Ray, as the learner sees it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.integrations.ray_batches import join
from envpool.integrations.ray_envs import RemoteEnvs
from envpool.integrations.ray_requests import Requests
from envpool.integrations.ray_start import MOST_SECONDS
from envpool.integrations.ray_workers import Workers
from envpool.python.argument_checks import as_float
from envpool.python.errors import EnvStepError, ProtocolError, RecvTimeoutError
from envpool.python.protocol import EnvIds, Seed
from envpool.python.resets import seeds_of
from envpool.python.validate import ActionNormalizer, check_env_ids

__all__ = ["RemotePool"]

IntArray = NDArray[np.int32]


class RemotePool(RemoteEnvs):
    """Pools in actors of Ray, with the interface of one of `env_type="gym"`.

    `envpool.integrations.ray.make_remote` makes it, and describes it.

    Attributes:
      spec: of all envs together.
      num_envs: how many there are.
      observation_space: of one env.
      action_space: of one env.
      all_env_ids: 0, 1, ..., num_envs - 1.
      is_async: whether `recv` returns fewer rows than there are envs.
      closed: whether `close` was called.
    """

    def __init__(self, spec: Any, workers: Workers) -> None:
        super().__init__(spec, workers)
        self._requests = Requests(workers)
        self._next_row = 0
        self._keys = list(spec.action_array_spec)
        self._checked = ActionNormalizer(
            spec.action_array_spec, self.num_envs, 1, self.is_async, lambda: None
        )

    def send(self, action: Any, env_id: EnvIds | None = None) -> None:
        """Gives actions to envs, without waiting; see a pool's `send`."""
        values = dict(zip(self._keys, self._checked(action, env_id), strict=True))
        ids = values.pop("env_id")
        del values["players.env_id"]
        for worker, rows in self._split("send", ids):
            part = {key: array[rows] for key, array in values.items()}
            self._requests.step(worker, part, ids[rows], rows + self._next_row)
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
            seeds_of(seed, ids, self.num_envs, by_env=False)  # or nothing is lost
            self._requests.forget()
            self._next_row = 0
        elif self._requests.pending and not self.is_async:
            raise ProtocolError("reset: results are pending; call recv() first")
        else:
            ids = check_env_ids("env_id", env_id, self.num_envs)
        self._reset(ids, seed)
        obs, *_, info = self.recv()
        return obs, info

    def _reset(self, ids: IntArray, seed: Seed | None) -> None:
        values, given = seeds_of(seed, ids, self.num_envs, by_env=False) or (None, None)
        for worker, rows in self._split("reset", ids):
            self._requests.reset(
                worker,
                ids[rows],
                rows + self._next_row,
                None if values is None else values[rows],
                None if given is None else given[rows],
            )
        self._next_row += len(ids)

    def recv(self, timeout: float | None = None) -> Any:
        """Waits for results and returns them; see a pool's `recv`.

        In async mode they are the results of the first actors to finish. Of an env
        whose actor died, the next row has `truncated` set, and `info["lost_steps"]`.

        Raises:
          RecvTimeoutError: `timeout` seconds have passed, or a result does not
            come from its machine. Nothing is lost.
          ProtocolError: too few results are pending.
          EnvStepError: envs failed; its `result` is what this would return.
          ActorLostError: an actor died and cannot be replaced. The results of
            the others are still pending.
          EnvPoolError: an actor's pool refused a call, which has no result then.
            The results of the others are still pending.
        """
        self._check_open("recv")
        if timeout is not None:
            timeout = as_float("timeout", timeout, 0, MOST_SECONDS)
        pending = len(self._requests.pending)
        count = pending
        if self.is_async:
            count = self.spec.config.batch_size // self._each
        if not 0 < count <= pending:
            raise ProtocolError(
                f"recv: too few results are pending ({pending} of {max(count, 1)})"
            )
        ready = self._requests.wait(count, timeout)
        if len(ready) < count:
            raise RecvTimeoutError(f"recv: no result after {timeout} s")
        batches = self._requests.receive(ready)
        rows = [request.rows for request in ready]
        order = np.arange(sum(map(len, rows))) if self.is_async else np.hstack(rows)
        if not self._requests.pending:
            self._next_row = 0
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

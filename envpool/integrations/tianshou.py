# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool as a vector env of Tianshou.

envs = VectorEnv("CartPole-v1", num_envs=8)
collector = Collector(policy, envs, VectorReplayBuffer(20_000, 8))
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.integrations import single_rows
from envpool.integrations.libraries import requires
from envpool.integrations.pools import gymnasium_pool
from envpool.integrations.single_rows import AsyncRows, Row
from envpool.python.actions.validate import check_env_ids
from envpool.python.config.argument_checks import as_int, show
from envpool.python.errors import ArgumentError, ConfigError

if TYPE_CHECKING:
    _Base = Any
else:
    with requires("tianshou", __name__):
        from tianshou.env.venvs import BaseVectorEnv as _Base

__all__ = ["VectorEnv"]

Ids = int | Sequence[int] | NDArray[Any] | None


class VectorEnv(_Base):  # type: ignore[misc]
    """A pool of `env_type="gymnasium"` and `autoreset_mode="disabled"`.

    Results are those of a `DummyVectorEnv`; infos are an array of dicts.

    Args:
      pool: the pool, or one of `envpool.list_all_envs()`.
      wait_num: the minimum number of envs that `step` waits for; by default all
        envs that it gets. Fewer need a pool with `batch_size=1`, which is made for
        an id, and Tianshou's `AsyncCollector`.
      **config: as for `envpool.make`, if `pool` is an id.

    Attributes:
      pool: the pool.
    """

    def __init__(self, pool: Any, wait_num: int | None = None, **config: Any) -> None:
        if isinstance(pool, str) and wait_num is not None:
            config = {"batch_size": 1, **config}
        self.pool = gymnasium_pool(pool, ("disabled",), config, wait_num is None)
        self.env_num = len(self.pool)
        given = self.env_num if wait_num is None else wait_num
        self.wait_num = as_int("wait_num", given, 1, self.env_num)
        batch_size = self.pool.config["batch_size"]
        if wait_num is not None and batch_size != 1:
            raise ConfigError(
                f"batch_size: expected 1 with wait_num={wait_num}, got {batch_size}"
            )
        self.timeout, self.workers = None, ()
        self.is_async, self.is_closed = self.pool.is_async, False
        self._rows = AsyncRows(self.pool)
        self.waiting_id, self.ready_id = self._rows.waiting, self._rows.ready
        # Each env has its own space, since users seed and sample them.
        space = self.pool.single_action_space
        self._action_spaces = [copy.deepcopy(space) for _ in range(self.env_num)]

    def _ids(self, env_ids: Ids) -> NDArray[Any]:
        self._assert_is_not_closed()
        ids = np.arange(self.env_num) if env_ids is None else np.atleast_1d(env_ids)
        if ids.dtype.kind != "i":  # the pool checks integers
            ids = check_env_ids("env_id", env_ids, self.env_num)
        if self.is_async:
            self._assert_id(ids.tolist())
        return ids

    def reset(self, env_id: Ids = None, **kwargs: Any) -> tuple[Any, NDArray[Any]]:
        """Resets some envs; returns their observations and infos.

        Args:
          env_id: the envs, all by default.
          **kwargs: `seed` or `options`, as for the `reset` of a sync pool.
        """
        ids = self._ids(env_id)
        if not self.is_async:
            observations, info = self.pool.reset(ids, **kwargs)
            observations = single_rows.observation_array(observations, len(ids))
            return observations, single_rows.info_array(info, ids)
        seed, options = kwargs.pop("seed", None), kwargs.pop("options", None)
        for key, value in {"options": options or None, **kwargs}.items():
            if value is not None:
                raise ArgumentError(
                    f"reset: expected no {key} in an async pool, got {show(value)}"
                )
        batch = single_rows.join(self._rows.reset(ids, seed))
        return batch[0], batch[4]

    def step(self, action: Any, id: Ids = None) -> Row:
        """Makes a step of some envs.

        Args:
          action: an action for each env; in async mode, None only waits for pending
            steps.
          id: the envs, all by default.

        Raises:
          ProtocolError: there is nothing to wait for.
          EnvStepError: an env failed; rows of others come with the next step.
        """
        if not self.is_async:
            ids = self._ids(id)
            return single_rows.step_rows(self.pool.step(action, ids), ids)
        if action is not None:
            self._rows.send(action, self._ids(id))
        return single_rows.join(self._rows.take(self.wait_num))

    def seed(self, seed: int | Sequence[int] | None = None) -> list[list[int] | None]:
        """Resets all envs with these seeds; an int is the seed of env 0."""
        each = single_rows.seed_list(seed, self.env_num)
        self.reset(seed=each)
        for space, value in zip(self._action_spaces, each, strict=True):
            space.seed(value)
        return [None if value is None else [value] for value in each]

    def get_env_attr(self, key: str, id: Ids = None) -> list[Any]:
        """Returns an attribute of some envs: see the pool's `call`."""
        each = self._action_spaces if key == "action_space" else self.pool.get_attr(key)
        return [each[i] for i in self._wrap_id(id)]

    def set_env_attr(self, key: str, value: Any, id: Ids = None) -> None:
        """Sets an attribute of all envs, for `get_env_attr`."""
        if len(self._wrap_id(id)) != self.env_num:
            raise ArgumentError("id: expected all envs")
        self.pool.set_attr(key, value)

    def render(self, **kwargs: Any) -> list[Any]:
        """Returns a frame of each env."""
        return list(self.pool.call("render", **kwargs))

    def __reduce__(self) -> Any:
        return type(self), (self.pool, self.wait_num if self.is_async else None)

    def close(self) -> None:
        """Stops the pool."""
        self.pool.close()
        self.is_closed = True

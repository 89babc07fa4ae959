# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast a pool is, with random actions."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.python.errors import EnvStepError

__all__ = ["Actions", "steps_per_second"]


class Actions:
    """Draws actions of a pool's envs.

    Args:
      pool: of any API.
      seed: of the actions.
    """

    def __init__(self, pool: Any, seed: int = 0) -> None:
        self._entries = dict(list(pool._env_spec.action_array_spec.items())[2:])
        self._players = int(pool._env_spec.config.max_num_players) > 1
        self._rng = np.random.default_rng(seed)

    def draw(self, count: int, owners: NDArray[np.int32] | None = None) -> Any:
        """Returns actions of `count` envs, a dict of arrays.

        Args:
          count: the number of envs.
          owners: the env of each player, if an env may have several.
        """
        action: dict[str, Any] = {}
        for key, entry in self._entries.items():
            several = entry.is_per_player and self._players and owners is not None
            rows = len(owners) if several and owners is not None else count
            action[key] = self._entry(entry, (rows, *entry.inner_shape))
        if self._players and owners is not None:
            action["players.env_id"] = owners
        return action

    def _entry(self, entry: Any, shape: tuple[int, ...]) -> NDArray[Any]:
        dtype = entry.dtype
        if dtype.kind == "b":
            return self._rng.integers(2, size=shape).astype(np.bool_)
        if dtype.kind in "iu":
            info = np.iinfo(dtype)
            low = np.maximum(entry.minimum, max(info.min, -1000))
            high = np.minimum(entry.maximum, min(info.max, 1000))
            return self._rng.integers(low, high, size=shape, endpoint=True).astype(
                dtype
            )
        low = np.maximum(np.asarray(entry.minimum, np.float64), -1.0)
        high = np.minimum(np.asarray(entry.maximum, np.float64), 1.0)
        low, high = np.minimum(low, high), np.maximum(low, high)
        values: NDArray[Any] = self._rng.uniform(low, high, shape).astype(dtype)
        return values


def owners_of(pool: Any) -> NDArray[np.int32]:
    """Returns the env of each player's row in the last result."""
    columns = pool._last_columns()
    owners: NDArray[np.int32] = columns[pool._columns.number["info:players.env_id"]]
    return owners.copy()


def ids_of(pool: Any) -> NDArray[np.int32]:
    """Returns the env of each row in the last result."""
    columns = pool._last_columns()
    ids: NDArray[np.int32] = columns[pool._columns.number["info:env_id"]]
    return ids.copy()


def steps_per_second(task_id: str, seconds: float, **kwargs: Any) -> float:
    """Returns how many steps of envs a pool makes in a second.

    Args:
      task_id: the id.
      seconds: for how long to measure.
      **kwargs: of `envpool.make`.

    Raises:
      The same as `envpool.make`.
    """
    pool = envpool.make(task_id, "gym", **kwargs)
    try:
        return _measure(pool, seconds)
    finally:
        pool.close()


def _measure(pool: Any, seconds: float) -> float:
    actions = Actions(pool)
    pool.async_reset()
    pool.recv()
    rows = len(ids_of(pool))
    fixed = None
    if not actions._players:
        fixed = [actions.draw(rows) for _ in range(8)]
    counted, start, warm = 0, 0.0, False
    begin = time.perf_counter()
    turn = 0
    while True:
        now = time.perf_counter()
        if not warm and now - begin > seconds / 4:
            warm, start, counted = True, now, 0
        if warm and now - start >= seconds:
            return counted / (now - start)
        ids = ids_of(pool)
        action = fixed[turn % 8] if fixed else actions.draw(len(ids), owners_of(pool))
        turn += 1
        pool.send(action, ids)
        try:
            pool.recv()
        except EnvStepError:
            continue
        counted += len(ids)

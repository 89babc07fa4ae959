# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast a pool is, with random actions."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.python.actions.random_actions import RandomActions
from envpool.python.errors import EnvStepError

__all__ = ["Actions", "Loop", "owners_of", "steps_per_second"]


class Actions(RandomActions):
    """Draws random actions of moderate size for a pool's envs.

    Args:
      pool: a pool of any API.
      seed: the seed of the actions.
    """

    def __init__(self, pool: Any, seed: int = 0) -> None:
        super().__init__(pool, seed)

    def _bounds(self, entry: Any) -> tuple[Any, Any]:
        if entry.dtype.kind in "iu":
            info = np.iinfo(entry.dtype)
            low = np.maximum(entry.minimum, max(info.min, -1000))
            return low, np.minimum(entry.maximum, min(info.max, 1000))
        low = np.maximum(np.asarray(entry.minimum, np.float64), -1.0)
        high = np.minimum(np.asarray(entry.maximum, np.float64), 1.0)
        return np.minimum(low, high), np.maximum(low, high)


def _column(pool: Any, key: str) -> NDArray[Any]:
    """Returns a copy of an array of the last result."""
    column: NDArray[Any] = pool._last_columns()[pool._columns.index[key]]
    return column.copy()


def owners_of(pool: Any) -> NDArray[np.int32]:
    """Returns the env of each player's row in the last result."""
    return _column(pool, "info:players.env_id")


def ids_of(pool: Any) -> NDArray[np.int32]:
    """Returns the env of each row in the last result."""
    return _column(pool, "info:env_id")


class Loop:
    """Steps a pool with random actions, drawn beforehand if an env has one player.

    Args:
      pool: a pool of the API "gym", which is reset.
    """

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._actions = Actions(pool)
        self._is_async = bool(pool.is_async)  # a local name, since the lookup is slow
        pool.async_reset()
        pool.recv()
        self._rows = len(ids_of(pool))
        several = int(pool.config["max_num_players"]) > 1
        self._fixed = (
            [] if several else [self._actions.draw(self._rows) for _ in range(8)]
        )

    def run(self, seconds: float, batches: int | None = None) -> int:
        """Steps for a time, or `batches` times; returns the number of good calls."""
        if batches is not None:
            return sum(self._batch(number) for number in range(batches))
        count = number = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            count += self._batch(number)
            number += 1
        return count

    def _batch(self, number: int) -> bool:
        pool = self._pool
        ids = ids_of(pool) if self._is_async else None
        if self._fixed:
            action = self._fixed[number % len(self._fixed)]
        else:
            action = self._actions.draw_legal()
        try:
            if ids is None:
                pool.step(action)
            else:
                pool.send(action, ids)
                pool.recv()
        except EnvStepError:
            return False  # the other envs have been stepped
        return True


def steps_per_second(task_id: str, seconds: float, **kwargs: Any) -> float:
    """Returns how many env steps per second a pool makes.

    Args:
      task_id: the id.
      seconds: the duration of the measurement.
      **kwargs: keywords of `envpool.make`.

    Raises:
      The same as `envpool.make`.
    """
    pool = envpool.make(task_id, "gym", **kwargs)
    try:
        loop = Loop(pool)
        loop.run(seconds / 4)  # warms up
        begin = time.perf_counter()
        batches = loop.run(seconds)
        steps = batches * int(pool.config["batch_size"])
        return steps / (time.perf_counter() - begin)
    finally:
        pool.close()

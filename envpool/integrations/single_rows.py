# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results row by row, for libraries without batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from envpool.integrations.info_rows import info_rows
from envpool.python.actions import resets
from envpool.python.errors import EnvStepError, ProtocolError

__all__ = [
    "AsyncRows",
    "Row",
    "info_array",
    "join",
    "observation_array",
    "seed_list",
    "step_rows",
]

# Observations, rewards, both flags and infos, each with an axis of envs.
Row = tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


def info_array(info: Any, ids: NDArray[Any]) -> NDArray[Any]:
    """Returns an array of dicts: the infos of these envs, and their `env_id`."""
    rows = info_rows(info, len(ids))
    for row, env_id in zip(rows, ids.tolist(), strict=True):
        row["env_id"] = env_id
    return np.array(rows)


def seed_list(seed: Any, count: int) -> list[Any]:
    """Returns a seed for each env: an int is the seed of env 0; None stays None."""
    if seed is None:
        return [None] * count
    if isinstance(seed, (int, np.integer)):
        return list(range(int(seed), int(seed) + count))
    return list(seed)


def observation_array(observations: Any, rows: int) -> Any:
    """Returns observations, as an array of dicts if an env has several."""
    if not isinstance(observations, dict):
        return observations
    return np.array(info_rows(observations, rows))


def step_rows(result: Any, ids: NDArray[Any]) -> Row:
    """Returns a pool's `step` result for these envs, as rows."""
    observations, reward, terminated, truncated, info = result
    observations = observation_array(observations, len(ids))
    return observations, reward, terminated, truncated, info_array(info, ids)


def env_of(row: Row) -> int:
    """Returns the env of a result with one row."""
    *_, infos = row
    env_id: int = infos[0]["env_id"]
    return env_id


class AsyncRows:
    """Calls of a pool with `batch_size=1`, with its results in order of arrival.

    Neither a failed step nor an interrupted wait loses a result.

    Args:
      pool: the pool.

    Attributes:
      waiting: the envs that are being stepped; always the same list.
      ready: the other envs.
    """

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self.waiting: list[int] = []
        self.ready = list(range(len(pool)))
        self._steps: list[Row] = []
        self._errors: list[EnvStepError] = []  # of failed steps, which have no rows
        self._resetting: set[int] = set()
        self._fresh: dict[int, Row | EnvStepError] = {}

    def send(self, action: Any, ids: NDArray[Any]) -> None:
        """Starts steps of envs."""
        self._pool.send(action, ids)
        for env_id in ids.tolist():
            self.ready.remove(env_id)
            self.waiting.append(env_id)

    def take(self, count: int) -> list[Row]:
        """Waits for at least `count` rows of steps, or for all pending rows if fewer.

        Raises:
          ProtocolError: there is nothing to wait for.
          EnvStepError: a step failed. The rows of others can still be taken.
        """
        if not self.waiting:
            raise ProtocolError("step: expected an action, as no env is being stepped")
        while not self._errors and len(self._steps) < min(count, len(self.waiting)):
            self._receive()
        if self._errors:
            error = self._errors.pop(0)
            self._finish(error.env_ids)
            raise error
        rows, self._steps = self._steps, []
        self._finish([env_of(row) for row in rows])
        return rows

    def _finish(self, ids: Sequence[int]) -> None:
        for env_id in ids:
            self.waiting.remove(env_id)
            self.ready.append(env_id)

    def _receive(self) -> None:
        """Waits for one more result."""
        try:
            result = self._pool.recv()
        except EnvStepError as error:  # of one env, since a batch has one row
            if not error.env_ids:  # memory ran out for the ids
                *_, info = error.result
                error.env_ids = info["env_id"].tolist()
            if not self._has_reset(error.env_ids[0], error):
                self._errors.append(error)
            return
        *_, info = result
        row = step_rows(result, info["env_id"])
        if not self._has_reset(env_of(row), row):
            self._steps.append(row)

    def _has_reset(self, env_id: int, result: Row | EnvStepError) -> bool:
        """Keeps the result if it belongs to a reset; returns whether it does."""
        if env_id not in self._resetting:
            return False
        self._resetting.remove(env_id)
        self._fresh[env_id] = result
        return True

    def reset(self, ids: NDArray[Any], seed: Any) -> list[Row]:
        """Resets envs; returns their rows, in their order.

        Args:
          ids: the envs.
          seed: as for a sync pool.

        Raises:
          EnvStepError: a reset failed; all of these envs have to be reset again.
        """
        seeds = resets.seeds_of(seed, ids, len(self._pool), by_env=False)
        ids, wanted = ids.astype(np.int32), ids.tolist()
        self._await(wanted)  # resets of an interrupted call
        resets.send_reset(self._pool, ids, seeds, drain=False)
        self._resetting.update(wanted)
        self._await(wanted)
        rows = []
        for result in [self._fresh.pop(i) for i in wanted]:
            if isinstance(result, EnvStepError):
                raise result
            rows.append(result)
        return rows

    def _await(self, ids: Sequence[int]) -> None:
        while not self._resetting.isdisjoint(ids):
            self._receive()


def join(rows: Sequence[Row]) -> Row:
    """Returns the rows as one batch."""
    return cast(Row, tuple(map(np.concatenate, zip(*rows, strict=True))))

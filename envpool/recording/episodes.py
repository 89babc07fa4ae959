# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Finds the starts and ends of episodes in the rows of results."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from envpool.python.results.plans import Columns

__all__ = ["Episodes", "Rows"]


class Rows(NamedTuple):
    """The rows of one result, with their places in the episodes of their envs.

    Attributes:
      ids: the env of each row.
      starts: whether the row is the first one of an episode.
      ends: whether the row is the last one of an episode. With same-step
        autoreset it is then also the first one of the next.
      episodes: the number of the row's episode; of the ending one, if it belongs
        to two.
      returns: the sum of the episode's rewards so far, over all players.
      lengths: the number of the episode's steps so far.
      terminated: whether the episode ended by itself.
      truncated: whether the episode was truncated.
    """

    ids: NDArray[np.int32]
    starts: NDArray[np.bool_]
    ends: NDArray[np.bool_]
    episodes: NDArray[np.int64]
    returns: NDArray[np.float64]
    lengths: NDArray[np.int64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Episodes:
    """Follows the episodes of a pool's envs.

    Episodes of an env are numbered from 0. A reset starts the next one, even if the
    last one was not over.

    Args:
      num_envs: the number of envs.
      same_step: whether the last row of an episode is also the first one of the
        next.
    """

    def __init__(self, num_envs: int, same_step: bool) -> None:
        self._same_step = same_step
        self._episodes = np.full(num_envs, -1, np.int64)
        self._returns = np.zeros(num_envs, np.float64)
        self._lengths = np.zeros(num_envs, np.int64)

    def update(
        self,
        columns: Sequence[NDArray[Any]],
        names: Columns,
        faulty: Collection[int] = (),
    ) -> Rows:
        """Processes a result, and returns its rows."""
        rows = self.peek(columns, names, faulty)
        self.record(rows)
        return rows

    def peek(
        self,
        columns: Sequence[NDArray[Any]],
        names: Columns,
        faulty: Collection[int] = (),
    ) -> Rows:
        """Returns the rows of the next result.

        Args:
          columns: all native columns.
          names: the names of the columns.
          faulty: the envs that failed; their rows are ignored.
        """
        index = names.index
        ids = columns[index["info:env_id"]]
        done = columns[index["done"]]
        reward = self._rewards(columns, index, ids)
        terminated = columns[index["terminated"]]
        truncated = columns[index["trunc"]]
        first = columns[index["elapsed_step"]] == 0
        if faulty:
            keep = ~np.isin(ids, list(faulty))
            ids, done, reward, first = ids[keep], done[keep], reward[keep], first[keep]
            terminated, truncated = terminated[keep], truncated[keep]
        ends = done.astype(np.bool_)
        starts = first & ~ends  # `record` handles starts within same-step rows
        return Rows(
            ids,
            starts,
            ends,
            self._episodes[ids] + starts,
            np.where(starts, 0.0, self._returns[ids] + reward),
            np.where(starts, 0, self._lengths[ids] + 1),
            terminated,
            truncated,
        )

    def record(self, rows: Rows) -> None:
        """Records the rows of a result; idempotent."""
        next_starts = rows.ends & self._same_step
        self._episodes[rows.ids] = rows.episodes + next_starts
        self._returns[rows.ids] = np.where(next_starts, 0.0, rows.returns)
        self._lengths[rows.ids] = np.where(next_starts, 0, rows.lengths)

    def begin(self, ids: NDArray[np.int32]) -> None:
        """Records that envs continue from loaded states: in new episodes."""
        self._episodes[ids] += 1
        self._returns[ids] = 0.0
        self._lengths[ids] = 0

    def _rewards(
        self,
        columns: Sequence[NDArray[Any]],
        index: dict[str, int],
        ids: NDArray[np.int32],
    ) -> NDArray[np.float64]:
        """Returns the reward of each env's row, summed over its players."""
        reward = columns[index["reward"]]
        if reward.ndim > 1:
            reward = reward.reshape(len(reward), -1).sum(axis=1)
        owners = columns[index["info:players.env_id"]]
        if len(reward) == len(ids) and np.array_equal(owners, ids):
            return reward.astype(np.float64)
        totals = np.bincount(owners, reward, len(self._episodes))
        return totals[ids].astype(np.float64)

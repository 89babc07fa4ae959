# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Support of `envpool.evaluate` for several players in one env."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import NotSupportedError
from envpool.python.results import trees

if TYPE_CHECKING:
    from envpool.recording.episodes import Rows

__all__ = ["Players"]


class Players:
    """Follows the players of a pool's envs.

    A player's number is `info["players"]["id"]`, if there is such an info, else the
    index of its row among the rows of its env.

    Args:
      pool: a pool of `env_type="gymnasium"`, without autoreset.

    Attributes:
      returns: the rewards of the running episodes so far, (num_envs, players).
    """

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        spec = pool.spec
        self._per_player = {
            key
            for key, entry in spec.state_array_spec.items()
            if spec._is_per_player(entry)
        }
        self.returns = np.zeros((len(pool), int(spec.config.max_num_players)))

    def update(self, rows: Rows) -> None:
        """Adds the rewards of the last result.

        Raises:
          NotSupportedError: an info names a player index that does not exist.
        """
        columns, index = self._pool._last_columns(), self._pool._columns.index
        owners = columns[index["info:players.env_id"]]
        self.returns[rows.ids[rows.starts]] = 0.0
        going = ~np.isin(owners, rows.ids[rows.starts])
        reward = columns[index["reward"]].reshape(len(owners), -1).sum(axis=1)
        seats = self._seats(owners, columns, index)
        np.add.at(self.returns, (owners[going], seats[going]), reward[going])

    def some(self, going: NDArray[np.bool_]) -> tuple[Any, Any]:
        """Returns the observations and infos of some envs of the last result.

        Args:
          going: for each env of the result, whether to include it.
        """
        columns, names = self._pool._last_columns(), self._pool._columns
        ids = columns[names.index["info:env_id"]][going]
        theirs = np.isin(columns[names.index["info:players.env_id"]], ids)
        chosen = [
            column[theirs if key in self._per_player else going]
            for key, column in zip(names.keys, columns, strict=True)
        ]
        result = trees.build(self._pool._output_plans.step, chosen)
        return result[0], result[-1]

    def _seats(
        self, owners: NDArray[np.int32], columns: Any, index: dict[str, int]
    ) -> NDArray[Any]:
        """Returns the number of each row's player."""
        count = self.returns.shape[1]
        if "info:players.id" in index:
            seats: NDArray[Any] = columns[index["info:players.id"]]
            if not np.isin(seats, np.arange(count)).all():
                raise NotSupportedError(
                    f"info players.id: expected 0 .. {count - 1}, got {seats[:8]}"
                )
            return seats
        # The rows of an env follow one another.
        rows = np.arange(len(owners))
        is_first = np.append(True, owners[1:] != owners[:-1])[: len(owners)]
        return rows - np.maximum.accumulate(np.where(is_first, rows, 0))

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Random actions for the envs of a pool's last result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.actions.legal_actions import LegalActions, pick_legal
from envpool.python.errors import ProtocolError

__all__ = ["LastRows", "RandomActions"]

_MOST = float(np.finfo(np.float32).max)  # from here on, numbers have no bound


class LastRows(NamedTuple):
    """The rows of the last result.

    Attributes:
      ids: the env of each row.
      owners: the env of each player's row.
      get: returns the array of a key.
    """

    ids: NDArray[np.int32]
    owners: NDArray[np.int32]
    get: Callable[[str], NDArray[Any]]


class RandomActions:
    """Draws actions for a pool's envs.

    Args:
      pool: a pool of any API.
      seed: the seed of the actions; None for a random one.
    """

    def __init__(self, pool: Any, seed: int | None = None) -> None:
        spec = pool._env_spec
        self._pool = pool
        self._entries = dict(list(spec.action_array_spec.items())[2:])
        self._legal = LegalActions(spec)
        self._num_players = int(spec.config.max_num_players)
        self._players = self._num_players > 1 and not self._legal.is_turn_based
        self._rng = np.random.default_rng(seed)

    def draw_legal(self) -> Any:
        """Returns actions for the envs of the last result, legal if it has masks.

        Raises:
          ProtocolError: the players or the masks are not known.
        """
        rows = self._last_rows()
        several = self._num_players > 1
        masks = self._legal.masks(rows.get, rows.ids, rows.owners if several else None)
        action = self.draw(len(rows.ids), rows.owners)
        if masks is None:
            return action
        key, entry = next(iter(self._entries.items()))
        numbers = self._rng.integers(2**31, size=len(masks))
        choices = pick_legal(numbers, masks) + self._legal.low
        legal = choices.astype(entry.dtype).reshape(len(masks), *entry.inner_shape)
        return {**action, key: legal} if isinstance(action, dict) else legal

    def _last_rows(self) -> LastRows:
        """Returns the rows of the last result, or of all envs after a rollout."""
        pool = self._pool
        index = pool._columns.index
        everyone = pool._all_env_ids
        rolled = pool._rolled
        if rolled is not None and rolled[0] == (pool._moves, pool._num_sent):
            owners = np.repeat(everyone, self._num_players)
            return LastRows(everyone, owners, lambda key: rolled[1][index[key]])
        # After a rollout or loaded states, the last result is older than the envs.
        is_newest = pool._num_received != pool._moved_at
        last: Any = (pool._last_columns() if is_newest else None) or ()
        if last:
            ids, owners = (
                last[index[key]].copy()
                for key in ("info:env_id", "info:players.env_id")
            )
            return LastRows(ids, owners, lambda key: last[index[key]].copy())
        if self._legal.mask_key or self._num_players > 1:
            raise ProtocolError(
                "sample_actions: expected a result before it, with the envs' players "
                "or legal actions; call reset() or step() first"
            )
        return LastRows(everyone, everyone, lambda key: everyone)

    def draw(self, count: int, owners: NDArray[np.int32] | None = None) -> Any:
        """Returns actions of `count` envs: an array, or a dict of several arrays.

        Args:
          count: the number of envs.
          owners: the env of each player, if an env may have several.
        """
        action: dict[str, Any] = {}
        for key, entry in self._entries.items():
            several = entry.is_per_player and self._players and owners is not None
            rows = len(owners) if several and owners is not None else count
            action[key] = self._values(entry, (rows, *entry.inner_shape))
        if self._players and owners is not None:
            action["players.env_id"] = owners
        return action["action"] if list(action) == ["action"] else action

    def _bounds(self, entry: Any) -> tuple[Any, Any]:
        """Returns the least and the largest values that are drawn."""
        return entry.minimum, entry.maximum

    def _values(self, entry: Any, shape: tuple[int, ...]) -> NDArray[Any]:
        """Draws numbers; floats without bounds as Gymnasium's `Box` does."""
        dtype = entry.dtype
        if dtype.kind == "b":
            return self._rng.integers(2, size=shape).astype(np.bool_)
        low, high = self._bounds(entry)
        if dtype.kind in "iu" or entry.is_discrete:
            low, high = (np.asarray(bound).astype(np.int64) for bound in (low, high))
            return self._rng.integers(low, high, size=shape, endpoint=True).astype(
                dtype
            )
        has_low, has_high = np.greater(low, -_MOST), np.less(high, _MOST)
        if np.all(has_low & has_high):
            return self._rng.uniform(low, high, shape).astype(dtype)
        least, most = np.where(has_low, low, 0.0), np.where(has_high, high, 0.0)
        away = self._rng.exponential(size=shape)
        values = np.where(has_low, least + away, most - away)
        between = self._rng.uniform(least, np.maximum(least, most), shape)
        values = np.where(has_low & has_high, between, values)
        free = self._rng.standard_normal(shape)
        return np.where(has_low | has_high, values, free).astype(dtype)

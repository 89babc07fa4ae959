# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results of multi-player pools, with a place for each player.

A pool's arrays have a row for each player that takes part. Here they have the
axes (num_envs, max_num_players, ...): a player keeps its place.
"""

from __future__ import annotations

import types
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.integrations.player_entries import ACTION_MASK, Entry, make_entry
from envpool.python import spaces
from envpool.python.errors import NotSupportedError

__all__ = ["PlayerRows", "Table"]

# The infos that the layout itself is about.
_OWN = ("info:players.env_id", "info:players.id", "info:players.done")


class Table(NamedTuple):
    """A result, with a place for each player.

    Attributes:
      active: bool (num_envs, players): who has a row.
      done: bool (num_envs, players): for whom the game is over, as the env says.
      observations: by name, (num_envs, players, ...); who has no row keeps the
        last one of the episode.
      infos: likewise.
    """

    active: NDArray[np.bool_]
    done: NDArray[np.bool_]
    observations: dict[str, NDArray[Any]]
    infos: dict[str, NDArray[Any]]


class PlayerRows:
    """Reads results of `env_type="gym"`.

    Args:
      spec: of the pool.

    Attributes:
      shape: (num_envs, players).
      observations: the entries of a player's observation.
      place: the places of the rows of the last result, in their order.
    """

    def __init__(self, spec: Any) -> None:
        entries = spec.state_array_spec
        self.shape = (int(spec.config.num_envs), int(spec.config.max_num_players))
        self.observations = [
            make_entry(spec, key, entry, 1)
            for key, entry in entries.items()
            if key.startswith("obs")
        ]
        self._infos = [
            make_entry(spec, key, entry, 1)
            for key, entry in entries.items()
            if key.startswith("info:") and key not in _OWN
        ]
        self._has_ids = "info:players.id" in entries
        self._has_done = "info:players.done" in entries
        self.place: NDArray[np.intp] = np.zeros(0, np.intp)
        self._last: Table | None = None

    def spaces(self, module: types.ModuleType) -> dict[str, Any]:
        """Returns the space of each entry of one player's observation."""
        return {
            entry.name: module.MultiBinary(entry.spec.inner_shape)
            if entry.name == ACTION_MASK
            else spaces.classic_observation(entry.spec, module)
            for entry in self.observations
        }

    def read(self, obs: Any, info: Any, fresh: NDArray[np.bool_]) -> Table:
        """Puts the rows into their places.

        Args:
          obs: the observation.
          info: the infos.
          fresh: bool (num_envs,): the envs in which an episode has begun.
        """
        num_envs, players = self.shape
        rows = info["players"]
        env_id = rows["env_id"]
        if self._has_ids:
            seat = rows["id"]
            if not np.isin(seat, np.arange(players)).all():
                raise NotSupportedError(
                    f"info players.id: expected 0 .. {players - 1}, got {seat[:8]}"
                )
        else:
            starts = np.searchsorted(env_id, np.arange(num_envs))
            seat = np.arange(len(env_id)) - starts[env_id]
        self.place = env_id.astype(np.intp) * players + seat
        active = np.zeros(self.shape, np.bool_)
        active.flat[self.place] = True
        done = np.zeros(self.shape, np.bool_)
        if self._has_done:
            done.flat[self.place] = rows["done"]
        last = self._last
        self._last = Table(
            active,
            done,
            {
                entry.name: self._spread(
                    entry, obs, fresh, last and last.observations[entry.name]
                )
                for entry in self.observations
            },
            {
                entry.name: self._spread(
                    entry, info, fresh, last and last.infos[entry.name]
                )
                for entry in self._infos
            },
        )
        return self._last

    def _spread(
        self, entry: Entry, tree: Any, fresh: NDArray[np.bool_], last: Any
    ) -> NDArray[Any]:
        column = entry.find(tree)
        if entry.name == ACTION_MASK:
            column = column.astype(np.int8)  # what `Space.sample(mask)` takes
        shape = (*self.shape, *column.shape[1:])
        if not entry.of_player:
            return np.broadcast_to(column[:, None], shape)
        if last is None:
            result = np.zeros(shape, column.dtype)
        else:
            result = last.copy()
            result[fresh] = 0
        result.reshape(-1, *column.shape[1:])[self.place] = column
        return result

    def rewards(self, column: NDArray[Any]) -> NDArray[Any]:
        """Returns rewards, (num_envs, players); 0 without a row."""
        result = np.zeros(self.shape, column.dtype)
        result.flat[self.place] = column
        return result

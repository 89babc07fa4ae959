# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results of multi-player pools by agent.

A pool's arrays have a row for each player that takes part. Here, arrays have the axes
(num_envs, max_num_players, ...), with a fixed place for each player.
"""

from __future__ import annotations

import types
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from envpool.python.actions.legal_actions import MASK_NAMES
from envpool.python.array_spec import ArraySpec
from envpool.python.errors import NotSupportedError
from envpool.python.results import spaces, trees

__all__ = [
    "Entry",
    "PlayerResults",
    "PlayerRows",
    "make_entry",
    "one_or_dict",
    "state_of",
    "state_space",
]

# Libraries expect this name.
ACTION_MASK = MASK_NAMES[0]


class Entry(NamedTuple):
    """One array of the pool.

    Attributes:
      name: its key without `obs`, `info` and `players`.
      path: its path in nested dicts.
      spec: its shape and dtype.
      of_player: whether it has a row for each player instead of each env.
    """

    name: str
    path: tuple[str, ...]
    spec: ArraySpec
    of_player: bool

    def find(self, tree: Any) -> Any:
        """Returns its array."""
        for level in self.path:
            tree = tree[level]
        return tree


def make_entry(spec: Any, key: str, array: ArraySpec, skipped: int) -> Entry:
    """Describes the entry `key`; results lack its first `skipped` levels."""
    path = trees.gym_path(key)[skipped:]
    levels = [level for level in path if level != "players"]
    name = ".".join(levels) or "observation"
    if name in MASK_NAMES:
        name = ACTION_MASK
    return Entry(name, path, array, spec._is_per_player(array))


# Infos about the layout of rows; agents do not get them.
_OWN = ("info:players.env_id", "info:players.id", "info:players.done")


class Table(NamedTuple):
    """A result, with a place for each player.

    Attributes:
      active: bool (num_envs, players): which players have a row.
      done: bool (num_envs, players): which players' games are over, by the env.
      observations: by name, (num_envs, players, ...); a player without a row keeps
        the last observation of the episode.
      infos: in the same layout.
    """

    active: NDArray[np.bool_]
    done: NDArray[np.bool_]
    observations: dict[str, NDArray[Any]]
    infos: dict[str, NDArray[Any]]


class PlayerRows:
    """Reads results of `env_type="gym"`.

    Args:
      spec: the spec of the pool.

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


class PlayerResults:
    """Converts a pool's results to dicts by agent.

    Args:
      rows: finds the places of the players.
      leaves: whether the game is over for a player without a row.

    Attributes:
      agents: their names; a player's number is its place.
      alive: bool (num_envs, players): which players take part.
      listed: bool (num_envs, players): which players have a row in the last
        result, possibly their final one.
      table: the last result; None before the first one.
    """

    def __init__(self, rows: PlayerRows, leaves: bool) -> None:
        self._rows = rows
        self._leaves = leaves
        self.agents = [f"player_{i}" for i in range(rows.shape[1])]
        self.alive = np.zeros(rows.shape, np.bool_)
        self.listed = self.alive
        self.table: Table | None = None

    def by_agent(
        self, obs: Any, reward: Any, terminated: Any, truncated: Any, info: Any
    ) -> tuple[dict[str, Any], ...]:
        """Returns observations, rewards, terminations, truncations and infos."""
        fresh = info["elapsed_step"] == 0
        self.table = self._rows.read(obs, info, fresh)
        active, done, observations, infos = self.table
        before = self.alive & ~fresh[:, None]
        self.listed = before | (active & ~done)
        gone = self.listed & done
        if self._leaves:
            gone |= before & ~active
        ends = gone | (self.listed & terminated[:, None])
        cuts = self.listed & truncated[:, None]
        self.alive = self.listed & ~(ends | cuts)
        return tuple(
            {agent: _of_player(table, i) for i, agent in enumerate(self.agents)}
            for table in (
                one_or_dict(observations),
                self._rows.rewards(reward),
                ends,
                cuts,
                {"active": active, **infos},
            )
        )

    def end(self, env_ids: Sequence[int]) -> None:
        """Ends the episodes of these failed envs."""
        self.listed[env_ids] = False
        self.alive[env_ids] = False


def one_or_dict(leaves: dict[str, Any]) -> Any:
    """Returns the value of a dict with one entry; other dicts unchanged."""
    if len(leaves) == 1:
        return next(iter(leaves.values()))
    return leaves


def _of_player(table: Any, player: int) -> Any:
    if isinstance(table, dict):
        return {name: column[:, player] for name, column in table.items()}
    return table[:, player]


def state_of(
    entries: Sequence[Entry], columns: dict[str, NDArray[Any]]
) -> NDArray[Any]:
    """Returns the states of envs, (num_envs, ...).

    Args:
      entries: the entries of a player's observation.
      columns: arrays by name, (num_envs, players, ...).

    Returns:
      The column if there is only one; else all columns in a vector of float32,
      with columns that all players share once.
    """
    if len(entries) == 1:
        return np.array(columns[entries[0].name])
    flat = [
        (column if entry.of_player else column[:, :1]).reshape(len(column), -1)
        for entry in entries
        for column in (columns[entry.name],)
    ]
    return np.concatenate(flat, axis=1).astype(np.float32)


def state_space(entries: Sequence[Entry], players: int) -> Box:
    """Returns the space of one env's state; players without a row have 0."""

    def limit(side: int, widen: Any) -> NDArray[Any]:
        columns = {}
        for entry in entries:
            shape = (1, players, *entry.spec.inner_shape)
            columns[entry.name] = np.broadcast_to(
                widen(spaces.bounds(entry.spec)[side], 0), shape
            )
        state: NDArray[Any] = state_of(entries, columns)[0]
        return state

    low = limit(0, np.minimum)
    return Box(low, limit(1, np.maximum), dtype=low.dtype.type)

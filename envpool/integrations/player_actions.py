# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Actions of multi-player pools, from one array for each player."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.integrations.player_results import Entry, make_entry
from envpool.python.config.argument_checks import show
from envpool.python.errors import ArgumentError, ArgumentTypeError
from envpool.python.results import trees
from envpool.python.results.spaces import bounds, make_space

__all__ = ["PlayerActions", "check_agents"]


def check_agents(actions: Any) -> None:
    """Refuses actions that are not given by agent.

    Raises:
      ArgumentTypeError: `actions` is no dict.
    """
    if not isinstance(actions, Mapping):
        raise ArgumentTypeError(
            f"actions: expected a dict by agent, got {show(actions)}"
        )


class PlayerActions:
    """Joins players' actions into a pool's action.

    Args:
      spec: the spec of the pool.

    Attributes:
      entries: the entries of a player's action.
    """

    def __init__(self, spec: Any) -> None:
        found = [
            make_entry(spec, key, entry, 0)
            for key, entry in spec.action_array_spec.items()
            if key not in ("env_id", "players.env_id")
        ]
        self.entries = [entry for entry in found if entry.of_player]
        self._shared = [entry for entry in found if not entry.of_player]
        self._num_envs = int(spec.config.num_envs)

    def spaces(self, module: types.ModuleType) -> dict[str, Any]:
        """Returns the space of each entry of one player's action."""
        return {e.name: make_space(e.spec, True, module) for e in self.entries}

    def join(
        self,
        actions: Sequence[Any],
        place: NDArray[np.intp],
        shared: Mapping[str, Any],
    ) -> Any:
        """Returns the pool's action.

        Args:
          actions: an array (num_envs, ...) of each player, or a dict of such arrays
            if an action has several entries; None for a player that acts nowhere.
          place: env * players + player, for each row that the pool expects.
          shared: the value of each other entry, for one env or for each.

        Raises:
          ArgumentError: keys or shapes are wrong.
        """
        leaves = []
        for entry in self.entries:
            columns = [self._column(i, a, entry) for i, a in enumerate(actions)]
            rows = np.stack(columns, axis=1).reshape(-1, *entry.spec.inner_shape)
            leaves.append((entry.path, rows[place]))
        names = {entry.name for entry in self._shared}
        if names != set(shared):
            raise ArgumentError(
                f"shared_action: expected the keys {sorted(names)}, got "
                f"{sorted(shared)}"
            )
        for entry in self._shared:
            value = np.asarray(shared[entry.name])
            leaves.append((entry.path, np.broadcast_to(value, self._shape(entry))))
        if len(leaves) == 1 and len(leaves[0][0]) == 1:
            return leaves[0][1]
        return trees.nest(leaves)

    def _shape(self, entry: Entry) -> tuple[int, ...]:
        return (self._num_envs, *entry.spec.inner_shape)

    def _column(self, player: int, action: Any, entry: Entry) -> NDArray[Any]:
        if action is None:
            low, high = bounds(entry.spec)
            harmless = np.clip(np.zeros_like(low), low, high)
            return np.broadcast_to(harmless, self._shape(entry))
        name = f"actions[player_{player}]"
        if len(self.entries) > 1:
            if not isinstance(action, Mapping) or entry.name not in action:
                names = [entry.name for entry in self.entries]
                raise ArgumentError(f"{name}: expected a dict with the keys {names}")
            action = action[entry.name]
        column = np.asarray(action)
        if column.shape != self._shape(entry):
            raise ArgumentError(
                f"{name}: expected shape {self._shape(entry)}, got {column.shape}"
            )
        return column

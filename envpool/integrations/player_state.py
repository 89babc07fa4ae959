# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What all players of an env see together, for centralized training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from envpool.integrations.player_entries import Entry
from envpool.python.spaces import bounds

__all__ = ["state_of", "state_space"]

Array = NDArray[Any]


def state_of(entries: Sequence[Entry], columns: dict[str, Array]) -> Array:
    """Returns the states of envs, (num_envs, ...).

    Args:
      entries: of a player's observation.
      columns: by their names, (num_envs, players, ...).

    Returns:
      The column if there is only one; else all of them in a vector of float32,
      with those that all players share once.
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

    def limit(side: int, widen: Any) -> Array:
        columns = {}
        for entry in entries:
            shape = (1, players, *entry.spec.inner_shape)
            columns[entry.name] = np.broadcast_to(
                widen(bounds(entry.spec)[side], 0), shape
            )
        state: Array = state_of(entries, columns)[0]
        return state

    low = limit(0, np.minimum)
    return Box(low, limit(1, np.maximum), dtype=low.dtype.type)

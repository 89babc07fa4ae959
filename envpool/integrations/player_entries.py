# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The arrays of multi-player pools that belong to players, and their names."""

from __future__ import annotations

from typing import Any, NamedTuple

from envpool.python import trees
from envpool.python.moves import MASK_NAMES
from envpool.python.protocol import ArraySpec

__all__ = ["ACTION_MASK", "Entry", "make_entry"]

# Under this name libraries look for it.
ACTION_MASK = MASK_NAMES[0]


class Entry(NamedTuple):
    """One array of the pool.

    Attributes:
      name: its key without `obs`, `info` and `players`.
      path: where nested dicts have it.
      spec: its shape and dtype.
      of_player: whether it has a row for each player, not for each env.
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
    """Describes the entry `key`, whose first levels the pool leaves out."""
    path = trees.gym_path(key)[skipped:]
    levels = [level for level in path if level != "players"]
    name = ".".join(levels) or "observation"
    if name in MASK_NAMES:
        name = ACTION_MASK
    return Entry(name, path, array, spec._is_per_player(array))

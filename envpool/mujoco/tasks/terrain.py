# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Terrains: the ground of a task, and which part of it an episode starts on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from envpool.mujoco.tasks.compiler import Compiler
from envpool.mujoco.tasks.functions import FUNCTIONS
from envpool.mujoco.tasks.nodes import Node, TermError, binary, constant, unary
from envpool.mujoco.tasks.parser import Names, parse

__all__ = ["KINDS", "Curriculum", "terrain_numbers"]

KINDS = ("flat", "rough", "slope", "stairs", "boxes")  # Terrain::Kind

# Of a kind: the amounts at the first and the last level, and the width, in metres; for
# slopes, the amounts are height per distance.
_AMOUNTS = {
    "flat": (0.0, 0.0, 1.0),
    "rough": (0.0, 0.1, 1.0),
    "slope": (0.0, 0.4, 1.0),
    "stairs": (0.02, 0.2, 0.3),
    "boxes": (0.02, 0.2, 0.5),
}


def terrain_numbers(terrain: Mapping[str, Any]) -> list[float]:
    """Returns a complete terrain as the numbers of the config; see terrain.h.

    Raises:
      TermError: a value is no number.
    """
    if not terrain:
        return []
    numbers = [
        terrain[key]
        for key in ("levels", "cell", "resolution", "border", "centre", "seed")
    ]
    for column in terrain["columns"]:
        low, high, width = _AMOUNTS[column["kind"]]
        numbers += [
            KINDS.index(column["kind"]),
            column.get("low", low),
            column.get("high", high),
            column.get("width", width),
        ]
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise TermError(f"terrain: expected numbers, got {number!r}")
    return [float(number) for number in numbers]


class Curriculum:
    """The level of each env, which rises and falls with success.

    It is kept between episodes. An env draws its column, and a level up to `start`, at
    its first reset. One that rises beyond the last level gets any level.

    Args:
      compiler: the compiler.
      terrain: the complete terrain.
    """

    def __init__(self, compiler: Compiler, terrain: Mapping[str, Any]) -> None:
        self._compiler = compiler
        self._terrain = terrain
        self._levels = int(terrain["levels"])
        self._columns = len(terrain["columns"])
        self._has_begun, self._level, self._column, self._rises, self._falls = (
            compiler.kept_place() for _ in range(5)
        )

    def define(self, names: Names) -> None:
        """Adds the quantities of the cell to the names of expressions."""
        row = binary("mul", self._level, constant(float(self._columns)))
        row = binary("add", row, self._column)
        places = constant(self._compiler.facts["terrain"])
        rows = self._levels * self._columns
        origin = Node("gather", (places, row), 3, (rows, 3))
        names.quantities |= {
            "terrain_level": lambda: self._level,
            "terrain_column": lambda: self._column,
            "terrain_origin": lambda: origin,
        }

    def _draw(self, count: int) -> Node:
        return FUNCTIONS["integers"](constant(0.0), constant(float(count)))

    def start(self) -> None:
        """Chooses the cell of an episode, at the beginning of a reset."""
        compiler = self._compiler
        with compiler.only_if(unary("lnot", self._has_begun)):
            start = min(int(self._terrain["start"]), self._levels - 1)
            compiler.store(self._column, self._draw(self._columns))
            compiler.store(self._level, self._draw(start + 1))
            compiler.store(self._has_begun, constant(1.0))
        change = binary("sub", self._rises, self._falls)
        level = binary("add", self._level, change)
        compiler.store(self._level, binary("max", level, constant(0.0)))
        last = constant(float(self._levels - 1))
        with compiler.only_if(binary("lt", last, self._level)):
            compiler.store(self._level, self._draw(self._levels))
        for place in (self._rises, self._falls):
            compiler.store(place, constant(0.0))
        compiler.mark()

    def judge(self, names: Names) -> None:
        """Judges the episode so far, after each step."""
        for key, place in (("rise", self._rises), ("fall", self._falls)):
            if key in self._terrain:
                condition = parse(self._terrain[key], names)
                if condition.size is not None:
                    raise TermError(f"terrain: {key}: expected a condition")
                truth = unary("lnot", unary("lnot", condition))
                self._compiler.store(place, truth)

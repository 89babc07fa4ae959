# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Facts about the games of the Arcade Learning Environment, for tables.

The facts come from ale-py, in the version that the tests use.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import ale_py

# The heading of each column, and its width.
COLUMNS = {"Modes": 24, "Difficulties": 16, "Rows": 10}


def ranges(values: Iterable[int]) -> str:
    """Returns ascending integers, runs of three and more as `first-last`."""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    texts = [
        f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))
        for run in runs
    ]
    return ", ".join(texts)


class Game(NamedTuple):
    """ALE's facts about a game.

    Attributes:
      actions: names of the actions that have an effect, in the order of their indices.
      modes: numbers of the modes.
      difficulties: numbers of the difficulties.
      lives: number of lives after the first frame.
      rows: height of the screen.
    """

    actions: list[str]
    modes: list[int]
    difficulties: list[int]
    lives: int
    rows: int


@functools.cache
def game(rom: str) -> Game:
    """Returns a game, after loading it.

    Args:
      rom: path of the ROM file.
    """
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    ale = ale_py.ALEInterface()
    ale.loadROM(rom)
    ale.act(ale_py.Action.NOOP)  # some games set their lives in the first frame
    return Game(
        [action.name for action in ale.getMinimalActionSet()],
        sorted(ale.getAvailableModes()),
        sorted(ale.getAvailableDifficulties()),
        ale.lives(),
        ale.getScreenDims()[0],
    )


def game_of(config: Mapping[str, Any]) -> Game:
    """Returns the game of an id.

    Args:
      config: config of the id.
    """
    return game(os.path.join(config["rom_dir"], f"{config['task']}.bin"))


def cells(config: Mapping[str, Any]) -> list[str]:
    """Returns the table cells of a game, in the order of `COLUMNS`.

    Args:
      config: config of the game's id.
    """
    found = game_of(config)
    return [ranges(found.modes), ranges(found.difficulties), str(found.rows)]

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the Arcade Learning Environment says of its games, for a table.

The facts are those of ale-py, of the version that the tests have.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import ale_py

# The heading of each column, and its width.
COLUMNS = {"Actions": 30, "Modes": 16, "Difficulties": 12, "Lives": 6, "Rows": 6}
ALL = 18  # actions of one player


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


def cells(config: Mapping[str, Any]) -> list[str]:
    """Returns the cells of a game.

    Args:
      config: of its id.
    """
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    ale = ale_py.ALEInterface()
    ale.loadROM(os.path.join(config["rom_dir"], f"{config['task']}.bin"))
    actions = ale.getMinimalActionSet()
    names = " ".join(action.name for action in actions)
    return [
        "all" if len(actions) == ALL else names,
        ranges(sorted(ale.getAvailableModes())),
        ranges(sorted(ale.getAvailableDifficulties())),
        str(ale.lives()),
        str(ale.getScreenDims()[0]),
    ]

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws worlds of MiniGrid and BabyAI: `bazel run //envpool/minigrid:draw`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from docs import pictures

TASKS = (
    "MiniGrid-DoorKey-8x8-v0",
    "MiniGrid-FourRooms-v0",
    "MiniGrid-LavaCrossingS9N3-v0",
    "MiniGrid-Dynamic-Obstacles-8x8-v0",
    "MiniGrid-MultiRoom-N6-v0",
    "MiniGrid-LockedRoom-v0",
    "MiniGrid-KeyCorridorS4R3-v0",
    "MiniGrid-ObstructedMaze-Full-v0",
    "MiniGrid-WFC-MazeSimple-v0",
    "BabyAI-GoToLocal-v0",
    "BabyAI-GoTo-v0",
    "BabyAI-BossLevel-v0",
)
COLUMNS, SIZE = 6, (160, 160)


def picture(task: str) -> NDArray[np.uint8]:
    """Returns a task's picture after the reset."""
    env: Any = envpool.make_gym(task, seed=1, render_mode="rgb_array")
    env.reset()
    return np.asarray(env.render()[0], np.uint8)


if __name__ == "__main__":
    frames = [picture(task) for task in TASKS]
    pictures.main(__doc__, "minigrid.png", frames, SIZE, COLUMNS)

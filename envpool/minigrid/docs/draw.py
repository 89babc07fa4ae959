# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws worlds of MiniGrid and BabyAI: `bazel run //envpool/minigrid:draw`."""

from __future__ import annotations

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


if __name__ == "__main__":
    frames = [pictures.picture(task, 1) for task in TASKS]
    pictures.main(__doc__, "minigrid.png", frames, SIZE, COLUMNS)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the tasks of Box2D: `bazel run //envpool/box2d:draw`."""

from __future__ import annotations

from docs import pictures

# Each with a seed, an action, and the number of steps.
SCENES = (
    ("LunarLander-v3", 5, 0, 60),
    ("BipedalWalker-v3", 1, (0.0, 0.0, 0.0, 0.0), 1),
    ("BipedalWalkerHardcore-v3", 1, (0.0, 0.0, 0.0, 0.0), 1),
    ("CarRacing-v3", 1, (0.0, 0.1, 0.0), 110),
)
COLUMNS, SIZE = 4, (240, 160)


if __name__ == "__main__":
    frames = [
        pictures.picture(task_id, seed, [action] * steps)
        for task_id, seed, action, steps in SCENES
    ]
    pictures.main(__doc__, "box2d.png", frames, SIZE, COLUMNS)

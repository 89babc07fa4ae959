# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the tasks of Box2D: `bazel run //envpool/box2d:draw`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from docs import pictures

# Each with a seed, an action, and how many steps it takes.
SCENES = (
    ("LunarLander-v3", 5, 0, 60),
    ("BipedalWalker-v3", 1, (0.0, 0.0, 0.0, 0.0), 1),
    ("BipedalWalkerHardcore-v3", 1, (0.0, 0.0, 0.0, 0.0), 1),
    ("CarRacing-v3", 1, (0.0, 0.1, 0.0), 110),
)
COLUMNS, SIZE = 4, (240, 160)


def picture(
    task: str, seed: int, action: int | tuple[float, ...], steps: int
) -> NDArray[np.uint8]:
    """Returns a task's picture after some steps."""
    env: Any = envpool.make_gym(task, seed=seed, render_mode="rgb_array")
    env.reset()
    for _ in range(steps):
        env.step(np.array([action], env.action_space.dtype))
    return np.asarray(env.render()[0], np.uint8)


if __name__ == "__main__":
    frames = [picture(*scene) for scene in SCENES]
    pictures.main(__doc__, "box2d.png", frames, SIZE, COLUMNS)

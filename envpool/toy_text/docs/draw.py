# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws toy text: `bazel run //envpool/toy_text:draw`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from docs import pictures

# Each with a seed, an action, and how many steps it takes.
SCENES = (
    ("FrozenLake8x8-v1", 1, 2, 6),
    ("Taxi-v3", 3, 1, 2),
    ("Blackjack-v1", 5, 1, 0),
    ("CliffWalking-v1", 1, 0, 1),
    ("NChain-v0", 2, 0, 3),
    ("Catch-v0", 1, 2, 4),
)
COLUMNS, SIZE = 3, (300, 200)


def picture(task: str, seed: int, action: int, steps: int) -> NDArray[np.uint8]:
    """Returns a task's picture after some steps, amid white of the same shape."""
    env: Any = envpool.make_gym(task, seed=seed, render_mode="rgb_array")
    env.reset()
    for _ in range(steps):
        env.step(np.array([action]))
    frame = np.asarray(env.render()[0], np.uint8)
    height, width = frame.shape[:2]
    scale = max(width / SIZE[0], height / SIZE[1])
    rows, columns = (round(side * scale) for side in reversed(SIZE))
    page = np.full((rows, columns, 3), 255, np.uint8)
    top, left = (rows - height) // 2, (columns - width) // 2
    page[top : top + height, left : left + width] = frame
    return page


if __name__ == "__main__":
    frames = [picture(*scene) for scene in SCENES]
    pictures.main(__doc__, "toy_text.png", frames, SIZE, COLUMNS)

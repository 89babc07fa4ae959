# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws toy text: `bazel run //envpool/toy_text:draw`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from docs import pictures

# (id, seed, action, number of steps with this action)
SCENES = (
    ("FrozenLake8x8-v1", 1, 2, 6),
    ("Taxi-v3", 3, 1, 2),
    ("Blackjack-v1", 5, 1, 0),
    ("CliffWalking-v1", 1, 0, 1),
    ("NChain-v0", 2, 0, 3),
    ("Catch-v0", 1, 2, 4),
)
COLUMNS, SIZE = 3, (300, 200)


def page(task: str, seed: int, action: int, steps: int) -> NDArray[np.uint8]:
    """Returns a picture after some steps, padded with transparency to a given shape."""
    frame = pictures.picture(task, seed, [action] * steps)
    height, width = frame.shape[:2]
    scale = max(width / SIZE[0], height / SIZE[1])
    rows, columns = (round(side * scale) for side in reversed(SIZE))
    whole = np.zeros((rows, columns, 4), np.uint8)
    top, left = (rows - height) // 2, (columns - width) // 2
    whole[top : top + height, left : left + width] = pictures.opaque(frame)
    return whole


if __name__ == "__main__":
    frames = [page(*scene) for scene in SCENES]
    pictures.main(__doc__, "toy_text.png", frames, SIZE, COLUMNS)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws planning problems: `bazel run //envpool/planning:draw`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from docs import pictures
from envpool.bench.random_steps import draw_actions

# The ids, and the numbers of random legal actions before the picture.
SCENES = {
    "Game2048-v1": 60,
    "Snake-v1": 3,
    "Sokoban-v0": 10,
    "PacMan-v1": 40,
    "Connector-v2": 8,
    "CVRP-v1": 14,
    "Maze-v0": 12,
    "SearchAndRescue-v0": 60,
}
COLUMNS, SIZE = 4, (240, 240)


def scene(task: str, steps: int) -> NDArray[np.uint8]:
    """Returns a picture after some steps, or after fewer if an episode ends.

    Args:
      task: the id.
      steps: the number of steps.
    """
    env: Any = envpool.make_gymnasium(task, seed=3, render_mode="rgb_array")
    rng = np.random.default_rng(3)
    obs, info = env.reset()
    frame = env.render()[0]
    for _ in range(steps):
        frame = env.render()[0]
        action = draw_actions(env.single_action_space, obs, info, rng)
        obs, _, terminated, truncated, info = env.step(action)
        if (terminated | truncated).any():
            break
    env.close()
    return np.array(frame, np.uint8)


if __name__ == "__main__":
    frames = [scene(*one) for one in SCENES.items()]
    pictures.main(__doc__, "planning.png", frames, SIZE, COLUMNS)

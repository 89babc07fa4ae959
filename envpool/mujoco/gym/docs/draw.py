# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the robots of MuJoCo's tasks: `bazel run //envpool/mujoco/gym:draw`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from docs import pictures

TASKS = (
    "Ant",
    "HalfCheetah",
    "Hopper",
    "Humanoid",
    "HumanoidStandup",
    "Walker2d",
    "Swimmer",
    "InvertedPendulum",
    "InvertedDoublePendulum",
    "Reacher",
    "Pusher",
)
COLUMNS, SIZE, STEPS = 6, (160, 160), 8


def picture(task: str) -> NDArray[np.uint8]:
    """Returns a task's picture after some steps."""
    env: Any = envpool.make_gym(f"{task}-v5", seed=1, render_mode="rgb_array")
    env.reset()
    random = np.random.default_rng(1)
    low, high = env.action_space.low, env.action_space.high
    for _ in range(STEPS):
        env.step(random.uniform(low, high)[None])
    return np.asarray(env.render()[0], np.uint8)


if __name__ == "__main__":
    frames = [picture(task) for task in TASKS]
    pictures.main(__doc__, "mujoco_gym.png", frames, SIZE, COLUMNS)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the robots of MuJoCo's tasks: `bazel run //envpool/mujoco/gym:draw`."""

from __future__ import annotations

from collections.abc import Iterator
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


def actions(task_id: str) -> Iterator[NDArray[np.float64]]:
    """Yields random actions."""
    space: Any = envpool.make_spec(task_id).action_space
    random = np.random.default_rng(1)
    for _ in range(STEPS):
        yield random.uniform(space.low, space.high)


if __name__ == "__main__":
    ids = [f"{task}-v5" for task in TASKS]
    frames = [pictures.picture(task_id, 1, actions(task_id)) for task_id in ids]
    pictures.main(__doc__, "mujoco_gym.png", frames, SIZE, COLUMNS)

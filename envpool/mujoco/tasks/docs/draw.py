# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the robots of the package's tables: `bazel run //envpool/mujoco/tasks:draw`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from docs import pictures

TABLES = (
    "go1_walk",
    "mjlab_velocity_flat_g1",
    "playground_go1_joystick_flat_terrain",
    "playground_walker_run",
    "playground_hopper_hop",
    "mjlab_cartpole_swingup",
    "ant",
    "humanoid",
    "half_cheetah",
    "finger_spin",
    "ball_in_cup_catch",
    "acrobot_swingup",
)
COLUMNS, SIZE, STEPS = 6, (160, 160), 8


def actions(table: str) -> Iterator[NDArray[np.float64]]:
    """Yields random actions, small ones if there are no bounds."""
    space: Any = envpool.make_spec(table).action_space
    random = np.random.default_rng(1)
    for _ in range(STEPS):
        yield random.uniform(np.maximum(space.low, -0.3), np.minimum(space.high, 0.3))


if __name__ == "__main__":
    files = [f"{table}.toml" for table in TABLES]
    frames = [pictures.picture(file, 1, actions(file)) for file in files]
    pictures.main(__doc__, "tables.png", frames, SIZE, COLUMNS)

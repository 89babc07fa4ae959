# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the scenarios of ViZDoom: `bazel run //envpool/vizdoom:draw`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from docs import pictures

SCENARIOS = (
    "Basic",
    "DeadlyCorridor",
    "Deathmatch",
    "DefendTheCenter",
    "DefendTheLine",
    "HealthGathering",
    "HealthGatheringSupreme",
    "MyWayHome",
    "PredictPosition",
    "TakeCover",
    "Cig",
    "MultiDuel",
)
COLUMNS, SIZE, STEPS = 4, (160, 120), 18


def picture(name: str) -> NDArray[np.uint8]:
    """Returns a frame of a scenario, after some steps without a button."""
    env: Any = envpool.make_gym(f"{name}-v1", seed=3, render_mode="rgb_array")
    env.reset()
    buttons = env.action_space.shape[0]
    for _ in range(STEPS):
        env.step(np.zeros((1, buttons)))
    frame = np.asarray(env.render()[0], np.uint8)
    env.close()
    return frame


if __name__ == "__main__":
    frames = [picture(name) for name in SCENARIOS]
    pictures.main(__doc__, "vizdoom.png", frames, SIZE, COLUMNS)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the scenarios of ViZDoom: `bazel run //envpool/vizdoom:draw`."""

from __future__ import annotations

import numpy as np

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


if __name__ == "__main__":
    ids = [f"{name}-v1" for name in SCENARIOS]
    spaces = [envpool.make_spec(task_id).action_space for task_id in ids]
    frames = [
        pictures.picture(task_id, 3, [np.zeros(space.shape)] * STEPS)
        for task_id, space in zip(ids, spaces, strict=True)
    ]
    pictures.main(__doc__, "vizdoom.png", frames, SIZE, COLUMNS)

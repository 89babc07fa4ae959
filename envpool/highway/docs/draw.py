# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws driving tasks: `bazel run //envpool/highway:draw`."""

from __future__ import annotations

from docs import pictures

TASKS = ("Racetrack-v0", "Intersection-v0", "Roundabout-v0", "RacetrackOval-v0")
COLUMNS, SIZE = 4, (300, 300)


if __name__ == "__main__":
    frames = [pictures.picture(task, 1) for task in TASKS]
    pictures.main(__doc__, "highway.png", frames, SIZE, COLUMNS)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the games of Procgen: `bazel run //envpool/procgen:draw`."""

from __future__ import annotations

from docs import pictures
from envpool.procgen.registration import GAMES

COLUMNS, SIZE, STEPS = 8, (80, 80), 12
RIGHT = 7

if __name__ == "__main__":
    ids = [f"procgen-{name}-v0" for name in GAMES]
    frames = [pictures.picture(task_id, 3, [RIGHT] * STEPS) for task_id in ids]
    pictures.main(__doc__, "procgen.png", frames, SIZE, COLUMNS)

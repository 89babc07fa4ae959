# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws tasks of MarlGrid: `bazel run //envpool/marlgrid:draw`."""

from __future__ import annotations

from docs import pictures

TASKS = (
    "MarlGrid-1AgentCluttered15x15-v0",
    "MarlGrid-3AgentCluttered15x15-v0",
    "MarlGrid-4AgentEmpty9x9-v0",
    "Goalcycle-demo-solo-v0",
)
COLUMNS, SIZE = 4, (300, 300)


if __name__ == "__main__":
    frames = [pictures.picture(task, 1) for task in TASKS]
    pictures.main(__doc__, "marlgrid.png", frames, SIZE, COLUMNS)

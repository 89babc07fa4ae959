# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The worlds that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]

POOLS = (
    Pool(key="minigrid-empty", task_id="MiniGrid-Empty-8x8-v0", num_envs=64),
    Pool(key="minigrid-doorkey", task_id="MiniGrid-DoorKey-8x8-v0", num_envs=64),
)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The grid worlds that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]

POOLS = (
    Pool(
        key="marlgrid",
        task_id="MarlGrid-1AgentCluttered15x15-v0",
        num_envs=64,
        python_peers=False,
    ),
)

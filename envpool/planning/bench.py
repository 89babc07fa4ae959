# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The problems that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]

POOLS = (
    Pool(key="game2048", task_id="Game2048-v1", num_envs=1024, python_peers=False),
    Pool(key="snake", task_id="Snake-v1", num_envs=1024, python_peers=False),
    Pool(key="maze", task_id="Maze-v0", num_envs=1024, python_peers=False),
    Pool(key="tsp", task_id="TSP-v1", num_envs=1024, python_peers=False),
)

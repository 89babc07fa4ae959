# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The worlds that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]

POOLS = (
    Pool(key="taxi", task_id="Taxi-v3", num_envs=1024),
    Pool(key="frozenlake", task_id="FrozenLake-v1", num_envs=1024),
)

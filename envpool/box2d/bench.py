# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Box2D tasks that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import GymnasiumEnv, standard_pools

__all__ = ["POOLS"]

POOLS = tuple(
    pool
    for name, task_id in {
        "car": "CarRacing-v3",
        "lander": "LunarLander-v3",
        "walker": "BipedalWalker-v3",
    }.items()
    for pool in standard_pools(
        f"box2d-{name}",
        task_id,
        in_readme=name == "car",
        gymnasium=GymnasiumEnv(),
    )
)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The robots that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Cost, GymnasiumEnv, standard_pools

__all__ = ["COSTS", "POOLS"]

POOLS = tuple(
    pool
    for robot, name in {
        "ant": "Ant",
        "half_cheetah": "HalfCheetah",
        "hopper": "Hopper",
        "humanoid": "Humanoid",
        "walker2d": "Walker2d",
    }.items()
    for pool in standard_pools(
        f"mujoco-{robot}",
        f"{name}-v5",
        in_readme=name in ("HalfCheetah", "Humanoid"),
        gymnasium=GymnasiumEnv(needs_own_python=True),
    )
)
COSTS = tuple(
    Cost(task_id=task_id, make_seconds=0.15, of_loop=1.1)
    for task_id in ("Ant-v5", "Humanoid-v5")
)

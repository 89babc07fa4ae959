# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The robots that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import GymnasiumEnv, Pool

__all__ = ["POOLS"]


def _robot(robot: str) -> list[Pool]:
    def pool(suffix: str, num_envs: int, batch_size: int = 0) -> Pool:
        return Pool(
            key=f"mujoco-{robot}{suffix}",
            task_id="".join(map(str.capitalize, robot.split("_"))) + "-v5",
            num_envs=num_envs,
            batch_size=batch_size,
            gymnasium=GymnasiumEnv(needs_own_python=True),
        )

    return [pool("", 64), pool("-async", 64, 16), pool("-1", 1)]


POOLS = (
    *_robot("ant"),
    *_robot("half_cheetah"),
    *_robot("hopper"),
    *_robot("humanoid"),
)

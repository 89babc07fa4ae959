# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import GymnasiumEnv, Pool

__all__ = ["POOLS"]


def _pools(name: str, task_id: str) -> list[Pool]:
    def pool(suffix: str, num_envs: int, batch_size: int = 0) -> Pool:
        return Pool(
            key=f"box2d-{name}{suffix}",
            task_id=task_id,
            num_envs=num_envs,
            batch_size=batch_size,
            gymnasium=GymnasiumEnv(),
        )

    return [pool("", 64), pool("-async", 64, 16), pool("-1", 1)]


POOLS = (
    *_pools("car", "CarRacing-v3"),
    *_pools("lander", "LunarLander-v3"),
    *_pools("walker", "BipedalWalker-v3"),
)

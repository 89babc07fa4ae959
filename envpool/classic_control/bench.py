# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import GymnasiumEnv, Pool, System

__all__ = ["POOLS", "SYSTEMS"]


def _cartpole(suffix: str, num_envs: int, batch_size: int = 0) -> Pool:
    return Pool(
        key=f"cartpole-{suffix}",
        task_id="CartPole-v1",
        num_envs=num_envs,
        batch_size=batch_size,
        gymnasium=GymnasiumEnv(vector_system="numpy"),
        readme="",
    )


POOLS = (
    _cartpole("1", 1),
    _cartpole("64", 64),
    _cartpole("1024", 1024),
    _cartpole("async", 1024, 256),
    Pool(key="mountaincar", task_id="MountainCar-v0", num_envs=1024),
    Pool(key="pendulum", task_id="Pendulum-v1", num_envs=1024),
    Pool(key="acrobot", task_id="Acrobot-v1", num_envs=1024),
)
SYSTEMS = (
    System(
        key="numpy",
        title="gymnasium CartPoleVectorEnv (NumPy)",
        player="gymnasium_vector",
        plays=lambda pool: (
            pool.gymnasium.vector_system == "numpy" and not pool.is_async
        ),
    ),
)

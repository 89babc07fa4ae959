# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]

POOLS = (
    Pool(key="cartpole-1", task_id="CartPole-v1", num_envs=1),
    Pool(key="cartpole-64", task_id="CartPole-v1", num_envs=64),
    Pool(key="cartpole-1024", task_id="CartPole-v1", num_envs=1024),
    Pool(
        key="cartpole-async",
        task_id="CartPole-v1",
        num_envs=1024,
        batch_size=256,
    ),
    Pool(key="mountaincar", task_id="MountainCar-v0", num_envs=1024),
    Pool(key="pendulum", task_id="Pendulum-v1", num_envs=1024),
    Pool(key="acrobot", task_id="Acrobot-v1", num_envs=1024),
)

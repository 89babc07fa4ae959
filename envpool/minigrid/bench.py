# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The worlds that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import GymnasiumEnv, Pool

__all__ = ["POOLS"]

_OFFICIAL = GymnasiumEnv(module="minigrid", shared_memory=False)

POOLS = tuple(
    Pool(key=f"minigrid-{key}", task_id=task_id, num_envs=num_envs, gymnasium=_OFFICIAL)
    for key, task_id, num_envs in (
        ("empty", "MiniGrid-Empty-8x8-v0", 64),
        ("empty-1", "MiniGrid-Empty-8x8-v0", 1),
        ("doorkey", "MiniGrid-DoorKey-8x8-v0", 64),
        ("multiroom", "MiniGrid-MultiRoom-N6-v0", 64),
        ("babyai-gotolocal", "BabyAI-GoToLocal-v0", 64),
        ("babyai-gotolocal-1", "BabyAI-GoToLocal-v0", 1),
        ("babyai-putnext", "BabyAI-PutNextLocal-v0", 64),
        ("babyai-bosslevel", "BabyAI-BossLevel-v0", 64),
    )
)

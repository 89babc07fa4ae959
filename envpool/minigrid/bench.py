# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The worlds that `make bench` measures."""

from __future__ import annotations

from collections.abc import Mapping

from envpool.bench.pool import GymnasiumEnv, Pool

__all__ = ["POOLS"]

# Short episodes spend most of the time on generating levels.
_SHORT = {"max_episode_steps": 20}


def _pool(
    key: str, task_id: str, num_envs: int = 64, options: Mapping[str, int] | None = None
) -> Pool:
    return Pool(
        key=f"minigrid-{key}",
        task_id=task_id,
        num_envs=num_envs,
        options=options or {},
        gymnasium=GymnasiumEnv(
            module="minigrid", shared_memory=False, options=options or {}
        ),
        readme="" if key == "doorkey" else None,
        note=f"episodes of {options['max_episode_steps']} steps" if options else "",
    )


POOLS = (
    _pool("empty", "MiniGrid-Empty-8x8-v0"),
    _pool("empty-1", "MiniGrid-Empty-8x8-v0", 1),
    _pool("empty-short", "MiniGrid-Empty-Random-6x6-v0", options=_SHORT),
    _pool("doorkey", "MiniGrid-DoorKey-8x8-v0"),
    _pool("multiroom", "MiniGrid-MultiRoom-N6-v0"),
    _pool("multiroom-short", "MiniGrid-MultiRoom-N6-v0", options=_SHORT),
    _pool("babyai-gotolocal", "BabyAI-GoToLocal-v0"),
    _pool("babyai-gotolocal-1", "BabyAI-GoToLocal-v0", 1),
    _pool("babyai-putnext", "BabyAI-PutNextLocal-v0"),
    _pool("babyai-bosslevel", "BabyAI-BossLevel-v0"),
    _pool("babyai-bosslevel-short", "BabyAI-BossLevel-v0", options=_SHORT),
)

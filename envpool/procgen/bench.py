# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The games that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]


def _pools(name: str, task_id: str) -> list[Pool]:
    def pool(suffix: str, num_envs: int, batch_size: int = 0) -> Pool:
        return Pool(
            key=f"procgen-{name}{suffix}",
            task_id=task_id,
            num_envs=num_envs,
            batch_size=batch_size,
            python_peers=False,
        )

    return [pool("", 64), pool("-async", 64, 16), pool("-1", 1)]


POOLS = (
    *_pools("coinrun", "CoinrunHard-v0"),
    *_pools("bigfish", "BigfishHard-v0"),
    *_pools("maze", "MazeHard-v0"),
    *_pools("starpilot", "StarpilotHard-v0"),
)

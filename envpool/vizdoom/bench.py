# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The scenarios that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]


def _pools(name: str, task_id: str) -> list[Pool]:
    def pool(suffix: str, num_envs: int, batch_size: int = 0) -> Pool:
        return Pool(
            key=f"vizdoom-{name}{suffix}",
            task_id=task_id,
            num_envs=num_envs,
            batch_size=batch_size,
            options={"use_combined_action": True},
            python_peers=False,
        )

    return [pool("", 64), pool("-async", 64, 16), pool("-1", 1)]


POOLS = (
    *_pools("basic", "Basic-v1"),
    *_pools("deadly-corridor", "DeadlyCorridor-v1"),
    *_pools("simpler-basic", "SimplerBasic-v1"),
)

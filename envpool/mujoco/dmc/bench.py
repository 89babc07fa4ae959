# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Control suite's tasks that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]


def _suite(task: str) -> Pool:
    return Pool(
        key=f"dmc-{task.lower()}",
        task_id=f"{task}-v1",
        num_envs=64,
        python_peers=False,
    )


POOLS = tuple(map(_suite, ("ReacherEasy", "CheetahRun", "WalkerRun", "HumanoidWalk")))

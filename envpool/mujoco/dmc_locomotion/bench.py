# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The locomotion tasks that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]


def _task(key: str, name: str) -> Pool:
    return Pool(
        key=key,
        task_id=f"dm_control/locomotion/{name}",
        num_envs=64,
        python_peers=False,
    )


POOLS = (
    _task("soccer-boxhead", "soccer_boxhead"),
    _task("soccer-humanoid", "soccer_humanoid"),
    _task("cmu-run-walls", "cmu_humanoid_run_walls"),
    _task("cmu-tracking", "cmu_humanoid_tracking"),
)

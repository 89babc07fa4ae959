# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The robots with goals that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]


def _robot(task_id: str) -> Pool:
    return Pool(
        key=f"robotics-{task_id.partition('-')[0].lower()}",
        task_id=task_id,
        num_envs=64,
        python_peers=False,
    )


POOLS = tuple(
    map(
        _robot,
        (
            "FetchReach-v4",
            "FetchPickAndPlace-v4",
            "HandManipulateBlock-v1",
            "PointMaze_UMaze-v3",
            "AntMaze_UMaze-v5",
            "AdroitHandDoor-v1",
            "FrankaKitchen-v1",
        ),
    )
)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of Meta-World that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]


def _task(name: str) -> Pool:
    return Pool(
        key=f"metaworld-{name.lower()}",
        task_id=f"MetaWorld/{name}-v3",
        num_envs=64,
        python_peers=False,
    )


POOLS = tuple(map(_task, ("Reach", "Assembly")))

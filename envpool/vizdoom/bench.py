# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The scenarios that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import standard_pools

__all__ = ["POOLS"]

POOLS = tuple(
    pool
    for name, task_id in {
        "basic": "Basic-v1",
        "deadly-corridor": "DeadlyCorridor-v1",
        "simpler-basic": "SimplerBasic-v1",
    }.items()
    for pool in standard_pools(
        f"vizdoom-{name}",
        task_id,
        options={"use_combined_action": True},
        python_peers=False,
    )
)

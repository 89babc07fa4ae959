# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The games that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import standard_pools

__all__ = ["POOLS"]

POOLS = tuple(
    pool
    for name in ("Coinrun", "Bigfish", "Maze", "Starpilot")
    for pool in standard_pools(
        f"procgen-{name.lower()}",
        f"{name}Hard-v0",
        in_readme=name == "Coinrun",
        python_peers=False,
    )
)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pools to measure, as listed in the bench.py of each family."""

from __future__ import annotations

from envpool.bench.pool import Pool
from envpool.families import modules

__all__ = ["POOLS", "Pool"]


POOLS: tuple[Pool, ...] = tuple(
    pool for module in modules("bench") for pool in module.POOLS
)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What is measured: the pools that the families name in their bench.py."""

from __future__ import annotations

from envpool.bench.pool import Pool
from envpool.families import modules

__all__ = ["POOLS", "Pool"]


POOLS: tuple[Pool, ...] = tuple(
    pool for module in modules("bench") for pool in module.POOLS
)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The driving tasks that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]

POOLS = (Pool(key="highway", task_id="Highway-v0", num_envs=64, python_peers=False),)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The benchmark loop of loop.cc, one of the systems that `make bench` compares."""

from __future__ import annotations

from typing import Any

from envpool.bench.loop import play_library
from envpool.bench.worker import Player

__all__ = ["bare"]


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that steps envs of the pool's task."""
    return play_library(__file__, [pool["task_id"].partition("-")[0]], pool)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The loop of loop.cc, a system of `make bench`."""

from __future__ import annotations

from typing import Any

from envpool.bench.loop import play_library
from envpool.bench.worker import Player

__all__ = ["bare"]


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that steps games of the pool's task."""
    import envpool

    config: Any = envpool.make_spec(pool["task_id"]).config
    arguments = [f"{config.base_path}/procgen", config.env_name]
    return play_library(__file__, arguments, pool)

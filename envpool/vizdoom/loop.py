# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The loop of loop.cc, a system of `make bench`."""

from __future__ import annotations

from typing import Any

from envpool.bench.loop import play_library
from envpool.bench.worker import Player

__all__ = ["bare"]


# More threads than CPUs, since a thread waits while its engine's process plays.
THREADS_PER_CPU = 3


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that steps engines of the pool's task."""
    import envpool

    config: Any = envpool.make_spec(pool["task_id"]).config
    arguments = [config.vzd_path, config.iwad_path, config.cfg_path, config.wad_path]
    return play_library(__file__, arguments, pool, THREADS_PER_CPU)

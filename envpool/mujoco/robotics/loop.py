# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The loop of loop.cc, a system of `make bench`."""

from __future__ import annotations

from typing import Any

from envpool.bench.loop import play_library
from envpool.bench.worker import Player

__all__ = ["bare"]


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that steps robots of the pool's task."""
    import envpool

    config: Any = envpool.make_spec(pool["task_id"]).config
    has_forward = "1" if getattr(config, "block_gripper", False) else "0"
    arguments = [config.xml_file, has_forward, str(config.frame_skip)]
    return play_library(__file__, arguments, pool)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The loop of loop.cc, a system of `make bench`."""

from __future__ import annotations

import os
from typing import Any

from envpool.bench.loop import play_library
from envpool.bench.worker import Player

__all__ = ["bare"]


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that steps walkers of the pool's task."""
    import envpool

    config: Any = envpool.make_spec(pool["task_id"]).config
    is_soccer = config.task_name.startswith("soccer_")
    name = f"{config.task_name}_{config.team_size}" if is_soccer else config.task_name
    folder = os.path.join(config.base_path, "mujoco", "dmc_locomotion", "assets")
    arguments = [
        os.path.join(folder, f"{name}.xml"),
        str(config.frame_skip),
        "first" if is_soccer else "last",
    ]
    return play_library(__file__, arguments, pool)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The loop of loop.cc, a system of `make bench`."""

from __future__ import annotations

import os
from typing import Any

from envpool.bench.loop import play_library
from envpool.bench.worker import Player

__all__ = ["bare"]

# The model and the hand's place at the start, for the tasks that are measured.
_SETUPS = {
    "reach-v3": ("reach_v3", "0", "0.6", "0.2"),
    "assembly-v3": ("assembly_peg", "0", "0.6", "0.2"),
}


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that steps the arm of the pool's task."""
    import envpool

    config: Any = envpool.make_spec(pool["task_id"]).config
    model, *hand = _SETUPS[config.task_name]
    path = os.path.join(
        config.base_path,
        "mujoco/metaworld/assets/sawyer_xyz",
        f"sawyer_{model}.xml",
    )
    return play_library(__file__, [path, str(config.frame_skip), *hand], pool)

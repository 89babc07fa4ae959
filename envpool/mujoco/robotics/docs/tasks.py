# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of Gymnasium-Robotics; each group of tasks is in a module of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from docs.env_text import Env, grouped
from envpool.mujoco.robotics.docs import d4rl, fetch, hand, mazes

SHOWN_FIRST = {"FetchPickAndPlace": 0.5, "HandManipulateBlock": 0.5}


def page_of(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of an id's page.

    Args:
      task_id: the id.
      config: its registered config.
    """
    found = re.match(r"HandManipulate(Block|Egg|Pen)", task_id)
    if found is not None:
        return found[0]
    if found := re.match(r"(Point|Ant)Maze", task_id):
        return found[0]
    return re.sub(r"(Dense|Sparse)?-v\d$", "", task_id)


def envs() -> dict[str, Env]:
    """Returns the tasks by page name."""
    ids = grouped("envpool.mujoco.robotics", page_of)
    return {
        **fetch.envs(ids),
        **hand.envs(ids),
        **mazes.envs(ids),
        **d4rl.envs(ids),
    }

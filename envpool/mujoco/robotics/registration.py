# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of Gymnasium-Robotics; each group of tasks is in a module of its own."""

from __future__ import annotations

from envpool.mujoco.robotics import (
    adroit_tasks,
    fetch_tasks,
    hand_tasks,
    kitchen_tasks,
    maze_tasks,
)
from envpool.registration import Family

__all__ = ["family"]

family = Family("envpool.mujoco.robotics")
family.meanings(
    {
        "frame_skip": "Number of MuJoCo steps per step of the env; officially "
        "`n_substeps`.",
        "frame_stack": "Number of observations in a stacked one, oldest first; 1 does "
        "not stack.",
        "xml_file": "Path of the model: among the assets, absolute, or from the "
        "working folder if it starts with a dot.",
        "reward_type": "Kind of rewards, `sparse` or `dense`; the id sets it.",
    }
)
fetch_tasks.add(family)
hand_tasks.add(family)
adroit_tasks.add(family)
kitchen_tasks.add(family)
maze_tasks.add(family)

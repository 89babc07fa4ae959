# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The locomotion tasks of dm_control."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from envpool.mujoco.dmc_locomotion import soccer_tasks, tracking_tasks
from envpool.registration import Family

__all__ = ["TASKS", "Task", "family", "task_id"]


class Task(NamedTuple):
    """A task.

    Attributes:
      timestep: of MuJoCo, in seconds.
      frame_skip: number of MuJoCo's steps in a step of the env.
      steps: of the env, in an episode. The official limit is in seconds.
    """

    timestep: float
    frame_skip: int
    steps: int


# The sum of 6000 timesteps of 0.005 is a bit less than 30, so the official
# humanoids take one step more than 30 seconds have.
TASKS: dict[str, Task] = {
    "cmu_humanoid_go_to_target": Task(0.005, 6, 1001),
    "cmu_humanoid_run_gaps": Task(0.005, 6, 1001),
    "cmu_humanoid_run_walls": Task(0.005, 6, 1001),
    "rodent_escape_bowl": Task(0.001, 20, 1000),
    "rodent_run_gaps": Task(0.001, 20, 1500),
    "cmu_humanoid_maze_forage": Task(0.005, 6, 1001),
    "cmu_humanoid_heterogeneous_forage": Task(0.001, 30, 834),
    "rodent_maze_forage": Task(0.001, 20, 1500),
    "rodent_two_touch": Task(0.001, 20, 1500),
}


def task_id(name: str) -> str:
    """Returns the id of a task, by its official name."""
    return f"dm_control/locomotion/{name}"


def _render_fps(config: Mapping[str, Any]) -> float:
    return float(1 / (TASKS[config["task_name"]].timestep * config["frame_skip"]))


def _check_assets(config: dict[str, Any]) -> dict[str, Any]:
    """Checks that the folder of assets contains models."""
    folder = os.path.join(config["base_path"], "mujoco", "dmc_locomotion", "assets")
    if not os.path.isdir(folder):
        raise ValueError(
            "base_path: expected a folder with the models of locomotion in "
            f"mujoco/dmc_locomotion/assets, got {config['base_path']!r}; without "
            "base_path it is the environment variable ENVPOOL_ASSETS_PATH, or else "
            "the package's own folder"
        )
    return config


family = Family("envpool.mujoco.dmc_locomotion")
family.meanings(
    {
        "frame_skip": "Number of MuJoCo steps per step of the env; the action is "
        "repeated.",
        "frame_stack": "Number of observations in a stacked one, oldest first; 1 does "
        "not stack.",
        "egocentric_camera": "Observe also what the walker's camera sees: 64 x 64 "
        "pixels. Needs OpenGL.",
        "task_name": "Name of the task; the id sets it.",
    }
)
family.official("Locomotion", render_fps=_render_fps)
family.rules(
    "Locomotion",
    {
        "frame_skip": {"min": 1, "max": 1000},
        "frame_stack": {"min": 1, "max": 64},
        "obs_dtype": {"choices": ("float64", "float32")},
        "task_name": {"choices": tuple(TASKS)},
    },
    validate_config=_check_assets,
)
for name, task in TASKS.items():
    family.task(
        task_id(name),
        "Locomotion",
        task_name=name,
        frame_skip=task.frame_skip,
        max_episode_steps=task.steps,
    )
soccer_tasks.add(family, _check_assets)
tracking_tasks.add(family, _check_assets)

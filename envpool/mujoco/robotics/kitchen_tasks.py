# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""FrankaKitchen: a robot in a kitchen."""

from __future__ import annotations

from typing import Any

from envpool.mujoco.robotics.configs import COMMON_RULES, with_model_path
from envpool.registration import Family

__all__ = ["GOALS", "IDS", "add"]

IDS = ("FrankaKitchen-v1",)

# In the order of the flags in infos.
GOALS = (
    "bottom burner",
    "top burner",
    "light switch",
    "slide cabinet",
    "hinge cabinet",
    "microwave",
    "kettle",
)
_NOISE = {"min": 0.0, "max": 1e3}


def _check(config: dict[str, Any]) -> dict[str, Any]:
    names = config["tasks_to_complete"]
    unknown = [name for name in names if name not in GOALS]
    if unknown or not names:
        got = repr(unknown[0]) if unknown else "none"
        raise ValueError(
            f"tasks_to_complete: expected some of {', '.join(GOALS)}, got {got}"
        )
    return with_model_path(config)


def add(family: Family) -> None:
    """Registers the task.

    Args:
      family: the family.
    """
    family.meanings(
        {
            "tasks_to_complete": "Names of the goals of an episode.",
            "terminate_on_tasks_completed": "Whether the episode ends when all goals "
            "have been reached.",
            "remove_task_when_completed": "Whether a goal is rewarded only once in an "
            "episode.",
            "robot_noise_ratio": "Scale of the noise in the robot's observed positions "
            "and velocities, in parts of each joint's own amplitude.",
            "object_noise_ratio": "Scale of the noise in the objects' observed "
            "positions and velocities, in parts of each joint's own amplitude.",
        },
        "FrankaKitchen",
    )
    family.rules(
        "FrankaKitchen",
        {**COMMON_RULES, "robot_noise_ratio": _NOISE, "object_noise_ratio": _NOISE},
        validate_config=_check,
    )
    family.official(
        "FrankaKitchen",
        render_fps=lambda config: 1 / (0.002 * config["frame_skip"]),
    )
    family.task("FrankaKitchen-v1", "FrankaKitchen", max_episode_steps=280)

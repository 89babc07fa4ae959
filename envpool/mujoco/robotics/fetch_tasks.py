# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Fetch: FetchReach, FetchPush, FetchSlide and FetchPickAndPlace."""

from __future__ import annotations

from typing import Any

from envpool.mujoco.robotics.configs import (
    COMMON_RULES,
    REWARD_TYPES,
    add_goal_env,
    with_model_path,
    with_our_names,
)
from envpool.registration import Family

__all__ = ["TASKS", "add"]

_LENGTH = {"min": 0.0, "max": 1e3}
_PLACE = {"min": -1e3, "max": 1e3}
_LIMIT = 50  # steps

# The config of each task.
TASKS: dict[str, dict[str, Any]] = {
    "FetchReach": {},
    "FetchPush": {
        "xml_file": "fetch/push.xml",
        "has_object": True,
        "gripper_extra_height": 0.0,
        "target_in_the_air": False,
        "initial_slide0": 0.405,
    },
    "FetchSlide": {
        "xml_file": "fetch/slide.xml",
        "has_object": True,
        "gripper_extra_height": -0.02,
        "target_in_the_air": False,
        "target_offset_x": 0.4,
        "obj_range": 0.1,
        "target_range": 0.3,
        "initial_slide0": 0.05,
        "initial_object_x": 1.7,
        "initial_object_y": 1.1,
        "initial_object_z": 0.41,
    },
    "FetchPickAndPlace": {
        "xml_file": "fetch/pick_and_place.xml",
        "has_object": True,
        "block_gripper": False,
        "initial_slide0": 0.405,
    },
}
_MEANINGS = {
    "has_object": "Whether the goal is the object's; otherwise it is the gripper's.",
    "block_gripper": "Whether the fingers stay closed.",
    "target_in_the_air": "Whether half of the goals of the object are above the table.",
    "gripper_extra_height": "How much higher than the table the gripper starts, in m.",
    "target_offset_x": "Added to x of the object's goals, in m.",
    "target_offset_y": "Added to y of the object's goals, in m.",
    "target_offset_z": "Added to z of goals, in m; the object's height replaces it, as "
    "officially.",
    "obj_range": "How far along x and y the object starts from the gripper, at most, "
    "in m.",
    "target_range": "How far along each axis goals are from the gripper's start, at "
    "most, in m.",
    "distance_threshold": "Goals that are nearer are achieved, in m.",
    "initial_slide0": "Position of the robot's base along x, in m.",
    "initial_slide1": "Position of the robot's base along y, in m.",
    "initial_slide2": "Position of the robot's base along z, in m.",
    "initial_object_x": "Place of the object along x while the gripper starts, in m.",
    "initial_object_y": "Place of the object along y while the gripper starts, in m.",
    "initial_object_z": "Place of the object along z while the gripper starts, in m.",
}


def _check(config: dict[str, Any]) -> dict[str, Any]:
    if config["has_object"] and not 2**0.5 * config["obj_range"] > 0.1:
        raise ValueError(
            "obj_range: expected more than 0.0708, since the object starts at least "
            f"0.1 away from the gripper, got {config['obj_range']}"
        )
    return with_model_path(config)


def add(family: Family) -> None:
    """Registers the tasks.

    Args:
      family: the family.
    """
    family.meanings(_MEANINGS, "Fetch")
    family.rules(
        "Fetch",
        {
            **COMMON_RULES,
            "reward_type": REWARD_TYPES,
            "gripper_extra_height": _PLACE,
            "obj_range": _LENGTH,
            "target_range": _LENGTH,
            "distance_threshold": _LENGTH,
            **{
                key: _PLACE
                for key in _MEANINGS
                if key.startswith(("initial", "target_o"))
            },
        },
        validate_config=_check,
        translate=with_our_names,
    )
    add_goal_env(family, "Fetch", "DistanceMethods")
    for task, config in TASKS.items():
        for suffix, reward_type in (("", "sparse"), ("Dense", "dense")):
            for version in (1, 4):
                family.task(
                    f"{task}{suffix}-v{version}",
                    "Fetch",
                    max_episode_steps=_LIMIT,
                    reward_type=reward_type,
                    **config,
                )

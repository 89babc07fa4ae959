# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Shadow hands: HandReach, and HandManipulate with a block, an egg or a pen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from envpool.mujoco.robotics.configs import (
    COMMON_RULES,
    REWARD_TYPES,
    add_goal_env,
    with_model_path,
    with_our_names,
)
from envpool.registration import Family

__all__ = ["add", "manipulate_tasks"]

# The start of HandReach, by the names of joints.
_START = {
    "WRJ1": -0.16514339750464327,
    "WRJ0": -0.31973286565062153,
    "FFJ3": 0.14340512546557435,
    "FFJ2": 0.32028208333591573,
    "FFJ1": 0.7126053607727917,
    "FFJ0": 0.6705281001412586,
    "MFJ3": 0.000246444303701037,
    "MFJ2": 0.3152655251085491,
    "MFJ1": 0.7659800313729842,
    "MFJ0": 0.7323156897425923,
    "RFJ3": 0.00038520700007378114,
    "RFJ2": 0.36743546201985233,
    "RFJ1": 0.7119514095008576,
    "RFJ0": 0.6699446327514138,
    "LFJ4": 0.0525442258033891,
    "LFJ3": -0.13615534724474673,
    "LFJ2": 0.39872030433433003,
    "LFJ1": 0.7415570009679252,
    "LFJ0": 0.704096378652974,
    "THJ4": 0.003673823825070126,
    "THJ3": 0.5506291436028695,
    "THJ2": -0.014515151997119306,
    "THJ1": -0.0015229223564485414,
    "THJ0": -0.7894883021600622,
}
_JOINTS = tuple(f"robot0:{name}" for name in _START)

# What each object's tasks are called, with the target's position and rotation, and
# whether there are versions with touch sensors.
_VARIANTS = {
    "Block": {
        "": ("random", "xyz", True),
        "Full": ("random", "xyz", False),
        "RotateParallel": ("ignore", "parallel", True),
        "RotateXYZ": ("ignore", "xyz", True),
        "RotateZ": ("ignore", "z", True),
    },
    "Egg": {
        "": ("random", "xyz", True),
        "Full": ("random", "xyz", False),
        "Rotate": ("ignore", "xyz", True),
    },
    "Pen": {
        "": ("random", "xyz", True),
        "Full": ("random", "xyz", False),
        "Rotate": ("ignore", "xyz", True),
    },
}
_PEN = {
    "randomize_initial_rotation": False,
    "ignore_z_target_rotation": True,
    "distance_threshold": 0.05,
}
_TOUCH = {"_BooleanTouchSensors": "boolean", "_ContinuousTouchSensors": "sensordata"}

_REACH_LIMIT = 50  # steps
_MANIPULATE_LIMIT = 100
_LENGTH = {"min": 0.0, "max": 1e3}
_PLACE = {"min": -1e3, "max": 1e3}
_RANGES = tuple(
    (f"target_position_low{axis}", f"target_position_high{axis}") for axis in range(3)
)


def manipulate_tasks() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the tasks of HandManipulate, without version, and their configs."""
    for thing, variants in _VARIANTS.items():
        for variant, (position, rotation, can_touch) in variants.items():
            config: dict[str, Any] = {
                "xml_file": f"hand/manipulate_{thing.lower()}.xml",
                "target_position": position,
                "target_rotation": rotation,
                **(_PEN if thing == "Pen" else {}),
            }
            yield f"HandManipulate{thing}{variant}", config
            touching = f"hand/manipulate_{thing.lower()}_touch_sensors.xml"
            for suffix, kind in _TOUCH.items() if can_touch else ():
                own = {"xml_file": touching, "touch_get_obs": kind}
                yield f"HandManipulate{thing}{variant}{suffix}", {**config, **own}


def _reach_names(given: dict[str, Any]) -> dict[str, Any]:
    """Returns keywords with our names and values."""
    result = with_our_names(given)
    start = result.get("initial_qpos")
    if isinstance(start, Mapping):
        for name in start:
            if name not in _JOINTS:
                raise ValueError(
                    f"initial_qpos: expected joints, {_JOINTS[0]} and others, got "
                    f"{name!r}"
                )
        result["initial_qpos"] = [float(start.get(name, 0.0)) for name in _JOINTS]
    return result


def _check_reach(config: dict[str, Any]) -> dict[str, Any]:
    start = config["initial_qpos"] or list(_START.values())
    if len(start) != len(_START):
        raise ValueError(
            f"initial_qpos: expected {len(_START)} positions, got {len(start)}"
        )
    return with_model_path({**config, "initial_qpos": start})


def _manipulate_names(given: dict[str, Any]) -> dict[str, Any]:
    """Returns keywords with our names and values."""
    result = with_our_names(given)
    ranges = result.pop("target_position_range", None)
    if ranges is None:
        return result
    rows = [list(row) for row in ranges]
    if len(rows) != 3 or any(len(row) != 2 for row in rows):
        raise ValueError(
            "target_position_range: expected the lowest and the highest offset of x, y "
            f"and z, got {ranges!r}"
        )
    for (low, high), row in zip(_RANGES, rows, strict=True):
        result[low], result[high] = map(float, row)
    return result


def _check_manipulate(config: dict[str, Any]) -> dict[str, Any]:
    for low, high in _RANGES:
        if config[low] > config[high]:
            raise ValueError(
                f"{low}: expected at most {high}, {config[high]}, got {config[low]}"
            )
    return with_model_path(config)


def add(family: Family) -> None:
    """Registers the tasks.

    Args:
      family: the family.
    """
    _add_reach(family)
    _add_manipulate(family)
    for suffix, reward_type in (("", "sparse"), ("Dense", "dense")):
        for version in (0, 3):
            family.task(
                f"HandReach{suffix}-v{version}",
                "HandReach",
                max_episode_steps=_REACH_LIMIT,
                reward_type=reward_type,
            )
        for task, config in manipulate_tasks():
            for version in (0, 1):
                family.task(
                    f"{task}{suffix}-v{version}",
                    "HandManipulate",
                    max_episode_steps=_MANIPULATE_LIMIT,
                    reward_type=reward_type,
                    **config,
                )


def _add_reach(family: Family) -> None:
    family.meanings(
        {
            "distance_threshold": "Goals that are nearer are achieved, in m.",
            "relative_control": "Whether actions are relative to the joints' "
            "positions; officially this fails.",
            "initial_qpos": "Start of the 24 joints, in rad; officially a dict by the "
            "joints' names.",
        },
        "HandReach",
    )
    family.rules(
        "HandReach",
        {
            **COMMON_RULES,
            "reward_type": REWARD_TYPES,
            "distance_threshold": _LENGTH,
            "initial_qpos": {"item": "float", "length": (0, len(_START))},
        },
        validate_config=_check_reach,
        translate=_reach_names,
    )
    add_goal_env(family, "HandReach", "HandReachMethods")


def _add_manipulate(family: Family) -> None:
    family.meanings(
        {
            "distance_threshold": "Positions that are nearer are achieved, in m.",
            "rotation_threshold": "Rotations that are nearer are achieved, in rad.",
            "relative_control": "Whether actions are relative to the joints' "
            "positions; officially this fails.",
            "target_position": "Positions of goals: `random`, `fixed` to the start, or "
            "`ignore` to accept any.",
            "target_rotation": "Rotations of goals: `xyz`, `z`, `parallel` to the "
            "axes, `fixed` to the start, or `ignore` to accept any.",
            "randomize_initial_position": "Whether the object's start is random.",
            "randomize_initial_rotation": "Whether the object starts at a random "
            "rotation of the kind of `target_rotation`.",
            "ignore_z_target_rotation": "Whether rotations about z do not count.",
            "touch_get_obs": "What touch sensors add to observations: `off`, "
            "`boolean`, `sensordata`, or `log` of 1 + the force.",
            "touch_visualisation": "When pictures show touch sensors: `on_touch`, "
            "`always` or `off`.",
            **{
                key: f"{word} offset of random positions of goals along {axis}, in m."
                for axis, keys in zip("xyz", _RANGES, strict=True)
                for word, key in zip(("Lowest", "Highest"), keys, strict=True)
            },
        },
        "HandManipulate",
    )
    family.rules(
        "HandManipulate",
        {
            **COMMON_RULES,
            "reward_type": REWARD_TYPES,
            "distance_threshold": _LENGTH,
            "rotation_threshold": {"min": 0.0, "max": 10.0},
            "target_position": {"choices": ("ignore", "fixed", "random")},
            "target_rotation": {"choices": ("ignore", "fixed", "xyz", "z", "parallel")},
            "touch_get_obs": {"choices": ("off", "boolean", "sensordata", "log")},
            "touch_visualisation": {"choices": ("on_touch", "always", "off")},
            **{key: _PLACE for keys in _RANGES for key in keys},
        },
        validate_config=_check_manipulate,
        translate=_manipulate_names,
    )
    add_goal_env(family, "HandManipulate", "ManipulateMethods")

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Robots in mazes: PointMaze and AntMaze."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from envpool.mujoco.robotics.configs import COMMON_RULES, REWARD_TYPES, with_model_path
from envpool.registration import Family, InfoKeys, package_base_path

__all__ = ["ANT_IDS", "MAZES", "POINT_IDS", "add"]

# The name of each maze in ids, its map, and the most steps of a ball and of an ant.
MAZES: dict[str, tuple[str, int, int]] = {
    "UMaze": ("U_MAZE", 300, 700),
    "Open": ("OPEN", 300, 700),
    "Open_Diverse_G": ("OPEN_DIVERSE_G", 300, 700),
    "Open_Diverse_GR": ("OPEN_DIVERSE_GR", 300, 700),
    "Medium": ("MEDIUM_MAZE", 600, 1000),
    "Medium_Diverse_G": ("MEDIUM_MAZE_DIVERSE_G", 600, 1000),
    "Medium_Diverse_GR": ("MEDIUM_MAZE_DIVERSE_GR", 600, 1000),
    "Large": ("LARGE_MAZE", 800, 1000),
    "Large_Diverse_G": ("LARGE_MAZE_DIVERSE_G", 800, 1000),
    "Large_Diverse_GR": ("LARGE_MAZE_DIVERSE_GR", 800, 1000),
}
_SUFFIXES = {"": "sparse", "Dense": "dense"}
_LONGEST = 64  # cells

POINT_IDS = tuple(f"PointMaze_{maze}{end}-v3" for maze in MAZES for end in _SUFFIXES)
ANT_IDS = tuple(
    f"AntMaze_{maze}{end}-v{version}"
    for version in (3, 4, 5)
    for maze in MAZES
    for end in _SUFFIXES
)

_MEANINGS = {
    "maze_map": "The maze: the name of a map, or its rows; as a list of lists, or as "
    "one text with `/` between rows. A cell is 1 (wall), 0 (free), `r` (start), `g` "
    "(goal) or `c` (both).",
    "continuing_task": "Whether the episode goes on after the robot has reached the "
    "goal.",
    "reset_target": "Whether a continuing task draws a new goal when the robot has "
    "reached the old one.",
    "maze_size_scaling": "Side of a cell, in m.",
    "maze_height": "Height of the walls, in cells.",
    "position_noise_range": "How far goals and starts are from the centres of their "
    "cells along each axis, at most, in cells.",
    "maze_version": "Version 3 draws the new goal before the reward is computed, and "
    "starts the robot at least 0.5 m from the goal; 4 draws it after, and starts the "
    "robot at least half a cell away.",
}
_ANT_MEANINGS = {
    "forward_reward_weight": "Weight of the info `reward_forward`.",
    "ctrl_cost_weight": "Weight of the info `reward_ctrl`.",
    "contact_cost_weight": "Weight of the info `reward_contact`.",
    "contact_force_range": "Bounds of contact forces, which are clipped; empty for "
    "`contact_force_min` and `contact_force_max`.",
    "contact_force_min": "Lower bound of contact forces, which are clipped.",
    "contact_force_max": "Upper bound of contact forces, which are clipped.",
    "healthy_reward": "The info `reward_survive` of a healthy ant.",
    "healthy_z_range": "Bounds of the height of a healthy ant, in m; empty for "
    "`healthy_z_min` and `healthy_z_max`.",
    "healthy_z_min": "Lowest height of a healthy ant, in m.",
    "healthy_z_max": "Greatest height of a healthy ant, in m.",
    "terminate_when_unhealthy": "Whether an unhealthy ant counts as failed. It changes "
    "only infos.",
    "use_contact_force": "Whether contact forces are computed, for observations and "
    "infos.",
    "use_contact_forces": "Official name of `use_contact_force`; either one is enough.",
    "include_cfrc_ext_in_observation": "Observe contact forces, if they are computed.",
    "exclude_worldbody_contact_forces": "Do not observe the world's contact forces.",
    "exclude_current_positions_from_observation": "Do not repeat x and y, which are "
    "the achieved goal, in `observation`.",
    "legacy_healthy_reward": "Whether an unhealthy ant gets `healthy_reward` too, if "
    "`terminate_when_unhealthy`.",
    "legacy_info": "Infos have the form of versions before 5.",
    "main_body": "Name or number of the body that is tracked.",
    "reset_noise_scale": "Always 0.",
    "reward_threshold": "Mean return at which Gymnasium's Ant is solved; unused.",
}
_METHODS = "envpool.mujoco.robotics.maze_goals:MazeMethods"
_RANGES = {
    "healthy_z_range": ("healthy_z_min", "healthy_z_max"),
    "contact_force_range": ("contact_force_min", "contact_force_max"),
}
_RULES: dict[str, dict[str, Any]] = {
    **COMMON_RULES,
    "reward_type": REWARD_TYPES,
    "maze_size_scaling": {"min": 0.5, "max": 100.0},
    "maze_height": {"min": 0.01, "max": 100.0},
    "position_noise_range": {"min": 0.0, "max": 0.5},
    "maze_version": {"choices": (3, 4)},
}


def _row_text(row: Any) -> str:
    if isinstance(row, str):
        return row
    cells = row.tolist() if isinstance(row, np.ndarray) else list(row)
    return "".join(str(cell) for cell in cells)


def _translate(given: dict[str, Any]) -> dict[str, Any]:
    """Returns a user's keywords with the map as a text."""
    rows = given.get("maze_map")
    if isinstance(rows, (Sequence, np.ndarray)) and not isinstance(rows, str):
        try:
            given["maze_map"] = "/".join(_row_text(row) for row in rows)
        except TypeError:
            raise TypeError(
                f"maze_map: expected a list of lists of cells, got {rows!r}"
            ) from None
    return given


def _check(config: dict[str, Any]) -> dict[str, Any]:
    rows = config["maze_map"].split("/")
    if max(len(rows), *map(len, rows)) > _LONGEST:
        raise ValueError(
            f"maze_map: expected at most {_LONGEST} rows of at most {_LONGEST} cells, "
            f"got {len(rows)} rows of up to {max(map(len, rows))} cells"
        )
    return config


def _check_point(config: dict[str, Any]) -> dict[str, Any]:
    return with_model_path(_check(config))


def _check_ant(config: dict[str, Any]) -> dict[str, Any]:
    config = dict(_check(config))
    for name, (low, high) in _RANGES.items():
        ends = config[name]
        if ends and len(ends) != 2:
            raise ValueError(f"{name}: expected two numbers, got {ends!r}")
        if ends:
            config[low], config[high] = ends
        if config[low] > config[high]:
            raise ValueError(
                f"{low}: expected at most {high}, {config[high]}, got {config[low]}"
            )
    if config["xml_file"] == "ant.xml":
        for folder in (config["base_path"], package_base_path):
            path = os.path.join(folder, "mujoco", "assets", "ant.xml")
            if os.path.isfile(path):
                config["xml_file"] = path
                return config
    return with_model_path(config)


_PLACE_INFOS = frozenset({"x_position", "y_position", "distance_from_origin"})
_STEP_INFOS = frozenset(
    {
        "forward_reward",
        "reward_contact",
        "reward_ctrl",
        "reward_forward",
        "reward_survive",
        "x_velocity",
        "y_velocity",
    }
)


def _ant_infos(config: Mapping[str, Any]) -> InfoKeys:
    if not config["legacy_info"]:
        return InfoKeys(absent=frozenset({"distance"}), step_only=_STEP_INFOS)
    return InfoKeys(
        absent=frozenset({"distance", "reward_contact"}),
        step_only=_STEP_INFOS | _PLACE_INFOS,
    )


def _add_points(family: Family) -> None:
    family.meanings(_MEANINGS, "PointMaze")
    family.rules(
        "PointMaze", _RULES, validate_config=_check_point, translate=_translate
    )
    family.methods("PointMaze", _METHODS)
    family.official(
        "PointMaze",
        action_dtype="float32",
        infos=lambda config: InfoKeys(absent=frozenset({"distance"})),
        render_fps=lambda config: 1 / (0.01 * config["frame_skip"]),
    )
    for maze, (maze_map, limit, _) in MAZES.items():
        for suffix, reward_type in _SUFFIXES.items():
            family.task(
                f"PointMaze_{maze}{suffix}-v3",
                "PointMaze",
                max_episode_steps=limit,
                maze_map=maze_map,
                reward_type=reward_type,
            )


def _add_ants(family: Family) -> None:
    family.meanings({**_MEANINGS, **_ANT_MEANINGS}, "AntMaze")
    family.rules(
        "AntMaze",
        {
            **_RULES,
            "reset_noise_scale": {"min": 0.0, "max": 0.0},
            **{key: {"item": "float", "length": (0, 2)} for key in _RANGES},
        },
        validate_config=_check_ant,
        translate=_translate,
    )
    family.methods("AntMaze", _METHODS)
    family.official(
        "AntMaze",
        action_dtype="float32",
        infos=_ant_infos,
        render_fps=lambda config: 1 / (0.01 * config["frame_skip"]),
    )
    versions: dict[int, dict[str, Any]] = {
        3: {"maze_version": 3, "reset_target": True},
        4: {},
        5: {
            "legacy_info": False,
            "legacy_healthy_reward": False,
            "use_contact_force": True,
            "exclude_worldbody_contact_forces": True,
        },
    }
    for version, config in versions.items():
        for maze, (maze_map, _, limit) in MAZES.items():
            for suffix, reward_type in _SUFFIXES.items():
                family.task(
                    f"AntMaze_{maze}{suffix}-v{version}",
                    "AntMaze",
                    max_episode_steps=limit,
                    maze_map=maze_map,
                    reward_type=reward_type,
                    reset_noise_scale=0.0,
                    **config,
                )


def add(family: Family) -> None:
    """Registers the tasks.

    Args:
      family: the family.
    """
    _add_points(family)
    _add_ants(family)

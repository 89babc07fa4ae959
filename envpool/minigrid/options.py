# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The rules of the config of a MiniGrid task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from envpool.minigrid.babyai_tasks import OBJECT_KINDS
from envpool.minigrid.babyai_tasks import PREFIX as BABYAI
from envpool.minigrid.babyai_tasks import RULES as BABYAI_RULES
from envpool.minigrid.babyai_tasks import check as check_babyai

__all__ = ["RULES", "WFC_PRESETS", "check"]

# Bounds the memory of a grid.
_MAX_SIDE = 255
_MAX_VIEW = 63
_SIDE = {"min": 3, "max": _MAX_SIDE}
_POSITION = {"min": -1, "max": _MAX_SIDE - 1}
_COUNT = {"min": 0, "max": 1000}
_PLACE = {**_POSITION, "none": (-1, -1)}

WFC_PRESETS = (
    "MazeSimple",
    "DungeonMazeScaled",
    "RoomsFabric",
    "ObstaclesBlackdots",
    "ObstaclesAngular",
    "ObstaclesHogs3",
)

# The types that NoDeath accepts: all but the goal.
_DEADLY = (
    "unseen",
    "empty",
    "wall",
    "floor",
    "door",
    "key",
    "ball",
    "box",
    "lava",
    "agent",
)

RULES: Mapping[str, Mapping[str, Any]] = {
    "size": _SIDE,
    "width": _SIDE,
    "height": _SIDE,
    "agent_start_pos": _PLACE,
    "agent_start_dir": {"min": -1, "max": 3},
    "agent_pos": _PLACE,
    "goal_pos": _PLACE,
    "agent_view_size": {"min": 3, "max": _MAX_VIEW},
    "mission_bytes": {"min": 1, "max": 4096},
    "action_max": {"choices": (2, 6)},
    "num_crossings": _COUNT,
    "obstacle_type": {"choices": ("lava", "wall")},
    "strip2_row": {"min": 0, "max": _MAX_SIDE - 1},
    "n_obstacles": _COUNT,
    "num_objs": {"min": 1, "max": 1000},
    "room_size": {"min": 3, "max": 64},
    "num_rows": {"min": 1, "max": 16},
    "num_cols": {"min": 1, "max": 16},
    "obj_type": {"choices": ("ball", "box", "key")},
    "min_num_rooms": {"min": 1, "max": 25},
    "max_num_rooms": {"min": 1, "max": 25},
    "max_room_size": {"min": 4, "max": 25},
    "agent_room": {"min": 0, "max": 2},
    "num_quarters": {"min": 1, "max": 4},
    "num_rooms_visited": {"min": 1, "max": 10**6},
    **BABYAI_RULES,
    "wfc_preset": {"choices": WFC_PRESETS},
    "observation": {
        "choices": (
            "partial",
            "fully_observed",
            "rgb_partial",
            "rgb_full",
            "one_hot",
            "symbolic",
            "flat",
        )
    },
    "tile_size": {"min": 0, "max": 64},
    "no_death": {"item": "str", "length": (0, len(_DEADLY))},
}


class _Limits(NamedTuple):
    """The limits of a task's options.

    Attributes:
      size: the least size.
      is_odd: whether the size must be odd.
      num_objs: the least and the largest number of objects; None if unlimited.
    """

    size: int
    is_odd: bool = False
    num_objs: tuple[int, int] | None = None


_LIMITS: Mapping[str, _Limits] = {
    "doorkey": _Limits(5),
    "dynamic_obstacles": _Limits(4),
    "crossing": _Limits(5, is_odd=True),
    "lava_gap": _Limits(5),
    "fetch": _Limits(4),
    "goto_door": _Limits(5),
    "goto_object": _Limits(4, num_objs=(1, OBJECT_KINDS)),
    "locked_room": _Limits(8),
    "memory": _Limits(7, is_odd=True),
    "put_near": _Limits(4, num_objs=(2, OBJECT_KINDS)),
    "red_blue_door": _Limits(4),
}


def _check_size(config: Mapping[str, Any]) -> None:
    task = config["env_name"]
    limits = _LIMITS.get(task, _Limits(3))
    size = config["size"]
    if size < limits.size or (limits.is_odd and size % 2 == 0):
        kind = "an odd number" if limits.is_odd else "a number"
        raise ValueError(
            f"size: expected {kind} from {limits.size} on for {task!r}, got {size}"
        )
    if limits.num_objs is not None:
        low, high = limits.num_objs
        if not low <= config["num_objs"] <= high:
            raise ValueError(
                f"num_objs: expected a number in [{low}, {high}] for {task!r}, got "
                f"{config['num_objs']}"
            )


def _check_place(config: Mapping[str, Any], key: str, width: int, height: int) -> None:
    x, y = config[key]
    if (x, y) != (-1, -1) and not (0 <= x < width and 0 <= y < height):
        raise ValueError(
            f"{key}: expected (-1, -1) or a place in the grid of {width} x {height}, "
            f"got {(x, y)}"
        )


def check(config: dict[str, Any]) -> dict[str, Any]:
    """Checks the keys that depend on each other.

    Args:
      config: the complete config of a task.

    Returns:
      The config.
    """
    size, task = config["size"], config["env_name"]
    if task.startswith(BABYAI):
        check_babyai(config)
    _check_size(config)
    if config["agent_view_size"] % 2 == 0:
        raise ValueError(
            f"agent_view_size: expected an odd number, got {config['agent_view_size']}"
        )
    if task in ("empty", "dynamic_obstacles"):
        _check_place(config, "agent_start_pos", size, size)
    if task == "distshift":
        _check_place(config, "agent_start_pos", config["width"], config["height"])
        if config["strip2_row"] >= config["height"]:
            raise ValueError(
                f"strip2_row: expected a number below height={config['height']}, got "
                f"{config['strip2_row']}"
            )
    if task == "four_rooms":
        _check_place(config, "agent_pos", 19, 19)
        _check_place(config, "goal_pos", 19, 19)
    for name in config["no_death"]:
        if name not in _DEADLY:
            raise ValueError(
                f"no_death: expected types of objects among {', '.join(_DEADLY)}, "
                f"got {name!r}"
            )
    if config["min_num_rooms"] > config["max_num_rooms"]:
        raise ValueError(
            "min_num_rooms: expected at most "
            f"max_num_rooms={config['max_num_rooms']}, got {config['min_num_rooms']}"
        )
    return config

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Translates the options of the official constructors to EnvPool's."""

from __future__ import annotations

from typing import Any

from envpool.registration.official_names import renamed

__all__ = ["NAMES", "translate"]

# Official names that differ from EnvPool's.
NAMES = {
    "max_steps": "max_episode_steps",
    "maxNumRooms": "max_num_rooms",
    "maxRoomSize": "max_room_size",
    "minNumRooms": "min_num_rooms",
    "numObjs": "num_objs",
    "wfc_config": "wfc_preset",
}
# The options from which the official constructors compute max_steps.
_SIZES = (
    "height",
    "max_num_rooms",
    "num_cols",
    "num_rooms_visited",
    "num_rows",
    "room_size",
    "size",
    "width",
)
# Options that are official lists and comma-separated texts in EnvPool.
_LISTS = ("action_kinds", "instr_kinds")
# Options for which the official None ("any") is an empty text in EnvPool.
_OPTIONAL = ("first_color", "second_color", "select_by")


def translate(given: dict[str, Any]) -> dict[str, Any]:
    """Returns keyword arguments with EnvPool's names and values.

    Args:
      given: keyword arguments for EnvPool or for the official constructors.

    Raises:
      ValueError: an option is given under both names.
    """
    result = renamed(given, NAMES)
    if result.get("max_episode_steps") is None and any(k in result for k in _SIZES):
        result["max_episode_steps"] = 0  # computed from the given sizes
    for key in _LISTS:
        value = result.get(key)
        if isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value):
            result[key] = ",".join(value)
    for key in _OPTIONAL:
        if key in result and result[key] is None:
            result[key] = ""
    obstacle = result.get("obstacle_type")
    if isinstance(obstacle, type):  # minigrid's class Lava or Wall
        result["obstacle_type"] = obstacle.__name__.lower()
    return result

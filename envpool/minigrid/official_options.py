# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The options of the official constructors, under their own names."""

from __future__ import annotations

from typing import Any

__all__ = ["NAMES", "translate"]

# The names of the official constructors, where EnvPool has others.
NAMES = {
    "max_steps": "max_episode_steps",
    "maxNumRooms": "max_num_rooms",
    "maxRoomSize": "max_room_size",
    "minNumRooms": "min_num_rooms",
    "numObjs": "num_objs",
    "wfc_config": "wfc_preset",
}
# What the limit of steps follows from, unless it is given.
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
# Where the official value is a list, EnvPool's is a text.
_LISTS = ("action_kinds", "instr_kinds")
# Where the official value may be None, for any, EnvPool's is empty.
_OPTIONAL = ("first_color", "second_color", "select_by")


def translate(given: dict[str, Any]) -> dict[str, Any]:
    """Returns keywords in EnvPool's names and values.

    Args:
      given: keywords of EnvPool or of the official constructors.

    Raises:
      ValueError: an option is there under both names.
    """
    result = dict(given)
    for official, ours in NAMES.items():
        if official not in given:
            continue
        if ours in given:
            raise ValueError(
                f"{official}: expected no {ours}, which means the same, got "
                f"{ours}={given[ours]!r}"
            )
        result[ours] = result.pop(official)
    if result.get("max_episode_steps") is None and any(k in result for k in _SIZES):
        result["max_episode_steps"] = 0  # not the limit of the id's own sizes
    for key in _LISTS:
        value = result.get(key)
        if isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value):
            result[key] = ",".join(value)
    for key in _OPTIONAL:
        if key in result and result[key] is None:
            result[key] = ""
    obstacle = result.get("obstacle_type")
    if isinstance(obstacle, type):  # a class of minigrid's: Lava, Wall
        result["obstacle_type"] = obstacle.__name__.lower()
    return result

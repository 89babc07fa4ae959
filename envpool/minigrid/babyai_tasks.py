# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of BabyAI, and the rules of their configs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from envpool.registration import Family

__all__ = ["OBJECT_KINDS", "PREFIX", "RULES", "check", "register"]

PREFIX = "babyai_"

_COLORS = ("", "red", "green", "blue", "purple", "yellow", "grey")
_ACTION_KINDS = ("goto", "pickup", "open", "putnext")
_INSTR_KINDS = ("action", "and", "seq")
# The number of different objects: keys, balls and boxes of six colours.
OBJECT_KINDS = 18

RULES: Mapping[str, Mapping[str, Any]] = {
    "num_dists": {"min": 0, "max": 1000},
    "locked_room_prob": {"min": 0.0, "max": 1.0},
    "select_by": {"choices": ("", "color", "loc")},
    "first_color": {"choices": _COLORS},
    "second_color": {"choices": _COLORS},
    "num_doors": {"min": 2, "max": 4},
    "objs_per_room": {"min": 1, "max": 9},
}

# The defaults of the official classes.
_DEFAULTS: Mapping[str, Any] = {
    "room_size": 8,
    "num_rows": 3,
    "num_cols": 3,
    "num_dists": 18,
    "num_objs": 8,
    "mission_bytes": 512,
}

_TASKS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "ActionObjDoor-v0": ("action_obj_door", {}),
    "BlockedUnlockPickup-v0": ("blocked_unlock_pickup", {}),
    "BossLevel-v0": ("boss_level", {}),
    "BossLevelNoUnlock-v0": ("boss_level_no_unlock", {}),
    "FindObjS5-v0": ("find_obj", {"room_size": 5}),
    "FindObjS6-v0": ("find_obj", {"room_size": 6}),
    "FindObjS7-v0": ("find_obj", {"room_size": 7}),
    "GoTo-v0": ("goto", {}),
    "GoToDoor-v0": ("goto_door", {}),
    "GoToImpUnlock-v0": ("goto_imp_unlock", {}),
    "GoToLocal-v0": ("goto_local", {"num_dists": 8}),
    "GoToLocalS5N2-v0": ("goto_local", {"room_size": 5, "num_dists": 2}),
    "GoToLocalS6N2-v0": ("goto_local", {"room_size": 6, "num_dists": 2}),
    "GoToLocalS6N3-v0": ("goto_local", {"room_size": 6, "num_dists": 3}),
    "GoToLocalS6N4-v0": ("goto_local", {"room_size": 6, "num_dists": 4}),
    "GoToLocalS7N4-v0": ("goto_local", {"room_size": 7, "num_dists": 4}),
    "GoToLocalS7N5-v0": ("goto_local", {"room_size": 7, "num_dists": 5}),
    "GoToLocalS8N2-v0": ("goto_local", {"num_dists": 2}),
    "GoToLocalS8N3-v0": ("goto_local", {"num_dists": 3}),
    "GoToLocalS8N4-v0": ("goto_local", {"num_dists": 4}),
    "GoToLocalS8N5-v0": ("goto_local", {"num_dists": 5}),
    "GoToLocalS8N6-v0": ("goto_local", {"num_dists": 6}),
    "GoToLocalS8N7-v0": ("goto_local", {"num_dists": 7}),
    "GoToObj-v0": ("goto_obj", {}),
    "GoToObjDoor-v0": ("goto_obj_door", {}),
    "GoToObjMaze-v0": ("goto", {"num_dists": 1, "doors_open": False}),
    "GoToObjMazeOpen-v0": ("goto", {"num_dists": 1, "doors_open": True}),
    "GoToObjMazeS4-v0": ("goto", {"room_size": 4, "num_dists": 1}),
    "GoToObjMazeS4R2-v0": (
        "goto",
        {"room_size": 4, "num_rows": 2, "num_cols": 2, "num_dists": 1},
    ),
    "GoToObjMazeS5-v0": ("goto", {"room_size": 5, "num_dists": 1}),
    "GoToObjMazeS6-v0": ("goto", {"room_size": 6, "num_dists": 1}),
    "GoToObjMazeS7-v0": ("goto", {"room_size": 7, "num_dists": 1}),
    "GoToObjS4-v0": ("goto_obj", {"room_size": 4}),
    "GoToObjS6-v1": ("goto_obj", {"room_size": 6}),
    "GoToOpen-v0": ("goto", {"doors_open": True}),
    "GoToRedBall-v0": ("goto_red_ball", {"num_dists": 7}),
    "GoToRedBallGrey-v0": ("goto_red_ball_grey", {"num_dists": 7}),
    "GoToRedBallNoDists-v0": ("goto_red_ball_no_dists", {"num_dists": 0}),
    "GoToRedBlueBall-v0": ("goto_red_blue_ball", {"num_dists": 7}),
    "GoToSeq-v0": ("goto_seq", {}),
    "GoToSeqS5R2-v0": (
        "goto_seq",
        {"room_size": 5, "num_rows": 2, "num_cols": 2, "num_dists": 4},
    ),
    "KeyCorridor-v0": ("key_corridor", {"room_size": 6}),
    "KeyCorridorS3R1-v0": ("key_corridor", {"room_size": 3, "num_rows": 1}),
    "KeyCorridorS3R2-v0": ("key_corridor", {"room_size": 3, "num_rows": 2}),
    "KeyCorridorS3R3-v0": ("key_corridor", {"room_size": 3}),
    "KeyCorridorS4R3-v0": ("key_corridor", {"room_size": 4}),
    "KeyCorridorS5R3-v0": ("key_corridor", {"room_size": 5}),
    "KeyCorridorS6R3-v0": ("key_corridor", {"room_size": 6}),
    "KeyInBox-v0": ("key_in_box", {}),
    "MiniBossLevel-v0": ("mini_boss_level", {}),
    "MoveTwoAcrossS5N2-v0": ("move_two_across", {"room_size": 5, "objs_per_room": 2}),
    "MoveTwoAcrossS8N9-v0": ("move_two_across", {"objs_per_room": 9}),
    "OneRoomS12-v0": ("one_room", {"room_size": 12}),
    "OneRoomS16-v0": ("one_room", {"room_size": 16}),
    "OneRoomS20-v0": ("one_room", {"room_size": 20}),
    "OneRoomS8-v0": ("one_room", {}),
    "Open-v0": ("open", {}),
    "OpenDoor-v0": ("open_door", {}),
    "OpenDoorColor-v0": ("open_door", {"select_by": "color"}),
    "OpenDoorDebug-v0": ("open_door", {"debug": True, "select_by": ""}),
    "OpenDoorLoc-v0": ("open_door", {"select_by": "loc"}),
    "OpenDoorsOrderN2-v0": ("open_doors_order", {"num_doors": 2}),
    "OpenDoorsOrderN2Debug-v0": ("open_doors_order", {"debug": True, "num_doors": 2}),
    "OpenDoorsOrderN4-v0": ("open_doors_order", {"num_doors": 4}),
    "OpenDoorsOrderN4Debug-v0": ("open_doors_order", {"debug": True, "num_doors": 4}),
    "OpenRedBlueDoors-v0": (
        "open_two_doors",
        {"first_color": "red", "second_color": "blue"},
    ),
    "OpenRedBlueDoorsDebug-v0": (
        "open_two_doors",
        {"first_color": "red", "second_color": "blue", "strict": True},
    ),
    "OpenRedDoor-v0": ("open_red_door", {}),
    "OpenTwoDoors-v0": ("open_two_doors", {}),
    "Pickup-v0": ("pickup", {}),
    "PickupAbove-v0": ("pickup_above", {}),
    "PickupDist-v0": ("pickup_dist", {}),
    "PickupDistDebug-v0": ("pickup_dist", {"debug": True}),
    "PickupLoc-v0": ("pickup_loc", {}),
    "PutNextLocal-v0": ("put_next_local", {}),
    "PutNextLocalS5N3-v0": ("put_next_local", {"room_size": 5, "num_objs": 3}),
    "PutNextLocalS6N4-v0": ("put_next_local", {"room_size": 6, "num_objs": 4}),
    "PutNextS4N1-v0": ("put_next", {"room_size": 4, "objs_per_room": 1}),
    "PutNextS5N1-v0": ("put_next", {"room_size": 5, "objs_per_room": 1}),
    "PutNextS5N2-v0": ("put_next", {"room_size": 5, "objs_per_room": 2}),
    "PutNextS5N2Carrying-v0": (
        "put_next",
        {"room_size": 5, "objs_per_room": 2, "start_carrying": True},
    ),
    "PutNextS6N3-v0": ("put_next", {"room_size": 6, "objs_per_room": 3}),
    "PutNextS6N3Carrying-v0": (
        "put_next",
        {"room_size": 6, "objs_per_room": 3, "start_carrying": True},
    ),
    "PutNextS7N4-v0": ("put_next", {"room_size": 7, "objs_per_room": 4}),
    "PutNextS7N4Carrying-v0": (
        "put_next",
        {"room_size": 7, "objs_per_room": 4, "start_carrying": True},
    ),
    "Synth-v0": ("synth", {}),
    "SynthLoc-v0": ("synth_loc", {}),
    "SynthS5R2-v0": ("synth", {"room_size": 5, "num_rows": 2}),
    "SynthSeq-v0": ("synth_seq", {}),
    "UnblockPickup-v0": ("unblock_pickup", {}),
    "Unlock-v0": ("unlock", {}),
    "UnlockLocal-v0": ("unlock_local", {}),
    "UnlockLocalDist-v0": ("unlock_local", {"distractors": True}),
    "UnlockPickup-v0": ("unlock_pickup", {}),
    "UnlockPickupDist-v0": ("unlock_pickup", {"distractors": True}),
    "UnlockToUnlock-v0": ("unlock_to_unlock", {}),
}


def register(family: Family) -> None:
    """Registers the tasks.

    Args:
      family: MiniGrid's family.
    """
    for name, (env_name, config) in _TASKS.items():
        family.task(
            f"BabyAI-{name}",
            "MiniGrid",
            env_name=PREFIX + env_name,
            max_episode_steps=0,
            **{**_DEFAULTS, **config},
        )


class _Limits(NamedTuple):
    """The least values of a task's options.

    Attributes:
      num_rows: the least number of rows of rooms; None if the task fixes it.
      num_cols: the least number of columns of rooms; None if the task fixes it.
      room_size: the least side of a room; None if the task fixes it.
      rooms: the least number of rooms.
      num_dists: the least number of distractors.
      objs_per_room: the least number of objects in each room.
    """

    num_rows: int | None = 1
    num_cols: int | None = 1
    room_size: int | None = 3
    rooms: int = 1
    num_dists: int = 0
    objs_per_room: int = 1


_ONE_ROOM = _Limits(num_rows=None, num_cols=None, room_size=4)
_CROSSROADS = _Limits(num_rows=3, num_cols=3, room_size=None)
_LIMITS: Mapping[str, _Limits] = {
    "action_obj_door": _CROSSROADS,
    "find_obj": _Limits(num_rows=2, num_cols=2),
    "goto": _Limits(num_dists=1),
    "goto_door": _CROSSROADS,
    "goto_imp_unlock": _Limits(rooms=2),
    "goto_local": _ONE_ROOM._replace(num_dists=1),
    "goto_obj": _ONE_ROOM,
    "goto_obj_door": _CROSSROADS,
    "goto_red_ball": _ONE_ROOM,
    "goto_red_ball_grey": _ONE_ROOM,
    "goto_red_blue_ball": _ONE_ROOM,
    "key_corridor": _Limits(num_cols=3),
    "key_in_box": _Limits(num_rows=2, num_cols=2, room_size=4),
    "move_two_across": _ONE_ROOM._replace(objs_per_room=2),
    "one_room": _ONE_ROOM,
    "open": _Limits(rooms=2),
    "open_door": _Limits(num_rows=3, num_cols=3),
    "open_doors_order": _CROSSROADS,
    "open_two_doors": _Limits(num_rows=2, num_cols=3, room_size=None),
    "pickup_above": _Limits(num_rows=2, num_cols=2, room_size=None),
    "pickup_loc": _ONE_ROOM._replace(room_size=5),
    "put_next": _ONE_ROOM,
    "put_next_local": _ONE_ROOM,
    "unlock": _Limits(rooms=2),
    "unlock_local": _Limits(num_rows=2, num_cols=2, room_size=4),
}
# Tasks that may lock a room. They need a second room for the agent to start in.
_LOCKING = ("boss_level", "synth", "synth_loc", "synth_seq")


def _check_kinds(config: Mapping[str, Any], key: str, kinds: tuple[str, ...]) -> None:
    if not set(config[key].split(",")) <= set(kinds):
        raise ValueError(
            f"{key}: expected a comma-separated list of {', '.join(kinds)}, got "
            f"{config[key]!r}"
        )


def check(config: Mapping[str, Any]) -> None:
    """Checks the keys of a BabyAI task that depend on each other.

    Args:
      config: the complete config.

    Raises:
      ValueError: no level can have these options; the text names the key.
    """
    task = config["env_name"].removeprefix(PREFIX)
    limits = _LIMITS.get(task, _Limits())
    for key in ("num_rows", "num_cols", "room_size", "num_dists", "objs_per_room"):
        least = getattr(limits, key)
        if least is not None and config[key] < least:
            raise ValueError(
                f"{key}: expected a number from {least} on for {task!r}, got "
                f"{config[key]}"
            )
    rooms = 2 if task in _LOCKING and config["locked_room_prob"] > 0 else limits.rooms
    if config["num_rows"] * config["num_cols"] < rooms:
        raise ValueError(
            f"num_rows: expected {rooms} rooms or more for {task!r}, got "
            f"{config['num_rows']} x {config['num_cols']}"
        )
    if task == "put_next_local" and not 2 <= config["num_objs"] <= OBJECT_KINDS:
        raise ValueError(
            f"num_objs: expected a number in [2, {OBJECT_KINDS}] for {task!r}, got "
            f"{config['num_objs']}"
        )
    _check_kinds(config, "action_kinds", _ACTION_KINDS)
    _check_kinds(config, "instr_kinds", _INSTR_KINDS)

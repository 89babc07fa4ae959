# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The goal of each kind of BabyAI level, for the docs."""

from __future__ import annotations

__all__ = ["TEXTS"]

# By the value of `env_name` without its prefix.
TEXTS = {
    "goto_red_ball_no_dists": "Go to the red ball, the only object in the room.",
    "goto_red_ball_grey": "Go to the red ball among grey objects.",
    "goto_red_ball": "Go to the red ball among seven other objects.",
    "goto_red_blue_ball": (
        "Go to the red or the blue ball; the other one is not there."
    ),
    "goto_obj": "Go to the only object in the room.",
    "goto_local": "Go to one of the objects in the room.",
    "goto_door": "Go to one of the four doors of the middle room.",
    "goto_obj_door": "Go to one of eight objects or four doors.",
    "goto": (
        "Go to one of the objects in a maze of nine rooms (four in R2). In GoToObjMaze "
        "there is only one; the Open ones begin with all doors open."
    ),
    "goto_imp_unlock": (
        "Go to an object behind a locked door; that one needs its key is not said."
    ),
    "goto_seq": "Go to up to four objects, some of them in a given order.",
    "open_red_door": "Open the red door between two rooms.",
    "open_door": (
        "Open one of four doors, named by its colour or its place. In Debug, opening "
        "another one ends the episode."
    ),
    "open_two_doors": (
        "Open two doors one after the other, within 720 steps. In Debug, the wrong one "
        "first ends the episode."
    ),
    "open_doors_order": (
        "Open one of the N doors, or two of them in a given order, within 720 steps. "
        "In Debug, a wrong one ends the episode."
    ),
    "open": "Open a door somewhere in the maze.",
    "unlock_local": "Find the key in the middle room and open its locked door.",
    "key_in_box": "Take the key out of a box and open the locked door.",
    "unlock": "Find the key somewhere in the maze and open the locked door.",
    "unlock_pickup": "Pick up the box behind a locked door.",
    "blocked_unlock_pickup": (
        "Pick up the box behind a locked door, which a ball blocks, within 576 steps."
    ),
    "unlock_to_unlock": (
        "Pick up the ball behind a locked door. Its key is behind another locked door. "
        "The limit is 1,080 steps."
    ),
    "key_corridor": (
        "Pick up the ball behind a locked door. Its key is in another room. The limit "
        "is 30 times S² steps."
    ),
    "one_room": "Pick up the ball, in a large room.",
    "pickup_dist": (
        "Pick up one of five objects, named by colour, kind or both. In Debug, another "
        "one ends the episode."
    ),
    "pickup_loc": "Pick up an object that is named by colour, kind and place.",
    "pickup_above": "Pick up the object in the room above, within 288 steps.",
    "find_obj": (
        "Find the only object in nine rooms and pick it up, within 20 times S² steps."
    ),
    "pickup": "Pick up one of 18 objects in the maze.",
    "unblock_pickup": "Pick up one of 20 objects; some must be moved out of the way.",
    "put_next_local": "Put an object next to another one in the same room.",
    "put_next": (
        "Put an object next to one in the other room, within 8 times S² steps. In "
        "Carrying, the agent carries it from the start."
    ),
    "move_two_across": (
        "Put an object of each of two rooms next to one of the other room, in order, "
        "within 16 times S² steps."
    ),
    "action_obj_door": "Go to, pick up or open one of five objects and four doors.",
    "synth": (
        "One instruction of any kind in a maze; a room may be locked, and objects may "
        "have to be moved."
    ),
    "synth_loc": "Like Synth; objects may be named by their places.",
    "synth_seq": "Like SynthLoc, with up to four instructions.",
    "mini_boss_level": "Like BossLevel, in four rooms of side 5 with seven objects.",
    "boss_level_no_unlock": "Like BossLevel, without a locked room.",
    "boss_level": (
        "All of the language: up to four instructions of any kind, with places, and a "
        "room that may be locked without a word about its key."
    ),
}

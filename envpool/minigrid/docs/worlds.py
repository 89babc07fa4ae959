# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The goals of the worlds of MiniGrid, by the prefix of their ids, for the docs."""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """The texts about a world.

    Attributes:
      summary: what the agent must do.
      mission: the mission's text; empty if none.
      reward: rewards other than for success.
      end: terminations other than by success or lava.
      official: the name of the official page if it differs from the world's name.
    """

    summary: str
    mission: str = ""
    reward: str = ""
    end: str = ""
    official: str = ""


_CROSSING = (
    "cross the room N times, each with one opening. The agent starts in the upper left "
    "corner, the goal is in the lower right corner."
)
_GO = '"get to the green goal square".'
_LAVA = '"avoid the lava and get to the green goal square".'
_ROOMS = "Two rooms with a locked door between them; the key is in the agent's room."
_BOX = '"pick up the", colour, "box".'

TEXTS = {
    "Empty": Text(
        summary=(
            "An empty room, with the goal in the lower right corner. The agent starts "
            "in the upper left corner and looks to the right; in the Random tasks, "
            "anywhere."
        ),
        mission=_GO,
    ),
    "DoorKey": Text(
        summary=(
            "A wall divides the room. The key and the agent are to the left of it, "
            "the goal is to the right of it, behind a locked door."
        ),
        mission='"use the key to open the door and then get to the goal".',
    ),
    "DistShift": Text(
        summary=(
            "A room of 9 by 7 cells with two strips of lava: one between the start, "
            "in the upper left corner, and the goal, in the upper right corner, the "
            "other in row 2 (DistShift1) or 5 (DistShift2). One can train in one and "
            "test in the other."
        ),
        mission=_GO,
    ),
    "Fetch": Text(
        summary="Pick up the right one of N keys and balls.",
        mission=(
            '"get a", "go get a", "fetch a", "go fetch a" or "you must fetch a", '
            'colour, "key" or "ball".'
        ),
        end="Picking up any object; only the right one has a reward.",
    ),
    "GoToDoor": Text(
        summary=(
            "Go to the right one of four doors of different colours, and use *done* "
            "next to it. The sides of the room are random, from 5 to the size in the "
            "id."
        ),
        mission='"go to the", colour, "door".',
        end=(
            "*done* and *toggle*, anywhere; only *done* right beside the door that is "
            "meant has a reward."
        ),
    ),
    "PutNear": Text(
        summary=(
            "Put one of N objects near another one, which means into one of the eight "
            "cells around it."
        ),
        mission='"put the", colour and object, "near the", colour and object.',
        end="Picking up a wrong object; *drop*, anywhere, with an object in hand.",
    ),
    "FourRooms": Text(
        summary="Four rooms, connected by gaps. The goal is anywhere.",
        mission='"reach the goal".',
    ),
    "LockedRoom": Text(
        summary=(
            "Six rooms beside a corridor, in which the agent starts. The goal is in "
            "the locked one, its key in another one."
        ),
        mission=(
            '"get the", colour, "key from the", colour, "room, unlock the", colour, '
            '"door and go to the goal".'
        ),
    ),
    "Playground": Text(
        summary=(
            "Nine rooms with doors and twelve objects. There is nothing to achieve: "
            "no mission, no reward, and the limit of steps is the only end."
        ),
    ),
    "KeyCorridor": Text(
        summary=(
            "R rooms on each side of a corridor. Find the key in one of them to "
            "unlock another one, and pick up the ball in it."
        ),
        mission='"pick up the", colour, "ball".',
    ),
    "Memory": Text(
        summary=(
            "Look at the object in the small room on the left, walk along the "
            "hallway, and turn to the side where the same object is. *pickup* "
            "toggles, so nothing can be picked up. In the Random tasks the hallway's "
            "length is random."
        ),
        mission='"go to the matching object at the end of the hallway".',
        end=(
            "Stepping next to either of the two objects; only the matching one has a "
            "reward."
        ),
    ),
    "MultiRoom": Text(
        summary=(
            "N rooms in a row with closed doors between them; the agent starts in the "
            "first one, and the goal is in the last one. N4-S5-v0 has six rooms, as "
            "the official task has; v1 has four."
        ),
        mission='"traverse the rooms to get to the goal".',
    ),
    "ObstructedMaze": Text(
        summary=(
            "Pick up the blue ball behind locked doors. In the tasks with an *h*, "
            "keys are hidden in boxes; with a *b*, balls block the doors. 1D and 2D "
            "have one and two locked doors; 1Q, 2Q and Full have both, in one, two "
            "and four quarters of a maze of nine rooms. In version 1 the keys are "
            "placed after both doors of a room, so that none is lost below a ball."
        ),
        mission='"pick up the blue ball".',
    ),
    "RedBlueDoors": Text(
        summary="Open the red door, then the blue one.",
        mission='"open the red door then the blue door".',
        end="Opening the blue door; it has a reward if the red one was open before.",
    ),
    "LavaCrossing": Text(f"Strips of lava {_CROSSING}", _LAVA, official="Crossing"),
    "SimpleCrossing": Text(
        f"Walls {_CROSSING}",
        '"find the opening and get to the green goal square".',
        official="Crossing",
    ),
    "LavaGap": Text(
        "A strip of lava with one gap divides the room. The agent starts in the upper "
        "left corner, the goal is in the lower right corner.",
        _LAVA,
    ),
    "Dynamic-Obstacles": Text(
        "An empty room with blue balls that move at random, by one cell at most, "
        "before each action.",
        _GO,
        reward="-1 for moving forward where a ball or a wall was in front before the "
        "balls moved, which ends the episode.",
        official="DynamicObstacles",
    ),
    "GoToObject": Text(
        "Go to the right one of N keys, balls and boxes, and use *done* next to it.",
        '"go to the", colour, "key", "ball" or "box".',
        end="*done* and *toggle*, anywhere; only *done* right beside the object that "
        "is meant has a reward.",
    ),
    "Unlock": Text(f"{_ROOMS} Open the door.", '"open the door".'),
    "UnlockPickup": Text(f"{_ROOMS} Pick up the box in the second room.", _BOX),
    "BlockedUnlockPickup": Text(
        f"{_ROOMS} Pick up the box in the second room; a ball stands in front of the "
        "door.",
        _BOX,
    ),
    "WFC": Text(
        "A maze of 25 by 25 cells that resembles a pattern, which the id names: see "
        ":ref:`minigrid-wfc`.",
        '"traverse the maze to get to the goal".',
        official="WFC",
    ),
}

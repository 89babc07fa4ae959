# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the games of Procgen, for their pages."""

from __future__ import annotations

from typing import NamedTuple

from docs.env_text import Entries, Env, grouped

SHOWN_FIRST = {"BossFight": 0.5, "Miner": 0.5}


class Text(NamedTuple):
    """The texts about a game; see docs.env_text.Env."""

    summary: str
    reward: str
    end: str


TEXTS = {
    "BigFish": Text(
        summary=(
            "A small fish eats smaller fish and grows, until it is the largest one."
        ),
        reward="1 for each fish, 10 more for the last one.",
        end="30 fish eaten, or touching a larger one.",
    ),
    "BossFight": Text(
        summary=(
            "Shoot at a ship whose shields go up and down while it fires in changing "
            "patterns. Rocks give cover."
        ),
        reward=(
            "1 for each round that damages the ship enough, 10 more for destroying it."
        ),
        end="The ship is destroyed, or the agent is hit.",
    ),
    "CaveFlyer": Text(
        summary="Turn and thrust a ship through a cave to a friendly one.",
        reward="10 for the friendly ship, 3 for each target shot on the way.",
        end="Reaching it, or touching a target or something that moves.",
    ),
    "Chaser": Text(
        summary=(
            "Collect the orbs of a maze while enemies follow; after a large star, "
            "they can be eaten for a while."
        ),
        reward="0.04 for each orb, 10 more for the last one.",
        end="All orbs collected, or caught.",
    ),
    "Climber": Text(
        summary=(
            "Climb a sequence of platforms and collect stars, past enemies that fly "
            "back and forth."
        ),
        reward="1 for each star, 10 more for the last one.",
        end="All stars collected, or touching an enemy.",
    ),
    "CoinRun": Text(
        summary=(
            "Run and jump to the coin at the right end, over saws, pits and enemies."
        ),
        reward="10 for the coin.",
        end="Reaching it, or touching an obstacle.",
    ),
    "Dodgeball": Text(
        summary=(
            "Hit the enemies of a room with balls, without being hit or touching a "
            "wall, then go through the exit."
        ),
        reward="2 for each enemy, 10 for the exit.",
        end="The exit, or any touch.",
    ),
    "FruitBot": Text(
        summary=(
            "Steer a robot that moves by itself through gaps in walls, to fruit and "
            "past everything else. Keys, which it throws, open gates."
        ),
        reward=(
            "1 for each fruit, -4 for each other object, 10 for the end of the level."
        ),
        end="The end of the level, or touching a wall.",
    ),
    "Heist": Text(
        summary="Collect keys to open locks of their colours, up to the gem.",
        reward="10 for the gem.",
        end="The gem.",
    ),
    "Jumper": Text(
        summary=(
            "A rabbit that can jump once more in mid-air looks for a carrot; a "
            "compass shows the way."
        ),
        reward="10 for the carrot.",
        end="The carrot, or touching a spike.",
    ),
    "Leaper": Text(
        summary="Cross a road between cars and a river on logs.",
        reward="10 for the other side.",
        end="The other side, a car, or the water.",
    ),
    "Maze": Text(
        summary="Find the cheese in a maze.",
        reward="10 for the cheese.",
        end="The cheese.",
    ),
    "Miner": Text(
        summary=(
            "Dig through dirt for diamonds, without being crushed by falling rocks "
            "and diamonds, then go to the exit."
        ),
        reward="1 for each diamond, 10 for the exit, which opens after the last one.",
        end="The exit, or being crushed.",
    ),
    "Ninja": Text(
        summary=(
            "Jump along narrow ledges to the mushroom, the higher the longer the jump "
            "is held, and throw stars at bombs."
        ),
        reward="10 for the mushroom.",
        end="The mushroom, a bomb, or falling.",
    ),
    "Plunder": Text(
        summary=(
            "Fire cannonballs at the ships of other pirates, whose colour the panel "
            "shows, and not at those of friends. Time runs out; each shot costs some, "
            "and hitting a friend a lot."
        ),
        reward="1 for each ship of the others, 10 more for the last one.",
        end="20 ships, or no time left.",
    ),
    "StarPilot": Text(
        summary="Fly to the right, dodge and shoot enemies that come from both sides.",
        reward="1 for each enemy, 10 for the end of the level.",
        end="The end of the level, or being hit.",
    ),
}

# The meanings of the keys that are not arrows, in the games that use them.
_FIRES = {9: "fires forwards"}
_KEYS = {
    "BossFight": _FIRES,
    "CaveFlyer": _FIRES,
    "Dodgeball": _FIRES,
    "FruitBot": {9: "throws a key forwards"},
    "Ninja": {
        9: "throws a star forwards",
        10: "throws a star diagonally upwards",
        11: "throws a star straight up",
        12: "throws a star downwards",
        13: "throws a star forwards",
        14: "throws a star forwards",
    },
    "Plunder": _FIRES,
    "StarPilot": {
        **dict.fromkeys((9, 11, 12, 13, 14), "fires forwards"),
        10: "fires backwards",
    },
}
_NAMES = (
    *("LEFT-DOWN", "LEFT", "LEFT-UP", "DOWN", "none", "UP"),
    *("RIGHT-DOWN", "RIGHT", "RIGHT-UP", "D", "A", "W", "S", "Q", "E"),
)
_ARROWS = (
    *("left and down", "left", "left and up", "down", "nothing", "up"),
    *("right and down", "right", "right and up"),
)
# Games in which some of the eight directions have the same meaning or a special one.
_SIDEWAYS = {0: "left", 2: "left", 6: "right", 8: "right"}
_FLAT = {**_SIDEWAYS, 3: "nothing", 5: "nothing"}
_JUMPS = {
    0: "left",
    2: "jumps to the left",
    3: "nothing",
    5: "jumps",
    6: "right",
    8: "jumps to the right",
}
_MOVES = {
    **dict.fromkeys(("Climber", "CoinRun", "Jumper", "Ninja"), _JUMPS),
    **dict.fromkeys(("FruitBot", "Plunder"), _FLAT),
    **dict.fromkeys(("Leaper", "Maze", "Miner"), _SIDEWAYS),
    "CaveFlyer": {
        0: "turns left and thrusts backwards",
        1: "turns left",
        2: "turns left and thrusts forwards",
        3: "thrusts backwards, a third as strong as forwards",
        5: "thrusts forwards",
        6: "turns right and thrusts backwards",
        7: "turns right",
        8: "turns right and thrusts forwards",
    },
}


def _actions(name: str) -> Entries:
    """Returns the table of a game's actions."""
    meanings = dict(enumerate(_ARROWS)) | _MOVES.get(name, {}) | _KEYS.get(name, {})
    rows = [
        [str(index), official, meanings.get(index, "nothing")]
        for index, official in enumerate(_NAMES)
    ]
    return Entries({"Index": 12, "Official name": 24, "What it does": 64}, rows)


def envs() -> dict[str, Env]:
    """Returns the games by the names of their pages."""
    ids = grouped("envpool.procgen", lambda task_id, config: config["env_name"])
    found = {}
    for name, text in TEXTS.items():
        game = name.lower()
        found[name] = Env(
            name,
            ids[game],
            text.summary,
            [
                "The frame in colour, 64 x 64 pixels, channels first. In "
                f"``procgen-{game}-v0``, channels are last, as in the official env."
            ],
            [_actions(name)],
            text.reward,
            text.end,
            f"https://github.com/openai/procgen/blob/master/procgen/src/games/{game}.cpp",
            start="A level whose seed is drawn at random, from ``num_levels`` levels "
            "that begin with ``start_level`` if these options are given.",
            notes="Ids name the mode, the kind of levels; ``procgen-`` ids have the "
            "default, hard. The game itself ends a level that takes too long.",
            names=(f"Procgen {name}",),
        )
    return found

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the driving tasks, for their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from docs.env_text import Entries, Env, by_index, grouped

SHOWN_FIRST = {"Parking": 0.5, "Racetrack": 0.5}
_SITE = "https://highway-env.farama.org/environments"
_MANOEUVRES = ("one lane to the left", "nothing", "one lane to the right", "faster")
_LINES = [
    "A row for the agent and for each of the nearest vehicles, with the ``features`` "
    "of the config; rows without a vehicle are 0."
]
_TIMES = [
    "Whether a vehicle is met, in ``[speed, lane, second]``: for the next lower, the "
    "present and the next higher speed, the lane to the left, the own one and the one "
    "to the right, and the coming ``horizon`` seconds. 1 for a collision at this time, "
    "0.5 near it; lanes that do not exist have 1."
]
_GRID = [
    "A grid of cells around the agent, turned with it, for each of the ``features``: "
    "``presence`` of a vehicle, and whether the cell is ``on_road``."
]
_KEYS = {"Key": 24, "Meaning": 76}
_GOALS = [
    Entries(
        _KEYS,
        [
            ("``observation``", "the ``features`` of the agent, divided by ``scales``"),
            ("``achieved_goal``", "the same"),
            ("``desired_goal``", "those of an agent that has parked in the spot"),
        ],
    )
]
_ATTRIBUTES: list[str | Entries] = [
    "Columns of y, heading, lateral speed and yaw rate, as they are before the step:",
    Entries(
        _KEYS,
        [
            ("``state``", "those of the agent, with noise"),
            ("``derivative``", "their change per second, with noise"),
            ("``reference_state``", "those in the middle of the lane"),
        ],
    ),
]
_STEERING = ("acceleration", "steering angle")
_CRASH = "The agent's vehicle crashes."
# By page: title, task, observation, reward, end, official page.
_PAGES: dict[str, tuple[str, str, Sequence[str | Entries], str, str, str]] = {
    "Highway": (
        "Highway",
        "Drive fast and in the right lane of a busy highway, without a crash.",
        _LINES,
        "``high_speed_reward``, ``right_lane_reward`` and ``collision_reward``, scaled "
        "to 0 to 1; 0 beside the road.",
        _CRASH,
        "highway",
    ),
    "Exit": (
        "Exit",
        "Cross the lanes of a highway in time to leave it.",
        _LINES,
        "``goal_reward`` on the exit, ``high_speed_reward`` and ``collision_reward``.",
        _CRASH,
        "exit",
    ),
    "Merge": (
        "Merge",
        "Pass a ramp, and let its vehicles join the highway.",
        _LINES,
        "``high_speed_reward``, ``right_lane_reward``, ``lane_change_reward``, "
        "``collision_reward``, and ``merging_speed_reward`` for slow vehicles on the "
        "ramp, scaled to 0 to 1.",
        f"{_CRASH[:-1]}, or has passed the ramp.",
        "merge",
    ),
    "TwoWay": (
        "TwoWay",
        "Overtake on a road with oncoming traffic.",
        _TIMES,
        "``high_speed_reward`` and ``left_lane_reward``.",
        _CRASH,
        "two_way",
    ),
    "UTurn": (
        "UTurn",
        "Overtake in a U-turn.",
        _TIMES,
        "``high_speed_reward``, ``left_lane_reward`` and ``collision_reward``, scaled "
        "to 0 to 1; 0 beside the road.",
        _CRASH,
        "u_turn",
    ),
    "Roundabout": (
        "Roundabout",
        "Enter a roundabout with traffic, and leave it at the second exit.",
        _LINES,
        "``high_speed_reward``, ``lane_change_reward`` and ``collision_reward``, "
        "scaled to 0 to 1; 0 beside the road.",
        _CRASH,
        "roundabout",
    ),
    "Intersection": (
        "Intersection",
        "Cross a road that has priority, or turn into it.",
        [
            *_LINES,
            "With several agents, each has an observation of its own.",
        ],
        "``high_speed_reward`` and ``collision_reward``; ``arrived_reward`` at the end "
        "of the way; 0 beside the road. Several agents get the mean, or from v1 on "
        "each its own.",
        f"{_CRASH[:-1]}, or has left the intersection. Of several agents, one has "
        "crashed or all have left; from v1 on, all have crashed or left.",
        "intersection",
    ),
    "Parking": (
        "Parking",
        "Park in a given spot, in a given direction.",
        _GOALS,
        "Minus the square root of the distance to the goal, with ``reward_weights``; "
        "``collision_reward`` for crashes.",
        f"{_CRASH[:-1]}, or is in its spot.",
        "parking",
    ),
    "Racetrack": (
        "Racetrack",
        "Keep to the lane of a racetrack without hitting other vehicles.",
        _GRID,
        "``lane_centering_reward``, ``action_reward`` and ``collision_reward``, "
        "scaled; 0 beside the road.",
        f"{_CRASH[:-1]}, or leaves the road.",
        "racetrack",
    ),
    "LaneKeeping": (
        "LaneKeeping",
        "Keep a slippery vehicle in the middle of a winding lane.",
        _ATTRIBUTES,
        "1 in the middle of the lane, less beside it.",
        "Never.",
        "lane_keeping",
    ),
}
# The page of ids that begin with a name.
_VARIANTS = ("Parking", "Racetrack", "Intersection")


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of an id's page."""
    words = task_id.rpartition("-v")[0].split("-")
    name = "".join(word[0].upper() + word[1:] for word in words)
    for page in _VARIANTS:
        if name.startswith(page):
            return page
    return name.removesuffix("Fast").removesuffix("Generic")


def envs() -> dict[str, Env]:
    """Returns the envs by the names of their pages."""
    ids = grouped("envpool.highway", _page)
    actions: dict[str, list[str | Entries]] = {
        name: [by_index((*_MANOEUVRES, "slower"))] for name in _PAGES
    }
    steered = tuple(one for one in ids["Intersection"] if one[-2:] == "v1")
    steered = tuple(one for one in steered if "ulti" not in one)
    chosen = tuple(one for one in ids["Intersection"] if one not in steered)
    actions["Intersection"] = [
        by_index(("slower", "nothing", "faster"))._replace(ids=chosen),
        by_index(_STEERING, "Meaning")._replace(ids=steered),
    ]
    actions["Parking"] = [by_index(_STEERING, "Meaning")]
    for name in ("Racetrack", "LaneKeeping"):
        actions[name] = [by_index(_STEERING[1:], "Meaning")]
    return {
        name: Env(
            title,
            ids[name],
            task,
            observation,
            actions[name],
            reward,
            end,
            f"{_SITE}/{page}/",
        )
        for name, (title, task, observation, reward, end, page) in _PAGES.items()
    }

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the driving tasks, for their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs.env_text import Entries, Env, by_index, grouped

SHOWN_FIRST: dict[str, float] = {}  # these envs draw no pictures
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
_CRASH = "The agent's vehicle crashes."
# By page: title, task, observation, reward, end, official page.
_PAGES: dict[str, tuple[str, str, list[str], str, str, str]] = {
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
        _LINES,
        "``high_speed_reward`` and ``collision_reward``; ``arrived_reward`` at the end "
        "of the way; 0 beside the road.",
        f"{_CRASH[:-1]}, or has left the intersection.",
        "intersection",
    ),
}


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of an id's page."""
    words = task_id.rpartition("-v")[0].split("-")
    name = "".join(word[0].upper() + word[1:] for word in words)
    return name.removesuffix("Fast").removesuffix("Generic")


def envs() -> dict[str, Env]:
    """Returns the envs by the names of their pages."""
    ids = grouped("envpool.highway", _page)
    actions: dict[str, list[str | Entries]] = {
        name: [by_index((*_MANOEUVRES, "slower"))] for name in _PAGES
    }
    actions["Intersection"] = [by_index(("slower", "nothing", "faster"))]
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

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The soccer tasks of dm_control."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from envpool.registration import Family

__all__ = ["WALKERS", "add", "soccer_id"]

# The official names of the walkers.
WALKERS = ("boxhead", "ant", "humanoid")

_LARGEST_TEAM = 11
_PLAYERS = 4  # by default
_TIMESTEP = 0.005  # in seconds


def soccer_id(walker: str) -> str:
    """Returns the id of the task with a kind of walker."""
    return f"dm_control/locomotion/soccer_{walker}"


def _render_fps(config: Mapping[str, Any]) -> float:
    return float(1 / (_TIMESTEP * config["frame_skip"]))


def add(family: Family, check: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Adds the tasks.

    Args:
      family: the family of locomotion tasks.
      check: checks the assets of a config, and returns the config.
    """

    def count_players(config: dict[str, Any]) -> dict[str, Any]:
        players = 2 * config["team_size"]
        if config["max_num_players"] not in (players, _PLAYERS):
            raise ValueError(
                f"max_num_players: expected {players}, the players of two teams of "
                f"team_size, got {config['max_num_players']}"
            )
        return {**check(config), "max_num_players": players}

    family.meanings(
        {
            "team_size": "Number of players in each of the two teams; it decides "
            "`max_num_players`.",
            "time_limit": "Seconds of play until an episode is truncated.",
            "disable_walker_contacts": "Players pass through each other.",
            "enable_field_box": "Walls that only the ball feels keep it on the field, "
            "so that it is never thrown in.",
            "keep_aspect_ratio": "Draw pitches of one shape: length and width are "
            "drawn together.",
            "terminate_on_goal": "A goal ends the episode; if not, ball and players "
            "are placed anew.",
        },
        "Soccer",
    )
    family.official("Soccer", render_fps=_render_fps)
    family.rules(
        "Soccer",
        {
            "frame_skip": {"min": 1, "max": 1000},
            "frame_stack": {"min": 1, "max": 64},
            "obs_dtype": {"choices": ("float64", "float32")},
            "task_name": {"choices": tuple(f"soccer_{each}" for each in WALKERS)},
            "team_size": {"min": 1, "max": _LARGEST_TEAM},
            "time_limit": {"min": 0.0},
            "max_num_players": {"min": 1, "max": 2 * _LARGEST_TEAM},
        },
        validate_config=count_players,
    )
    for walker in WALKERS:
        family.task(
            soccer_id(walker),
            "Soccer",
            task_name=f"soccer_{walker}",
            max_num_players=_PLAYERS,
        )

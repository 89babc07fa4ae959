# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of highway-env."""

from __future__ import annotations

from typing import Any

from envpool.highway.meanings import MEANINGS
from envpool.registration import Family

_WIDE = ["presence", "x", "y", "vx", "vy", "cos_h", "sin_h"]


def _ranges(place: float, speed: float) -> dict[str, list[float]]:
    return {name: [-place, place] for name in ("x", "y")} | {
        name: [-speed, speed] for name in ("vx", "vy")
    }


_HIGHWAY: dict[str, Any] = {
    "right_lane_reward": 0.1,
    "high_speed_reward": 0.4,
}
_EXIT: dict[str, Any] = {
    "scenario": "exit",
    "observation": "ExitObservation",
    "observation_vehicles_count": 15,
    "features": _WIDE,
    "clip": False,
    "target_speeds": [18.0, 24.0, 30.0],
    "lanes_count": 6,
    "collision_reward": 0.0,
    "high_speed_reward": 0.1,
    "goal_reward": 1.0,
    "vehicles_count": 20,
    "vehicles_density": 1.5,
    "duration": 18.0,
    "simulation_frequency": 5,
}
_MERGE: dict[str, Any] = {
    "scenario": "merge",
    "right_lane_reward": 0.1,
    "high_speed_reward": 0.2,
    "merging_speed_reward": -0.5,
    "lane_change_reward": -0.05,
    "duration": 0.0,
}
_TWO_WAY: dict[str, Any] = {
    "scenario": "two_way",
    "observation": "TimeToCollision",
    "horizon": 5.0,
    "collision_reward": 0.0,
    "left_lane_reward": 0.2,
    "high_speed_reward": 0.8,
    "duration": 0.0,
    "max_episode_steps": 15,
}
_U_TURN: dict[str, Any] = {
    "scenario": "u_turn",
    "observation": "TimeToCollision",
    "horizon": 16.0,
    "target_speeds": [8.0, 16.0, 24.0],
    "left_lane_reward": 0.1,
    "high_speed_reward": 0.4,
    "reward_speed_range": [8.0, 24.0],
    "duration": 10.0,
}
_ROUNDABOUT: dict[str, Any] = {
    "scenario": "roundabout",
    "absolute": True,
    "features_range": _ranges(100.0, 15.0),
    "target_speeds": [0.0, 8.0, 16.0],
    "high_speed_reward": 0.2,
    "lane_change_reward": -0.05,
    "duration": 11.0,
}
_INTERSECTION: dict[str, Any] = {
    "scenario": "intersection",
    "observation_vehicles_count": 15,
    "features": _WIDE,
    "features_range": _ranges(100.0, 20.0),
    "absolute": True,
    "lateral": False,
    "target_speeds": [0.0, 4.5, 9.0],
    "duration": 13.0,
    "collision_reward": -5.0,
    "high_speed_reward": 1.0,
    "arrived_reward": 1.0,
    "reward_speed_range": [7.0, 9.0],
    "scale_reward": False,
}
# EnvPool's name, the official one, and the config.
_TASKS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Highway", "highway", _HIGHWAY),
    (
        "HighwayFast",
        "highway-fast",
        {
            **_HIGHWAY,
            "simulation_frequency": 5,
            "lanes_count": 3,
            "vehicles_count": 20,
            "duration": 30.0,
            "ego_spacing": 1.5,
            "other_vehicles_check_collisions": False,
        },
    ),
    ("Exit", "exit", _EXIT),
    ("Merge", "merge", _MERGE),
    (
        "MergeGeneric",
        "merge-generic",
        {
            **_MERGE,
            "scenario": "merge_generic",
            "lanes_count": 2,
            "vehicles_count": 3,
        },
    ),
    ("TwoWay", "two-way", _TWO_WAY),
    ("UTurn", "u-turn", _U_TURN),
    ("Roundabout", "roundabout", _ROUNDABOUT),
    (
        "RoundaboutGeneric",
        "roundabout-generic",
        {
            **_ROUNDABOUT,
            "scenario": "roundabout_generic",
            "vehicles_count": 5,
            "duration": 17.0,
        },
    ),
    ("Intersection", "intersection", _INTERSECTION),
)
# The version of each task in which traffic also sees the adjoining roads.
_CONNECTED = {
    "Exit": 1,
    "Merge": 1,
    "MergeGeneric": 1,
    "UTurn": 1,
    "Roundabout": 1,
    "RoundaboutGeneric": 1,
    "Intersection": 2,
}

_FEATURES = (
    *_WIDE,
    "heading",
    "cos_d",
    "sin_d",
    "long_off",
    "lat_off",
    "ang_off",
)
_REWARD = {"min": -1e6, "max": 1e6}
_LENGTH = {"min": 1.0, "max": 1e5}


def _steps(duration: float, frequency: int) -> int:
    """Returns after how many steps a clock, a sum of rounded numbers, is at the end."""
    steps, clock = 0, 0.0
    while clock < duration:
        clock += 1 / frequency
        steps += 1
    return steps


def _check(config: dict[str, Any]) -> dict[str, Any]:
    """Checks rules that concern several values; sets the limit of steps."""
    ranges = {
        f"features_range[{name!r}]": pair
        for name, pair in config["features_range"].items()
    }
    ranges["reward_speed_range"] = config["reward_speed_range"]
    for key, bounds in ranges.items():
        if len(bounds) != 2 or not bounds[0] < bounds[1]:
            raise ValueError(
                f"{key}: expected a lower and a higher number, got {bounds}"
            )
    for key in (*config["features"], *config["features_range"]):
        if key not in _FEATURES:
            raise ValueError(f"features: expected names of {_FEATURES}, got {key!r}")
    speeds = config["target_speeds"]
    if len(speeds) < 2 or sorted(set(speeds)) != list(speeds):
        raise ValueError(
            f"target_speeds: expected at least two rising numbers, got {speeds}"
        )
    if not (config["longitudinal"] or config["lateral"]):
        raise ValueError("lateral: expected at least one True")
    if config["policy_frequency"] > config["simulation_frequency"]:
        raise ValueError(
            "policy_frequency: expected at most simulation_frequency, "
            f"{config['simulation_frequency']}, got {config['policy_frequency']}"
        )
    if config["initial_lane_id"] >= config["lanes_count"]:
        raise ValueError(
            "initial_lane_id: expected less than lanes_count, "
            f"{config['lanes_count']}, got {config['initial_lane_id']}"
        )
    if config["duration"] == 0:
        return config
    steps = _steps(config["duration"], config["policy_frequency"])
    limit = min(config["max_episode_steps"], steps)
    return {**config, "max_episode_steps": limit}


family = Family("envpool.highway")
family.meanings(MEANINGS)

family.rules(
    "Highway",
    {
        "scenario": {
            "choices": tuple(
                config.get("scenario", "highway")
                for name, _, config in _TASKS
                if name != "HighwayFast"
            )
        },
        "lanes_count": {"min": 2, "max": 16},
        "vehicles_count": {"min": 0, "max": 500},
        "vehicles_density": {"min": 0.01, "max": 100.0},
        "ego_spacing": {"min": 0.0, "max": 100.0},
        "initial_lane_id": {"min": -1, "max": 15},
        "before_merge_length": {"min": 60.0, "max": 1e5},
        "converge_merge_length": _LENGTH,
        "parallel_merge_length": _LENGTH,
        "after_merge_length": {"min": 90.0, "max": 1e5},
        "roundabout_radius": {"min": 10.0, "max": 1e4},
        "roundabout_lanes": {"min": 1, "max": 8},
        "incoming_vehicle_destination": {"min": -1, "max": 2},
        "initial_vehicle_count": {"min": 0, "max": 100},
        "spawn_probability": {"min": 0.0, "max": 1.0},
        "destination": {"choices": ("", "o0", "o1", "o2", "o3")},
        **{
            f"{name}_reward": _REWARD
            for name in (
                "collision",
                "right_lane",
                "left_lane",
                "high_speed",
                "lane_change",
                "merging_speed",
                "goal",
                "arrived",
            )
        },
        "simulation_frequency": {"min": 2, "max": 1000},
        "policy_frequency": {"min": 1, "max": 1000},
        "duration": {"min": 0.0, "max": 1e5},
        "observation": {
            "choices": ("Kinematics", "ExitObservation", "TimeToCollision")
        },
        "observation_vehicles_count": {"min": 1, "max": 500},
        "order": {"choices": ("sorted", "shuffled")},
        "horizon": {"min": 1.0, "max": 1000.0},
    },
    _check,
)

for _name, _official, _config in _TASKS:
    for _version in sorted({0, _CONNECTED.get(_name, 0)}):
        family.task(
            f"{_name}-v{_version}",
            "Highway",
            aliases=(f"{_official}-v{_version}",),
            neighbour_vehicles_connected_lanes=_version > 0,
            **_config,
        )

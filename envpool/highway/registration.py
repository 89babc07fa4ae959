# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of highway-env."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from envpool.highway.meanings import MEANINGS
from envpool.highway.official_options import translate
from envpool.registration import Family, InfoKeys

_WIDE = ["presence", "x", "y", "vx", "vy", "cos_h", "sin_h"]


def _ranges(place: float, speed: float) -> dict[str, list[float]]:
    return {name: [-place, place] for name in ("x", "y")} | {
        name: [-speed, speed] for name in ("vx", "vy")
    }


def _screen(
    width: int, height: int, x: float, y: float, scaling: float = 5.5
) -> dict[str, Any]:
    return {
        "screen_width": width,
        "screen_height": height,
        "centering_position": [x, y],
        "scaling": scaling,
    }


_HIGHWAY: dict[str, Any] = {
    "right_lane_reward": 0.1,
    "high_speed_reward": 0.4,
}
_EXIT: dict[str, Any] = {
    "scenario": "exit",
    "scaling": 5.0,
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
    **_screen(789, 289, 0.3, 0.5),
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
    **_screen(600, 600, 0.5, 0.6),
    "absolute": True,
    "features_range": _ranges(100.0, 15.0),
    "target_speeds": [0.0, 8.0, 16.0],
    "high_speed_reward": 0.2,
    "lane_change_reward": -0.05,
    "duration": 11.0,
}
_INTERSECTION: dict[str, Any] = {
    "scenario": "intersection",
    **_screen(600, 600, 0.5, 0.6, 5.5 * 1.3),
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
_INTERSECTION_CONTINUOUS: dict[str, Any] = {
    **_INTERSECTION,
    "continuous": True,
    "lateral": True,
    "dynamical": True,
    "steering_range": [-math.pi / 3, math.pi / 3],
    "observation_vehicles_count": 5,
    "features": ["presence", "x", "y", "vx", "vy", "long_off", "lat_off", "ang_off"],
}
_PARKING: dict[str, Any] = {
    "scenario": "parking",
    **_screen(600, 300, 0.5, 0.5, 7.0),
    "continuous": True,
    "observation": "KinematicsGoal",
    "features": ["x", "y", "vx", "vy", "cos_h", "sin_h"],
    "vehicles_count": 0,
    "collision_reward": -5.0,
    "policy_frequency": 5,
    "duration": 100.0,
}
_RACETRACK: dict[str, Any] = {
    "scenario": "racetrack",
    **_screen(600, 600, 0.5, 0.5),
    "continuous": True,
    "longitudinal": False,
    "observation": "OccupancyGrid",
    "features": ["presence", "on_road"],
    "grid_size": [-18.0, 18.0, -18.0, 18.0],
    "grid_step": [3.0, 3.0],
    "align_to_vehicle_axes": True,
    "lane_centering_reward": 1.0,
    "action_reward": -0.3,
    "policy_frequency": 5,
    "duration": 300.0,
}
_LANE_KEEPING: dict[str, Any] = {
    "scenario": "lane_keeping",
    **_screen(600, 250, 0.4, 0.5, 7.0),
    "continuous": True,
    "longitudinal": False,
    "dynamical": True,
    "steering_range": [-math.pi / 3, math.pi / 3],
    "observation": "AttributesObservation",
    "simulation_frequency": 10,
    "policy_frequency": 10,
    "duration": 0.0,
    "max_episode_steps": 200,
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
    ("Parking", "parking", _PARKING),
    (
        "ParkingActionRepeat",
        "parking-ActionRepeat",
        {**_PARKING, "policy_frequency": 1, "duration": 20.0},
    ),
    ("ParkingParked", "parking-parked", {**_PARKING, "vehicles_count": 10}),
    ("Racetrack", "racetrack", _RACETRACK),
    (
        "RacetrackLarge",
        "racetrack-large",
        {**_RACETRACK, "scenario": "racetrack_large"},
    ),
    (
        "RacetrackOval",
        "racetrack-oval",
        {**_RACETRACK, "scenario": "racetrack_oval", "lanes_count": 3},
    ),
    ("LaneKeeping", "lane-keeping", _LANE_KEEPING),
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
    "Racetrack": 1,
    "RacetrackLarge": 1,
    "RacetrackOval": 1,
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
_OBSERVATIONS = (
    "Kinematics",
    "ExitObservation",
    "TimeToCollision",
    "OccupancyGrid",
    "LidarObservation",
    "GrayscaleObservation",
    "KinematicsGoal",
    "AttributesObservation",
)
# The only scenario of an observation, and the only observation of a scenario.
_OBSERVED_IN = {
    "ExitObservation": "exit",
    "KinematicsGoal": "parking",
    "AttributesObservation": "lane_keeping",
}
_GOAL_FEATURES = frozenset(_WIDE) | {"cos_d", "sin_d"}
_NUM_GOAL_FEATURES = 6
_MOST_CELLS = 1000
_MOST_PIXELS = 10000
_REWARD = {"min": -1e6, "max": 1e6}
_LENGTH = {"min": 1.0, "max": 1e5}


def _steps(duration: float, frequency: int) -> int:
    """Returns after how many steps a clock, a sum of rounded numbers, is at the end."""
    steps, clock = 0, 0.0
    while clock < duration:
        clock += 1 / frequency
        steps += 1
    return steps


def _check_observation(config: dict[str, Any]) -> None:
    """Checks what is observed of the scenario."""
    observation, scenario = config["observation"], config["scenario"]
    only = _OBSERVED_IN.get(observation, scenario)
    if only != scenario or (scenario == "lane_keeping" and "Attr" not in observation):
        raise ValueError(
            f"observation: expected one that is known in {scenario}, got {observation}"
        )
    if observation == "AttributesObservation" and not config["dynamical"]:
        raise ValueError("dynamical: expected True for AttributesObservation")
    known = set(_FEATURES)
    if observation not in ("Kinematics", "ExitObservation", "KinematicsGoal"):
        known.add("on_road")
    if observation == "KinematicsGoal":
        known &= _GOAL_FEATURES
    for key in (*config["features"], *config["features_range"]):
        if key not in known:
            raise ValueError(
                f"features: expected names of {tuple(sorted(known))}, got {key!r}"
            )
    if observation == "TimeToCollision" and (
        config["continuous"] or config["action"] != "DiscreteMetaAction"
    ):
        raise ValueError(
            "observation: TimeToCollision needs an agent with target speeds, "
            "which DiscreteMetaAction has"
        )
    lengths = {
        "scales": len(config["features"]),
        "grid_size": 4,
        "grid_step": 2,
        "centering_position": 2,
        "observation_shape": 2,
        "weights": 3,
    }
    if config["observation_centering_position"]:
        lengths["observation_centering_position"] = 2
    if observation != "KinematicsGoal":
        del lengths["scales"]
    for key, length in lengths.items():
        if len(config[key]) != length:
            raise ValueError(f"{key}: expected {length} numbers, got {config[key]}")
    if not all(number > 0 for number in config["grid_step"]):
        raise ValueError(
            f"grid_step: expected positive numbers, got {config['grid_step']}"
        )
    if not all(1 <= size <= _MOST_PIXELS for size in config["observation_shape"]):
        raise ValueError(
            f"observation_shape: expected numbers from 1 to {_MOST_PIXELS}, "
            f"got {config['observation_shape']}"
        )
    if 0 in config["scales"]:
        raise ValueError(f"scales: expected no zeros, got {config['scales']}")
    for axis in (0, 1):
        low, high = config["grid_size"][2 * axis : 2 * axis + 2]
        if not 1 <= (high - low) / config["grid_step"][axis] <= _MOST_CELLS:
            raise ValueError(
                f"grid_size: expected from one to {_MOST_CELLS} cells of the lengths "
                f"grid_step along each axis, got {config['grid_size']}"
            )


def _check(config: dict[str, Any]) -> dict[str, Any]:
    """Checks rules that concern several values; sets the limit of steps."""
    ranges = {
        f"features_range[{name!r}]": pair
        for name, pair in config["features_range"].items()
    }
    for key in ("reward_speed_range", "acceleration_range", "steering_range"):
        ranges[key] = config[key]
    if config["speed_range"]:
        ranges["speed_range"] = config["speed_range"]
    for key, bounds in ranges.items():
        if len(bounds) != 2 or not bounds[0] < bounds[1]:
            raise ValueError(
                f"{key}: expected a lower and a higher number, got {bounds}"
            )
    _check_observation(config)
    if len(config["reward_weights"]) != _NUM_GOAL_FEATURES:
        raise ValueError(
            f"reward_weights: expected {_NUM_GOAL_FEATURES} numbers, "
            f"got {config['reward_weights']}"
        )
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
    agents = config["controlled_vehicles"]
    if agents > 1 and config["scenario"] != "intersection":
        raise ValueError(
            f"controlled_vehicles: expected 1 in {config['scenario']}, got {agents}"
        )
    config = {**config, "max_num_players": agents}
    if config["duration"] == 0:
        return config
    steps = _steps(config["duration"], config["policy_frequency"])
    limit = min(config["max_episode_steps"], steps)
    return {**config, "max_episode_steps": limit}


def _infos(config: Mapping[str, Any]) -> InfoKeys:
    """Returns that steps of lane keeping have no infos."""
    if config["scenario"] == "lane_keeping":
        return InfoKeys(reset_only=frozenset({"speed", "crashed"}))
    return InfoKeys()


def _names(config: Mapping[str, Any]) -> dict[str, str]:
    """Returns the names of entries: pictures are the whole observation."""
    if config["observation"] == "GrayscaleObservation":
        return {"obs_image": "obs", "obs": "no_obs"}
    return {}


family = Family("envpool.highway")
family.meanings(MEANINGS)

_RULES: dict[str, dict[str, Any]] = {
    "scenario": {
        "choices": tuple(
            config.get("scenario", "highway")
            for name, _, config in _TASKS
            if name not in ("HighwayFast", "ParkingActionRepeat", "ParkingParked")
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
            "lane_centering",
            "action",
        )
    },
    "simulation_frequency": {"min": 2, "max": 1000},
    "policy_frequency": {"min": 1, "max": 1000},
    "duration": {"min": 0.0, "max": 1e5},
    "observation": {"choices": _OBSERVATIONS},
    "other_vehicles": {"min": 0, "max": 500},
    "speed_limit": {"min": 0.1, "max": 40.0},
    "length": {"min": 20.0, "max": 1e5},
    "success_goal_reward": _REWARD,
    "lane_centering_cost": {"min": 0.0, "max": 1e6},
    "action": {"choices": ("DiscreteMetaAction", "DiscreteAction")},
    "actions_per_axis": {"min": 2, "max": 1000},
    "cells": {"min": 1, "max": 10000},
    "maximum_range": {"min": 0.1, "max": 1e6},
    "screen_width": {"min": 1, "max": 10000},
    "screen_height": {"min": 1, "max": 10000},
    "stack_size": {"min": 1, "max": 100},
    "observation_scaling": {"min": 0.0, "max": 50.0},
    "scaling": {"min": 0.01, "max": 50.0},
    "controlled_vehicles": {"min": 1, "max": 100},
    "state_noise": {"min": 0.0, "max": 1e6},
    "derivative_noise": {"min": 0.0, "max": 1e6},
    "observation_vehicles_count": {"min": 1, "max": 500},
    "order": {"choices": ("sorted", "shuffled")},
    "horizon": {"min": 1.0, "max": 1000.0},
}
# The env for each value of `continuous`.
_ENVS = {False: "Highway", True: "HighwayContinuous"}
for _env in _ENVS.values():
    family.rules(_env, _RULES, _check, translate)
    family.variants(_env, "continuous", _ENVS)
    family.official(
        _env,
        render_fps=lambda config: 2 * config["policy_frequency"],
        infos=_infos,
        names=_names,
    )
family.methods("HighwayContinuous", "envpool.highway.goals:GoalMethods")

for _name, _official, _config in _TASKS:
    for _version in sorted({0, _CONNECTED.get(_name, 0)}):
        family.task(
            f"{_name}-v{_version}",
            _ENVS[_config.get("continuous", False)],
            aliases=(f"{_official}-v{_version}",),
            neighbour_vehicles_connected_lanes=_version > 0,
            **_config,
        )
# Agents share rewards and ends only in the first version.
for _version in range(3):
    family.task(
        f"IntersectionMultiAgent-v{_version}",
        "Highway",
        aliases=(f"intersection-multi-agent-v{_version}",),
        controlled_vehicles=2,
        cooperative=_version == 0,
        neighbour_vehicles_connected_lanes=_version == 2,
        **_INTERSECTION,
    )
family.task(
    "Intersection-v1",
    "HighwayContinuous",
    aliases=("intersection-v1",),
    **_INTERSECTION_CONTINUOUS,
)

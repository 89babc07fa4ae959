# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of highway-env."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from envpool.highway.checks import OBSERVATION_RULES, WIDE, check, parts_of
from envpool.highway.meanings import MEANINGS
from envpool.highway.official_options import translate
from envpool.registration import Family, InfoKeys


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
    "features": WIDE,
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
    "features": WIDE,
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

_REWARD = {"min": -1e6, "max": 1e6}
_LENGTH = {"min": 1.0, "max": 1e5}


def _infos(config: Mapping[str, Any]) -> InfoKeys:
    """Returns that steps of lane keeping have no infos, and resets of exits fewer."""
    if config["scenario"] == "lane_keeping":
        return InfoKeys(reset_only=frozenset({"speed", "crashed"}))
    if config["scenario"] == "exit":
        return InfoKeys(step_only=frozenset({"is_success"}))
    return InfoKeys()


# The entries of observations that are dicts.
_DICTS = {
    "KinematicsGoal": ("observation", "achieved_goal", "desired_goal"),
    "AttributesObservation": ("state", "derivative", "reference_state"),
}


def _names(config: Mapping[str, Any]) -> dict[str, str]:
    """Returns the names of entries: an image is the whole observation, or a part."""
    kinds = [(part["observation"], part["as_image"]) for part in parts_of(config)]
    are_images = [kind == "GrayscaleObservation" or image for kind, image in kinds]
    if config["observation"] != "TupleObservation":
        return {"obs_image": "obs", "obs": "no_obs"} if are_images[0] else {}
    names = {"obs": "obs:0", "obs_image": "no_obs"}
    for i, (kind, _) in enumerate(kinds):
        if are_images[i]:
            own = f":{i}" if i > 0 else ""
            names |= {f"obs{own}": f"no_obs:{i}", f"obs_image{own}": f"obs:{i}"}
        for key in _DICTS.get(kind, ()):
            names[f"obs:{key}"] = f"obs:{i}.{key}"
    return names


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
    **OBSERVATION_RULES,
    "other_vehicles": {"min": 0, "max": 500},
    "speed_limit": {"min": 0.1, "max": 40.0},
    "length": {"min": 20.0, "max": 1e5},
    "success_goal_reward": _REWARD,
    "lane_centering_cost": {"min": 0.0, "max": 1e6},
    "action": {"choices": ("DiscreteMetaAction", "DiscreteAction")},
    "actions_per_axis": {"min": 2, "max": 1000},
    "screen_width": {"min": 1, "max": 10000},
    "screen_height": {"min": 1, "max": 10000},
    "scaling": {"min": 0.01, "max": 50.0},
    "controlled_vehicles": {"min": 1, "max": 100},
    "state_noise": {"min": 0.0, "max": 1e6},
    "derivative_noise": {"min": 0.0, "max": 1e6},
}
# The env for each value of `continuous`.
_ENVS = {False: "Highway", True: "HighwayContinuous"}
for _env in _ENVS.values():
    family.rules(_env, _RULES, check, translate)
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

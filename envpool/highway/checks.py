# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks configs of driving tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from envpool.python.config.values import check_value

__all__ = ["OBSERVATION_RULES", "WIDE", "check", "parts_of"]

WIDE = ["presence", "x", "y", "vx", "vy", "cos_h", "sin_h"]
_FEATURES = (
    *WIDE,
    "heading",
    "cos_d",
    "sin_d",
    "long_off",
    "lat_off",
    "ang_off",
)
OBSERVATIONS = (
    "Kinematics",
    "ExitObservation",
    "TimeToCollision",
    "OccupancyGrid",
    "LidarObservation",
    "GrayscaleObservation",
    "KinematicsGoal",
    "AttributesObservation",
    "TupleObservation",
)
MOST_PARTS = 4
OBSERVATION_RULES: dict[str, Any] = {
    "observation": {"choices": OBSERVATIONS},
    "cells": {"min": 1, "max": 10000},
    "maximum_range": {"min": 0.1, "max": 1e6},
    "stack_size": {"min": 1, "max": 100},
    "observation_scaling": {"min": 0.0, "max": 50.0},
    "observation_vehicles_count": {"min": 1, "max": 500},
    "order": {"choices": ("sorted", "shuffled")},
    "horizon": {"min": 1.0, "max": 1000.0},
}
# The only scenario of an observation.
_OBSERVED_IN = {
    "ExitObservation": "exit",
    "KinematicsGoal": "parking",
    "AttributesObservation": "lane_keeping",
}
_GOAL_FEATURES = frozenset(WIDE) | {"cos_d", "sin_d"}
_NUM_GOAL_FEATURES = 6
_MOST_CELLS = 1000
# By scenario, the most agents. In car parks, more would start at the same spots, where
# the official env fails.
_MOST_AGENTS = {
    "highway": 100,
    "exit": 100,
    "intersection": 100,
    "parking": 7,
    "racetrack": 100,
    "racetrack_large": 100,
    "racetrack_oval": 100,
}
_MOST_PIXELS = 10000


def _duration_steps(duration: float, frequency: int) -> int:
    """Returns after how many steps a clock, a sum of rounded numbers, is at the end."""
    steps, clock = 0, 0.0
    while clock < duration:
        clock += 1 / frequency
        steps += 1
    return steps


def parts_of(config: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns the config of each part of the observation; without parts, the config.

    Raises:
      ValueError: a part has an unknown key.
    """
    if config["observation"] != "TupleObservation":
        return [dict(config)]
    words, numbers = (
        config["observation_part_words"],
        config["observation_part_numbers"],
    )
    if len(words) != len(numbers) or not 1 <= len(words) <= MOST_PARTS:
        raise ValueError(
            f"observation_configs: expected from one to {MOST_PARTS} observations, "
            f"got {len(words)}"
        )
    for stated in (*words, *numbers):
        if not isinstance(stated, Mapping) or not all(
            isinstance(value, list | tuple) for value in stated.values()
        ):
            raise ValueError(
                f"observation_part_words: expected dicts of lists, got {stated!r}"
            )
    return [_part(config, *stated) for stated in zip(words, numbers, strict=True)]


def _part(
    config: Mapping[str, Any], words: Mapping[str, Any], numbers: Mapping[str, Any]
) -> dict[str, Any]:
    part: dict[str, Any] = {**config, "features_range": {}}
    for key, value in (*words.items(), *numbers.items()):
        feature = key.removeprefix("features_range.")
        if feature != key:
            part["features_range"][feature] = value
        elif key not in config:
            raise ValueError(f"observation_configs: unknown key {key!r}")
        else:
            rule = OBSERVATION_RULES.get(key, {})
            plain = _plain(value, config[key])
            part[key] = check_value(key, plain, config[key], rule)
    return part


def _plain(stated: list[Any], default: Any) -> Any:
    """Returns what a list of texts or numbers states, with the type of the default."""
    if isinstance(default, list) or len(stated) != 1:
        return [_plain([item], default[0]) if default else item for item in stated]
    one = stated[0]
    is_whole = isinstance(one, float) and one.is_integer()
    return type(default)(one) if is_whole and not isinstance(default, str) else one


def _check_parts(config: dict[str, Any]) -> None:
    """Checks the parts of a TupleObservation."""
    if config["controlled_vehicles"] > 1:
        raise ValueError(
            "controlled_vehicles: expected 1 with TupleObservation, got "
            f"{config['controlled_vehicles']}"
        )
    parts = parts_of(config)
    kinds = [part["observation"] for part in parts]
    if "TupleObservation" in kinds:
        raise ValueError("observation_configs: expected no tuples in a tuple")
    for kind in ("KinematicsGoal", "AttributesObservation"):
        if kinds.count(kind) > 1:
            raise ValueError(f"observation_configs: expected one {kind} at most")
    for part in parts:
        _check_observation(part)
        _check_numbers(part)
        _check_ranges(part, ())


def _check_observation(config: dict[str, Any]) -> None:
    """Checks what is observed of the scenario."""
    observation, scenario = config["observation"], config["scenario"]
    only = _OBSERVED_IN.get(observation, scenario)
    if only != scenario:
        raise ValueError(
            f"observation: expected one that is known in {scenario}, got {observation}"
        )
    if observation == "AttributesObservation" and not config["dynamical"]:
        raise ValueError("dynamical: expected True for AttributesObservation")
    if config["as_image"] and observation != "OccupancyGrid":
        raise ValueError(
            f"as_image: expected False for {observation}, got True; "
            "OccupancyGrid can be an image"
        )
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


def _check_numbers(config: dict[str, Any]) -> None:
    """Checks the lengths and values of lists of numbers."""
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
    if config["observation"] != "KinematicsGoal":
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


def _check_ranges(config: dict[str, Any], keys: Iterable[str]) -> None:
    """Checks the ranges of features, and those of other keys."""
    ranges = {
        f"features_range[{name!r}]": pair
        for name, pair in config["features_range"].items()
    }
    ranges |= {key: config[key] for key in keys}
    for key, bounds in ranges.items():
        if len(bounds) != 2 or not bounds[0] < bounds[1]:
            raise ValueError(
                f"{key}: expected a lower and a higher number, got {bounds}"
            )


def check(config: dict[str, Any]) -> dict[str, Any]:
    """Checks rules that concern several values; sets the limit of steps.

    Args:
      config: a complete config.

    Raises:
      ValueError: values do not go together.
    """
    ranges = ["reward_speed_range", "acceleration_range", "steering_range"]
    if config["speed_range"]:
        ranges.append("speed_range")
    _check_ranges(config, ranges)
    if config["observation"] == "TupleObservation":
        _check_parts(config)
    else:
        _check_observation(config)
    _check_numbers(config)
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
    most = _MOST_AGENTS.get(config["scenario"], 1)
    if agents > most:
        raise ValueError(
            f"controlled_vehicles: expected at most {most} in {config['scenario']}, "
            f"got {agents}"
        )
    config = {**config, "max_num_players": agents}
    if config["duration"] == 0:
        return config
    steps = _duration_steps(config["duration"], config["policy_frequency"])
    limit = min(config["max_episode_steps"], steps)
    return {**config, "max_episode_steps": limit}

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Translates the official `config`, with its nested dicts, to EnvPool's options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["PART_WORDS", "translate"]

# The options of parts of observations that are texts; others are numbers.
PART_WORDS = ("observation", "features", "order")

# Official names that differ from EnvPool's.
_NAMES = {"normalize_reward": "scale_reward", "no_lanes": "lanes_count"}
_OBSERVATION_NAMES = {
    "vehicles_count": "observation_vehicles_count",
    "scaling": "observation_scaling",
    "centering_position": "observation_centering_position",
}
_ACTION_NAMES = {"clip": "clip_actions"}

_KINEMATICS: dict[str, Any] = {
    "features": ["presence", "x", "y", "vx", "vy"],
    "observation_vehicles_count": 5,
    "features_range": {},
    "absolute": False,
    "order": "sorted",
    "normalize": True,
    "clip": True,
    "see_behind": False,
    "observe_intentions": False,
    "include_obstacles": True,
}
# What is not given in the dict of an observation has these values, whatever the task.
_OBSERVATIONS: dict[str, dict[str, Any]] = {
    "Kinematics": _KINEMATICS,
    "ExitObservation": _KINEMATICS,
    "KinematicsGoal": {},
    "AttributesObservation": {},
    "TimeToCollision": {"horizon": 10},
    "LidarObservation": {"cells": 16, "maximum_range": 60, "normalize": True},
    "GrayscaleObservation": {
        "observation_scaling": 0,
        "observation_centering_position": [],
    },
    "OccupancyGrid": {
        "features": ["presence", "vx", "vy", "on_road"],
        "grid_size": [-27.5, 27.5, -27.5, 27.5],
        "grid_step": [5, 5],
        "features_range": {},
        "align_to_vehicle_axes": False,
        "as_image": False,
        "clip": True,
    },
}
_BOTH_AXES: dict[str, Any] = {"longitudinal": True, "lateral": True}
_STEERING: dict[str, Any] = {
    **_BOTH_AXES,
    "acceleration_range": [-5, 5],
    "steering_range": [-0.7853981633974483, 0.7853981633974483],
    "speed_range": [],
    "dynamical": False,
    "clip_actions": True,
}
_ACTIONS: dict[str, dict[str, Any]] = {
    "DiscreteMetaAction": {**_BOTH_AXES, "target_speeds": [20, 25, 30]},
    "ContinuousAction": {**_STEERING, "continuous": True},
    "DiscreteAction": {**_STEERING, "actions_per_axis": 3},
}
# Options of dicts that change nothing, as in the official env.
_UNUSED = {"flatten", "as_image", "attributes", "target_speeds"}


def _named(given: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Returns options by EnvPool's names; None means the default."""
    return {names.get(key, key): v for key, v in given.items() if v is not None}


def _dict_options(
    key: str,
    given: Mapping[str, Any],
    types: Mapping[str, Mapping[str, Any]],
    names: Mapping[str, str],
) -> dict[str, Any]:
    """Returns the options that one of the nested dicts stands for.

    Raises:
      ValueError: the type or an option of it is unknown.
    """
    options = _named(given, names)
    kind = options.pop("type", None)
    if kind not in types:
        raise ValueError(f"{key}: expected a type of {tuple(types)}, got {kind!r}")
    defaults = types[kind]
    if options.get("absolute") and kind == "OccupancyGrid":
        raise ValueError(f"{key}: expected no absolute OccupancyGrid, got True")
    used = {k: v for k, v in options.items() if k in defaults or k not in _UNUSED}
    if "grid_size" in used:
        used["grid_size"] = [x for axis in used["grid_size"] for x in axis]
    return {**defaults, key: kind, **used}


def _observation(given: Mapping[str, Any]) -> dict[str, Any]:
    if given.get("type") == "MultiAgentObservation":
        given = given.get("observation_config", {})
    if given.get("type") == "TupleObservation":
        return _parts(given.get("observation_configs", ()))
    return _dict_options("observation", given, _OBSERVATIONS, _OBSERVATION_NAMES)


def _parts(configs: Any) -> dict[str, Any]:
    """Returns the options that the parts of a TupleObservation stand for."""
    if not isinstance(configs, list | tuple) or not all(
        isinstance(config, Mapping) for config in configs
    ):
        raise ValueError(f"observation_configs: expected dicts, got {configs!r}")
    words, numbers = [], []
    for config in configs:
        stated = _dict_options("observation", config, _OBSERVATIONS, _OBSERVATION_NAMES)
        for feature, pair in stated.pop("features_range", {}).items():
            stated[f"features_range.{feature}"] = pair
        lists = {
            key: list(value) if isinstance(value, list | tuple) else [value]
            for key, value in stated.items()
        }
        words.append({key: lists[key] for key in PART_WORDS if key in lists})
        numbers.append(
            {
                key: [_number(key, each) for each in value]
                for key, value in lists.items()
                if key not in PART_WORDS
            }
        )
    return {
        "observation": "TupleObservation",
        "observation_part_words": words,
        "observation_part_numbers": numbers,
    }


def _number(key: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{key}: expected numbers, got {value!r}") from error


def _action(given: Mapping[str, Any]) -> dict[str, Any]:
    if given.get("type") == "MultiAgentAction":
        given = given.get("action_config", {})
    options = {"continuous": False}
    options |= _dict_options("action", given, _ACTIONS, _ACTION_NAMES)
    if options["continuous"]:
        del options["action"]
    return options


def translate(given: dict[str, Any]) -> dict[str, Any]:
    """Returns keyword arguments with EnvPool's names and values.

    Args:
      given: EnvPool's keywords; `config`, the official dict; or its entries. Keywords
        win over the entries of `config`.

    Raises:
      ValueError: an entry cannot be translated.
    """
    result = dict(given)
    config = result.pop("config", None) or {}
    if not isinstance(config, Mapping):
        raise ValueError(f"config: expected a dict, got {config!r}")
    result = {**_named(config, _NAMES), **result}
    for official, ours in _NAMES.items():
        if official in result:
            result.setdefault(ours, result.pop(official))
    if "destination" in config and config["destination"] is None:
        result.setdefault("destination", "")
    if "observation_configs" in result:
        result |= _parts(result.pop("observation_configs"))
    for key, convert in (("observation", _observation), ("action", _action)):
        if isinstance(result.get(key), Mapping):
            result = {**convert(result.pop(key)), **result}
    return result

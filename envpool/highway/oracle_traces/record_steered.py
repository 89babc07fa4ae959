# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records episodes of agents that steer, and of several agents.

    record_steered.py [FILE]

It needs the same packages as record_highway.py, beside which it lies.
"""

from __future__ import annotations

import importlib
import math
import sys
from functools import partial
from typing import Any

import numpy as np

highway: Any = importlib.import_module("record_highway")

SEED, ENVS = 11, 3
STEPS = 360  # a thousand of all envs
FEWER_STEPS = 120
_GRID = {
    "type": "OccupancyGrid",
    "features": ["presence", "vx", "cos_h", "on_road"],
    "grid_size": [[-20, 30], [-12, 12]],
    "grid_step": [5, 4],
}

# Ids, the options of pools, the official config that means the same, the number of
# steps, and the largest number in an action.
CASES: list[tuple[str, dict[str, Any], dict[str, Any], int, float]] = [
    ("parking-v0", {}, {}, STEPS, 1.0),
    ("parking-ActionRepeat-v0", {}, {}, FEWER_STEPS, 0.5),
    ("parking-parked-v0", {}, {}, FEWER_STEPS, 1.0),
    ("racetrack-v0", {}, {}, STEPS, 0.2),
    *(
        (f"racetrack{rest}", {}, {}, FEWER_STEPS, 0.2)
        for rest in ("-v1", "-large-v0", "-large-v1", "-oval-v0", "-oval-v1")
    ),
    ("lane-keeping-v0", {}, {}, STEPS, 1.0),
    ("intersection-v1", {}, {}, FEWER_STEPS, 0.3),
    (
        "racetrack-oval-v0",
        {
            "length": 120.0,
            "lanes_count": 4,
            "block_lane": True,
            "force_decision": True,
            "other_vehicles": 8,
            "terminate_off_road": False,
            "longitudinal": True,
            "speed_range": [2.0, 12.0],
            "duration": 12.0,
        },
        {
            "length": 120,
            "no_lanes": 4,
            "block_lane": True,
            "force_decision": True,
            "other_vehicles": 8,
            "terminate_off_road": False,
            "action": {
                "type": "ContinuousAction",
                "longitudinal": True,
                "lateral": True,
                "speed_range": [2, 12],
            },
            "duration": 12,
        },
        FEWER_STEPS,
        0.3,
    ),
    (
        "highway-fast-v0",
        {
            "continuous": True,
            "acceleration_range": [-3.0, 4.0],
            "observation": "LidarObservation",
            "cells": 24,
            "maximum_range": 90.0,
        },
        {
            "action": {"type": "ContinuousAction", "acceleration_range": [-3, 4]},
            "observation": {
                "type": "LidarObservation",
                "cells": 24,
                "maximum_range": 90,
            },
        },
        FEWER_STEPS,
        0.1,
    ),
    (
        "highway-fast-v0",
        {
            "observation": "OccupancyGrid",
            "features": ["presence", "vx", "cos_h", "on_road"],
            "grid_size": [-20.0, 30.0, -12.0, 12.0],
            "grid_step": [5.0, 4.0],
        },
        {"observation": _GRID},
        FEWER_STEPS,
        4,
    ),
    (
        "highway-fast-v0",
        {
            "observation": "OccupancyGrid",
            "features": ["presence", "vx", "cos_h", "on_road"],
            "grid_size": [-20.0, 30.0, -12.0, 12.0],
            "grid_step": [5.0, 4.0],
            "as_image": True,
        },
        {"observation": {**_GRID, "as_image": True}},
        FEWER_STEPS,
        4,
    ),
    (
        "merge-v0",
        {
            "action": "DiscreteAction",
            "actions_per_axis": 5,
            "steering_range": [-0.1, 0.1],
        },
        {
            "action": {
                "type": "DiscreteAction",
                "actions_per_axis": 5,
                "steering_range": [-0.1, 0.1],
            }
        },
        FEWER_STEPS,
        24,
    ),
    (
        "intersection-v1",
        {"dynamical": False, "steering_range": [-math.pi / 4, math.pi / 4]},
        {
            "action": {"type": "ContinuousAction"},
        },
        FEWER_STEPS,
        0.2,
    ),
    (
        "parking-v0",
        {"vehicles_count": 20, "add_walls": False, "observation": "LidarObservation"},
        {
            "vehicles_count": 20,
            "add_walls": False,
            "observation": {"type": "LidarObservation"},
        },
        FEWER_STEPS,
        1.0,
    ),
    (
        "merge-v0",
        {
            "observation": "GrayscaleObservation",
            "observation_shape": [64, 32],
            "stack_size": 2,
            "observation_scaling": 2.0,
        },
        {
            "observation": {
                "type": "GrayscaleObservation",
                "observation_shape": (64, 32),
                "stack_size": 2,
                "weights": [0.2989, 0.587, 0.114],
                "scaling": 2.0,
            },
            "offscreen_rendering": True,
        },
        40,
        4,
    ),
    *(
        (f"intersection-multi-agent-v{version}", {}, {}, FEWER_STEPS, 2)
        for version in range(3)
    ),
]


def _recorded(obs: Any) -> Any:
    """Returns an observation without what is in it twice."""
    if isinstance(obs, tuple):
        return np.stack(obs)
    if isinstance(obs, dict):
        return {key: value for key, value in obs.items() if key != "achieved_goal"}
    return obs


class Official(highway.Official):  # type: ignore[misc]
    """One env; its infos may lack what others have."""

    def __init__(self, seed: int, task_id: str, config: dict[str, Any]) -> None:
        if task_id.startswith("parking-"):
            super().__init__(seed, "parking-v0", {**_OF_PARKING[task_id], **config})
        else:
            super().__init__(seed, task_id, config)

    def reset(self) -> dict[str, Any]:
        """Starts an episode."""
        row: dict[str, Any] = super().reset()
        return {**row, "obs": _recorded(row["obs"])}

    def step(self, action: Any) -> dict[str, Any]:
        """Takes a step."""
        is_choice = np.issubdtype(action.dtype, np.integer)
        if is_choice and action.ndim == 0:
            action = int(action)
        elif is_choice:
            return self._step_all(tuple(action.tolist()))
        obs, reward, terminated, truncated, info = self.env.step(action)
        known = {key: info[key] for key in ("crashed", "is_success") if key in info}
        return {
            "obs": _recorded(obs),
            "reward": np.float32(reward),
            "terminated": bool(terminated),
            "truncated": bool(truncated),
            "info": {key: bool(value) for key, value in known.items()},
        }

    def _step_all(self, actions: tuple[int, ...]) -> dict[str, Any]:
        """Takes a step of several agents."""
        obs, reward, terminated, truncated, info = self.env.step(actions)
        keys = ("agents_rewards", "agents_terminated")
        return {
            "obs": _recorded(obs),
            # One of all, or one of each.
            "reward": np.float32(np.broadcast_to(reward, len(actions))),
            "terminated": bool(np.all(terminated)),
            "truncated": bool(truncated),
            "info": {key: np.array(info[key]) for key in keys},
        }


# What the classes of these ids, which take no options, set.
_OF_PARKING: dict[str, dict[str, Any]] = {
    "parking-v0": {},
    "parking-ActionRepeat-v0": {"policy_frequency": 1, "duration": 20},
    "parking-parked-v0": {"vehicles_count": 10},
}


def record(case: tuple[str, dict[str, Any], dict[str, Any], int, float]) -> Any:
    """Returns the attributes of a case's recording."""
    task_id, options, config, steps, largest = case
    make = partial(Official, task_id=task_id, config=config)
    space = make(SEED).env.action_space
    random = np.random.default_rng(5)
    actions: Any
    if space.shape:
        size = (steps, ENVS, *space.shape)
        actions = random.uniform(-largest, largest, size).astype(np.float32)
    else:
        agents = () if hasattr(space, "n") else (len(space),)
        drawn = random.integers(int(largest) + 1, size=(steps, ENVS, *agents))
        actions = drawn.astype(np.int8)
    return vars(highway.trace.record(make, task_id, SEED, actions, options))


def main(path: Any = highway.HERE / "steered.npz") -> None:
    """Writes the file."""
    highway.write(path, record, CASES)


if __name__ == "__main__":
    main(*sys.argv[1:])

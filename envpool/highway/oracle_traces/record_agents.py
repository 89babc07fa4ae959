# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records episodes of several agents on one road, and of observations in parts.

    record_agents.py [FILE]

It needs the same packages as record_highway.py, beside which it lies; pygame draws the
pictures.
"""

from __future__ import annotations

import importlib
import sys
from functools import partial
from typing import Any

import numpy as np

steered: Any = importlib.import_module("record_steered")
highway: Any = steered.highway

SEED, ENVS = 3, 3
STEPS = 120

# The middle of a lane is not on the border of two cells, where the last bits of NumPy's
# products would decide.
_BOTH_AXES = [-17.5, 18.5, -17.5, 18.5]
_GRID = {
    "type": "OccupancyGrid",
    "features": ["presence", "on_road"],
    "grid_size": [_BOTH_AXES[:2], _BOTH_AXES[2:]],
    "grid_step": [3, 3],
    "align_to_vehicle_axes": True,
}
_STEERING = {"type": "ContinuousAction", "longitudinal": False, "lateral": True}


def _agents(
    count: int, observation: dict[str, Any], action: dict[str, Any], **config: Any
) -> dict[str, Any]:
    """Returns the official config of several agents."""
    return {
        "controlled_vehicles": count,
        "observation": {
            "type": "MultiAgentObservation",
            "observation_config": observation,
        },
        "action": {"type": "MultiAgentAction", "action_config": action},
        **config,
    }


def _parts(
    task_id: str, steps: int, largest: float, *observations: dict[str, Any]
) -> tuple[str, dict[str, Any], dict[str, Any], int, float]:
    """Returns a case of an observation in parts."""
    options = {"observation_configs": list(observations)}
    config = {"observation": {"type": "TupleObservation", **options}}
    return task_id, options, config, steps, largest


# Ids, the options of pools, the official config that means the same, the number of
# steps, and the largest number in an action.
CASES: list[tuple[str, dict[str, Any], dict[str, Any], int, float]] = [
    (
        "highway-fast-v0",
        {"controlled_vehicles": 2, "duration": 10.0},
        # Behind an agent that has crashed, traffic stops, which is unstable.
        _agents(2, {"type": "Kinematics"}, {"type": "DiscreteMetaAction"}, duration=10),
        STEPS,
        4,
    ),
    (
        "highway-fast-v0",
        {
            "controlled_vehicles": 3,
            "continuous": True,
            "observation": "LidarObservation",
            "vehicles_count": 10,
            "ego_spacing": 1.0,
        },
        _agents(
            3,
            {"type": "LidarObservation"},
            {"type": "ContinuousAction"},
            vehicles_count=10,
            ego_spacing=1,
        ),
        STEPS,
        0.1,
    ),
    (
        "exit-v0",
        {
            "controlled_vehicles": 2,
            "observation_vehicles_count": 8,
            "features": ["presence", "x", "y", "vx", "vy"],
        },
        _agents(
            2,
            {"type": "ExitObservation", "vehicles_count": 8, "clip": False},
            {"type": "DiscreteMetaAction", "target_speeds": [18, 24, 30]},
        ),
        STEPS,
        4,
    ),
    (
        "parking-v0",
        {"controlled_vehicles": 3, "vehicles_count": 5},
        _agents(
            3,
            {
                "type": "KinematicsGoal",
                "features": ["x", "y", "vx", "vy", "cos_h", "sin_h"],
                "scales": [100, 100, 5, 5, 1, 1],
                "normalize": False,
            },
            {"type": "ContinuousAction"},
            vehicles_count=5,
        ),
        STEPS,
        0.5,
    ),
    (
        "racetrack-v0",
        {"controlled_vehicles": 2, "other_vehicles": 3, "grid_size": _BOTH_AXES},
        _agents(2, _GRID, _STEERING, other_vehicles=3),
        STEPS,
        0.2,
    ),
    (
        "racetrack-large-v1",
        {"controlled_vehicles": 3, "other_vehicles": 2, "grid_size": _BOTH_AXES},
        _agents(3, _GRID, _STEERING, other_vehicles=2),
        STEPS,
        0.1,
    ),
    (
        "racetrack-oval-v0",
        {"controlled_vehicles": 2, "longitudinal": True, "grid_size": _BOTH_AXES},
        _agents(2, _GRID, {"type": "ContinuousAction"}),
        STEPS,
        0.2,
    ),
    _parts(
        "highway-fast-v0",
        STEPS,
        4,
        {"type": "Kinematics", "vehicles_count": 6, "order": "shuffled"},
        {**_GRID, "as_image": True},
        {"type": "TimeToCollision", "horizon": 5},
    ),
    _parts(
        "parking-v0",
        STEPS,
        1.0,
        {"type": "LidarObservation", "cells": 12},
        {
            "type": "KinematicsGoal",
            "features": ["x", "y", "vx", "vy", "cos_h", "sin_h"],
            "scales": [100, 100, 5, 5, 1, 1],
            "normalize": False,
        },
    ),
    _parts(
        "racetrack-v0",
        STEPS,
        0.2,
        _GRID,
        {"type": "LidarObservation"},
        {"type": "Kinematics", "features": ["x", "y", "lat_off", "ang_off"]},
    ),
    _parts(
        "lane-keeping-v0",
        STEPS,
        1.0,
        {"type": "Kinematics", "features": ["x", "y", "vx", "vy", "heading"]},
        {
            "type": "AttributesObservation",
            "attributes": ["state", "derivative", "reference_state"],
        },
    ),
    _parts(
        "merge-v0",
        30,
        4,
        {
            "type": "GrayscaleObservation",
            "observation_shape": (48, 24),
            "stack_size": 2,
            "weights": [0.2989, 0.587, 0.114],
            "scaling": 2.0,
        },
        {"type": "Kinematics", "vehicles_count": 3},
        {
            "type": "GrayscaleObservation",
            "observation_shape": (24, 24),
            "stack_size": 1,
            "weights": [0.3, 0.3, 0.4],
        },
    ),
]


def _by_number(parts: tuple[Any, ...]) -> dict[str, Any]:
    return {str(i): part for i, part in enumerate(parts)}


class Official(steered.Official):  # type: ignore[misc]
    """One env."""

    seed: int | None

    def reset(self) -> dict[str, Any]:
        """Starts an episode."""
        obs, info = self.env.reset(seed=self.seed)
        self.seed = None
        return {"obs": self._recorded(obs), "info": self._known(info)}

    def step(self, action: Any) -> dict[str, Any]:
        """Takes a step."""
        given = tuple(action) if self._has_agents() else action
        if np.issubdtype(action.dtype, np.integer):
            given = tuple(action.tolist()) if self._has_agents() else int(action)
        obs, reward, terminated, truncated, info = self.env.step(given)
        rows = (len(given),) if self._has_agents() else ()
        return {
            "obs": self._recorded(obs),
            "reward": np.float32(np.broadcast_to(reward, rows)),
            "terminated": bool(terminated),
            "truncated": bool(truncated),
            "info": self._known(info),
        }

    def _has_agents(self) -> bool:
        return hasattr(self.env.action_space, "spaces")

    def _recorded(self, obs: tuple[Any, ...]) -> Any:
        if not self._has_agents():
            return _by_number(tuple(map(steered._recorded, obs)))
        if isinstance(obs[0], dict):
            keys = steered._recorded(obs[0])
            return {key: np.stack([each[key] for each in obs]) for key in keys}
        return np.stack(obs)

    @staticmethod
    def _known(info: dict[str, Any]) -> dict[str, Any]:
        dtypes = {"speed": float, "crashed": bool, "is_success": bool}
        return {
            key: np.array(info[key], dtype)
            for key, dtype in dtypes.items()
            if key in info
        }


def record(case: tuple[str, dict[str, Any], dict[str, Any], int, float]) -> Any:
    """Returns the attributes of a case's recording."""
    task_id, options, config, steps, largest = case
    make = partial(Official, task_id=task_id, config=config)
    space = make(SEED).env.action_space
    random = np.random.default_rng(5)
    agents: tuple[int, ...] = ()
    if hasattr(space, "spaces"):
        agents, space = (len(space),), space[0]
    actions: Any
    if space.shape:
        size = (steps, ENVS, *agents, *space.shape)
        actions = random.uniform(-largest, largest, size).astype(np.float32)
    else:
        drawn = random.integers(int(largest) + 1, size=(steps, ENVS, *agents))
        actions = drawn.astype(np.int8)
    recorded = highway.trace.record(make, task_id, SEED, actions, options)
    return vars(recorded)


def main(path: Any = highway.HERE / "agents.npz") -> None:
    """Writes the file."""
    highway.write(path, record, CASES)


if __name__ == "__main__":
    main(*sys.argv[1:])

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records episodes of highway-env: record_highway.py [FILE].

It runs in any Python with these versions, without this package:

    pip install highway-env==1.12.1 gymnasium==1.4.0 numpy==2.4.6
"""

from __future__ import annotations

import importlib
import multiprocessing
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import highway_env
import numpy as np
from highway_env.vehicle.behavior import IDMVehicle

HERE = Path(__file__).absolute().parent
sys.path.append(str(HERE.parents[1] / "testing"))
trace = importlib.import_module("load_trace").trace
trace.DIGEST_FROM = 1 << 20  # observations have a tolerance, which digests do not
PINS = {
    "highway-env": highway_env.__version__,
    "gymnasium": gymnasium.__version__,
    "numpy": np.__version__,
}
SEED, ENVS = 7, 3
STEPS = {"highway-v0": 60}  # by id; the official env is slow
OTHER_STEPS = 120
PROCESSES = 4

SEVERAL_VERSIONS = (
    "exit",
    "merge",
    "merge-generic",
    "u-turn",
    "roundabout",
    "roundabout-generic",
)
IDS = (
    "highway-v0",
    "highway-fast-v0",
    "two-way-v0",
    "intersection-v0",
    "intersection-v2",
    *(f"{name}-v{version}" for name in SEVERAL_VERSIONS for version in (0, 1)),
)
# Options of pools, by id, and the official config that means the same.
CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    *((task_id, {}, {}) for task_id in IDS),
    (
        "highway-fast-v0",
        {
            "lanes_count": 5,
            "vehicles_count": 15,
            "vehicles_density": 1.5,
            "initial_lane_id": 2,
            "policy_frequency": 5,
            "duration": 6.0,
            "features": ["presence", "x", "y", "vy", "heading", "lat_off", "ang_off"],
            "observation_vehicles_count": 8,
            "order": "shuffled",
            "see_behind": True,
            "normalize": False,
            "scale_reward": False,
            "target_speeds": [15.0, 20.0, 25.0, 30.0],
        },
        {
            "lanes_count": 5,
            "vehicles_count": 15,
            "vehicles_density": 1.5,
            "initial_lane_id": 2,
            "policy_frequency": 5,
            "duration": 6,
            "observation": {
                "type": "Kinematics",
                "features": [
                    *("presence", "x", "y", "vy", "heading", "lat_off", "ang_off")
                ],
                "vehicles_count": 8,
                "order": "shuffled",
                "see_behind": True,
                "normalize": False,
            },
            "normalize_reward": False,
            "action": {
                "type": "DiscreteMetaAction",
                "target_speeds": [15, 20, 25, 30],
            },
        },
    ),
    (
        "merge-generic-v1",
        {
            "observation": "TimeToCollision",
            "horizon": 8.0,
            "lanes_count": 3,
            "vehicles_count": 6,
            "before_merge_length": 100.0,
            "lateral": False,
        },
        {
            "observation": {"type": "TimeToCollision", "horizon": 8},
            "lanes_count": 3,
            "vehicles_count": 6,
            "before_merge_length": 100,
            "action": {"type": "DiscreteMetaAction", "lateral": False},
        },
    ),
    (
        "roundabout-generic-v0",
        {
            "roundabout_radius": 30.0,
            "roundabout_lanes": 3,
            "vehicles_count": 8,
            "features": ["presence", "x", "y", "cos_d", "sin_d", "long_off"],
            "observe_intentions": True,
        },
        {
            "roundabout_radius": 30,
            "roundabout_lanes": 3,
            "vehicles_count": 8,
            "observation": {
                "type": "Kinematics",
                "features": ["presence", "x", "y", "cos_d", "sin_d", "long_off"],
                "observe_intentions": True,
                "absolute": True,
                "features_range": {
                    "x": [-100, 100],
                    "y": [-100, 100],
                    "vx": [-15, 15],
                    "vy": [-15, 15],
                },
            },
        },
    ),
    (
        "intersection-v0",
        {
            "destination": "",
            "spawn_probability": 0.9,
            "initial_vehicle_count": 6,
            "scale_reward": True,
            "offroad_terminal": True,
        },
        {
            "destination": None,
            "spawn_probability": 0.9,
            "initial_vehicle_count": 6,
            "normalize_reward": True,
            "offroad_terminal": True,
        },
    ),
]
# Intersections change these numbers for all envs of the process.
DRIVER = ("DISTANCE_WANTED", "COMFORT_ACC_MAX", "COMFORT_ACC_MIN")
DEFAULTS = {name: getattr(IDMVehicle, name) for name in DRIVER}


class Official:
    """One env; its first reset uses the seed."""

    def __init__(self, seed: int, task_id: str, config: dict[str, Any]) -> None:
        for name, value in DEFAULTS.items():
            setattr(IDMVehicle, name, value)
        self.env = gymnasium.make(task_id, disable_env_checker=True, config=config)
        if not task_id.startswith("intersection"):
            for name, value in DEFAULTS.items():
                setattr(IDMVehicle, name, value)
        self.seed: int | None = seed

    def reset(self) -> dict[str, Any]:
        """Starts an episode."""
        obs, info = self.env.reset(seed=self.seed)
        self.seed = None
        return {"obs": obs, "info": {"speed": float(info["speed"])}}

    def step(self, action: Any) -> dict[str, Any]:
        """Takes a step."""
        obs, reward, terminated, truncated, info = self.env.step(int(action))
        return {
            "obs": obs,
            "reward": np.float32(reward),
            "terminated": bool(terminated),
            "truncated": bool(truncated),
            "info": {"speed": float(info["speed"]), "crashed": bool(info["crashed"])},
        }


def record(case: tuple[str, dict[str, Any], dict[str, Any]]) -> Any:
    """Returns the attributes of a case's recording."""
    task_id, options, config = case
    steps = STEPS.get(task_id, OTHER_STEPS)
    official: Any = Official(SEED, task_id, config).env
    num_actions = official.action_space.n
    random = np.random.default_rng(5)
    actions = random.integers(num_actions, size=(steps, ENVS)).astype(np.int8)
    make = partial(Official, task_id=task_id, config=config)
    return vars(trace.record(make, task_id, SEED, actions, options))


def write(path: Any, record_one: Callable[[Any], Any], cases: Iterable[Any]) -> None:
    """Records all cases in several processes, and writes the file."""
    with multiprocessing.Pool(PROCESSES) as pool:
        recordings = pool.map(record_one, cases, chunksize=1)
    trace.save(path, [trace.Case(**each) for each in recordings], PINS)


def main(path: Any = HERE / "highway.npz") -> None:
    """Writes the file."""
    write(path, record, CASES)


if __name__ == "__main__":
    main(*sys.argv[1:])

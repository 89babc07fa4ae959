# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records Gymnasium's Taxi-v4: record_taxi.py [FILE].

It runs in any Python with these versions, without this package:

    pip install gymnasium==1.4.0 numpy==2.4.3
"""

from __future__ import annotations

import importlib
import sys
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

HERE = Path(__file__).absolute().parent
sys.path.append(str(HERE.parents[1] / "testing"))
trace = importlib.import_module("load_trace").trace
PINS = {"gymnasium": gymnasium.__version__, "numpy": np.__version__}
SEED, ENVS, STEPS = 7, 6, 700
RAIN = {"is_rainy": True}
FICKLE = {"fickle_passenger": True}
CASES: list[dict[str, Any]] = [
    {},
    RAIN,
    FICKLE,
    {**RAIN, **FICKLE},
    {**RAIN, "rainy_probability": 0.35, **FICKLE, "fickle_probability": 0.9},
    {**RAIN, "rainy_probability": 0.0, "max_episode_steps": 11},
]


class Official:
    """One env. Only its first reset passes the seed."""

    def __init__(self, seed: int, options: dict[str, Any]) -> None:
        self.env = gymnasium.make("Taxi-v4", **options)
        self.seed: int | None = seed

    def reset(self) -> dict[str, Any]:
        """Starts an episode."""
        obs, info = self.env.reset(seed=self.seed)
        self.seed = None
        return self.row(obs, info)

    def step(self, action: Any) -> dict[str, Any]:
        """Takes a step."""
        obs, reward, terminated, truncated, info = self.env.step(int(action))
        return {
            "reward": np.float32(reward),
            "terminated": terminated,
            "truncated": truncated,
            **self.row(obs, info),
        }

    @staticmethod
    def row(obs: Any, info: dict[str, Any]) -> dict[str, Any]:
        """Returns observation and infos, in a pool's types."""
        prob, mask = np.float32(info["prob"]), info["action_mask"]
        return {"obs": np.int64(obs), "info": {"prob": prob, "action_mask": mask}}


def best_actions() -> Any:
    """Returns the best action of each state without rain, by value iteration."""
    table: Any = gymnasium.make("Taxi-v4").unwrapped
    outcomes = [
        [table.P[state][action][0][1:] for action in range(6)] for state in range(500)
    ]
    following, reward, done = np.moveaxis(np.array(outcomes, float), -1, 0)
    value = np.zeros(500)
    for _ in range(200):
        gain = reward + 0.99 * value[following.astype(int)] * (1 - done)
        value = gain.max(axis=1)
    return gain.argmax(axis=1)


def choose(options: dict[str, Any], best: Any) -> Any:
    """Plays mostly best actions, and returns the actions of all steps and envs."""
    random = np.random.default_rng(5)
    actions = random.integers(6, size=(STEPS, ENVS)).astype(np.int8)
    is_random = random.random(actions.shape) < np.linspace(0.1, 0.5, ENVS)
    for i in range(ENVS):
        env = Official(SEED + i, options)
        row = env.reset()
        for step in range(STEPS):
            if not is_random[step, i]:
                actions[step, i] = best[row["obs"]]
            over = row.get("terminated") or row.get("truncated")
            row = env.reset() if over else env.step(actions[step, i])
    return actions


def main(path: Any = HERE / "taxi.npz") -> None:
    """Writes the file."""
    best = best_actions()
    cases = [
        trace.record(
            partial(Official, options=options),
            "Taxi-v4",
            SEED,
            choose(options, best),
            options,
        )
        for options in CASES
    ]
    trace.save(path, cases, PINS)


if __name__ == "__main__":
    main(*sys.argv[1:])

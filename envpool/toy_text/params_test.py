# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares parameters with arguments and transition tables of Gymnasium's envs.

Each env draws its own values at each reset.
"""

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import seeding

import envpool
from envpool.testing.drawn_params import DrawnEnv, drawn, without_draws
from envpool.testing.oracle import Case, comparisons
from envpool.toy_text.oracle import Official, ToyEnv

LAKE = {
    "success_rate": ("choice", [0.0, 0.2, 1 / 3, 0.7, 1.0]),
    "goal_reward": ("uniform", 0.5, 2.0),
    "hole_reward": ("normal", -1.0, 0.5),
    "frozen_reward": ("uniform", -0.1, 0.0),
}
CLIFF = {
    "step_reward": ("uniform", -2.0, -0.5),
    "cliff_reward": ("uniform", -200.0, -50.0),
}
TAXI = {
    "rainy_probability": ("uniform", 0.5, 1.0),
    "fickle_probability": ("choice", [0.0, 0.4, 0.9]),
    "step_reward": ("uniform", -2.0, -0.5),
    "illegal_reward": ("uniform", -20.0, -5.0),
    "delivery_reward": ("uniform", 10.0, 30.0),
}


class DrawnToy(DrawnEnv, ToyEnv):
    """An official env with a new table for each episode."""

    def __init__(self, env: Any, case: Case, seed: int) -> None:
        self._options = without_draws(case).options
        self._default_table = env.unwrapped.P
        self._stream = seeding.np_random(seed)[0]
        super().__init__(env, case, seed)

    def write(self, values: dict[str, float]) -> None:
        """Makes the table."""
        self._values = values
        env = self.env.unwrapped
        if "success_rate" in values:
            rewards = tuple(values[f"{of}_reward"] for of in ("goal", "hole", "frozen"))
            lake: Any = gymnasium.make(
                "FrozenLake-v1",
                **self._options,
                success_rate=values["success_rate"],
                reward_schedule=rewards,
            )
            env.P = lake.unwrapped.P
            return
        known = {
            "step_reward": -1,
            "cliff_reward": -100,
            "illegal_reward": -10,
            "delivery_reward": 20,
        }
        reward_of = {known[k]: v for k, v in values.items() if k in known}
        ahead = values.get("rainy_probability", 0.8)
        chance_of = {1.0: 1.0, 1 / 3: 1 / 3, 0.8: ahead, 0.1: (1 - ahead) / 2}
        env.P = {
            state: {
                action: [(chance_of[p], s, reward_of[r], t) for p, s, r, t in outcomes]
                for action, outcomes in actions.items()
            }
            for state, actions in self._default_table.items()
        }

    def reset(self) -> Any:
        """Starts an episode, with the drawn probability of a fickle passenger."""
        env = self.env.unwrapped
        is_first = self._seed is not None
        stream = copy.deepcopy(self._stream if is_first else env.np_random)
        row = super().reset()
        if getattr(env, "fickle_passenger", False):
            stream.random()  # draws the start state
            env.fickle_step = stream.random() < self._values["fickle_probability"]
        return row


def case(task_id: str, rows: Any, official: str = "", **options: Any) -> Case:
    official = official or task_id
    more = {"randomize": rows, "max_episode_steps": 60}
    return Case(task_id, 300, 10, {**options, **more}, official, max_steps=3000)


test_draws_are_those_of_gymnasium = comparisons(
    drawn(Official, DrawnToy),
    [
        case("FrozenLake-v1", LAKE),
        case("FrozenLake-v1", LAKE, map_name="8x8", is_slippery=False),
        case("CliffWalking-v1", CLIFF),
        case("CliffWalkingSlippery-v1", CLIFF),
        case("Taxi-v3", TAXI),
        case("Taxi-v3", TAXI, is_rainy=True, fickle_passenger=True),
    ],
)


def test_taxi_v4_has_the_probabilities_of_its_options() -> None:
    """Setting parameters equals configuring them, also by Gymnasium 1.4's rules."""
    options: dict[str, Any] = {"is_rainy": True, "fickle_passenger": True}
    chances: dict[str, Any] = {"rainy_probability": 0.6, "fickle_probability": 0.9}
    make = envpool.make_gymnasium
    ours = make("Taxi-v4", num_envs=8, seed=3, **options)
    configured = make("Taxi-v4", num_envs=8, seed=3, **options, **chances)
    assert configured.params["rainy_probability"].default.tolist() == [0.6] * 8
    ours.set_params(chances)
    random = np.random.default_rng(0)
    expected: Any = configured.reset()
    found: Any = ours.reset()
    for _ in range(400):
        np.testing.assert_array_equal(found[0], expected[0])
        actions = random.integers(6, size=8)
        expected, found = configured.step(actions), ours.step(actions)
        np.testing.assert_array_equal(found[4]["prob"], expected[4]["prob"])


def test_config_gives_defaults() -> None:
    rewards = (3.0, -2.0, 0.5)
    options: Any = {"success_rate": 0.6, "reward_schedule": rewards}
    with envpool.make_gym("FrozenLake-v1", **options) as env:
        found = env.get_params(["success_rate", "goal_reward", "hole_reward"])
        assert {k: v.item() for k, v in found.items()} == {
            "success_rate": 0.6,
            "goal_reward": 3.0,
            "hole_reward": -2.0,
        }


@pytest.mark.parametrize(
    ("task_id", "rows"),
    [("FrozenLake-v1", LAKE), ("CliffWalking-v1", CLIFF), ("Taxi-v3", TAXI)],
)
def test_every_parameter_is_compared(task_id: str, rows: Any) -> None:
    with envpool.make_gym(task_id) as env:
        assert set(env.params) == set(rows)

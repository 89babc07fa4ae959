# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools of envs of dm_env and PettingZoo."""

from __future__ import annotations

from typing import Any, ClassVar

import dm_env
import numpy as np
import pytest
from dm_env import specs
from gymnasium import spaces
from pettingzoo import ParallelEnv

import envpool


class Counter(dm_env.Environment):
    """Ends with discount 0 after three steps, or with 1 if the last action is 1."""

    def observation_spec(self) -> Any:
        """A dict of two arrays."""
        return {
            "count": specs.Array((1,), np.int64),
            "share": specs.BoundedArray((2,), np.float32, 0, 1),
        }

    def action_spec(self) -> Any:
        """A choice."""
        return specs.DiscreteArray(2)

    def _observation(self) -> Any:
        return {"count": np.array([self.count]), "share": np.full(2, 0.5, np.float32)}

    def reset(self) -> Any:
        """Starts an episode."""
        self.count = 0
        return dm_env.restart(self._observation())

    def step(self, action: Any) -> Any:
        """Makes a step."""
        self.count += 1
        if self.count < 3:
            return dm_env.transition(1.5, self._observation(), 0.5)
        end = dm_env.truncation if action else dm_env.termination
        return end(reward=2.0, observation=self._observation())


class Duel(ParallelEnv):
    """Two agents; the first leaves after two steps, the second after three."""

    metadata: ClassVar = {"name": "duel"}
    possible_agents: ClassVar = ["a", "b"]

    def observation_space(self, agent: str) -> Any:
        """Of one agent."""
        return spaces.Box(0, 9, (1,), np.float32)

    def action_space(self, agent: str) -> Any:
        """Of one agent."""
        return spaces.Discrete(3)

    def _observations(self) -> Any:
        return {agent: np.array([self.count], np.float32) for agent in self.agents}

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        """Starts a game."""
        self.agents, self.count = ["a", "b"], 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Any) -> Any:
        """Makes a step."""
        self.count += 1
        observations = {a: np.array([self.count], np.float32) for a in self.agents}
        rewards = {agent: float(actions[agent]) for agent in self.agents}
        ends = {a: self.count >= (2 if a == "a" else 3) for a in self.agents}
        cut = dict.fromkeys(self.agents, False)
        infos: Any = {agent: {} for agent in self.agents}
        self.agents = [agent for agent in self.agents if not ends[agent]]
        return observations, rewards, ends, cut, infos


@pytest.mark.parametrize("env_type", ["gymnasium", "dm"])
def test_dm_env(env_type: str) -> None:
    with envpool.from_gymnasium(Counter, 2, workers=2, env_type=env_type) as pool:
        pool.reset()
        pool.step([0, 0])
        pool.step([0, 0])
        result = pool.step([0, 1])
        if env_type == "dm":
            assert result.last().all()
            assert result.discount.tolist() == [0.0, 1.0]
            assert result.observation.count.tolist() == [[3], [3]]
            return
        obs, reward, terminated, truncated, info = result
        assert obs["count"].tolist() == [[3], [3]]
        assert obs["share"].tolist() == [[0.5, 0.5]] * 2
        assert reward.tolist() == [2.0, 2.0]
        assert terminated.tolist() == [True, False]
        assert truncated.tolist() == [False, True]
        assert info["discount"].tolist() == [0.0, 1.0]


def test_dm_control_has_the_episodes_of_its_task() -> None:
    def make() -> Any:
        from dm_control import suite

        return suite.load("cartpole", "balance")

    with envpool.from_gymnasium(make, 2, workers=1, seed=None) as pool:
        obs, _ = pool.reset(seed=3)
        env = make()
        env.task.random.seed(4)
        expected = env.reset().observation
        np.testing.assert_array_equal(obs["position"][1], expected["position"])


def test_pettingzoo_parallel() -> None:
    with envpool.from_gymnasium(Duel, 2, workers=2) as pool:
        obs, info = pool.reset()
        assert set(obs) == {"a", "b"}
        assert info["agents"].tolist() == [[True, True]] * 2
        action = {"a": [1, 2], "b": [2, 0]}
        obs, reward, *_ = pool.step(action)
        assert reward.tolist() == [3.0, 2.0]
        _, _, terminated, _, info = pool.step(action)
        assert not terminated.any()
        assert info["agents"].tolist() == [[False, True]] * 2
        obs, reward, terminated, truncated, info = pool.step(action)
        assert obs["a"].tolist() == [[0], [0]]
        assert obs["b"].tolist() == [[3], [3]]
        assert reward.tolist() == [2.0, 0.0]
        assert info["rewards"].tolist() == [[0, 2], [0, 0]]
        assert terminated.all()
        assert not truncated.any()

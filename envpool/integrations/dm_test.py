# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""One env as a `dm_env.Environment`: dm_env's own tests, and equal episodes."""

import numpy as np
import pytest
from absl.testing import absltest
from dm_env import test_utils

import envpool
from envpool.integrations.dm import SingleEnv
from envpool.python.errors import ArgumentError, ClosedError
from envpool.testing import two_players  # noqa: F401  it registers tasks


class _Cases(test_utils.EnvironmentTestMixin):
    task_id = ""

    def make_object_under_test(self):
        return SingleEnv(self.task_id, max_episode_steps=9)


class CartPoleTest(_Cases, absltest.TestCase):
    task_id = "CartPole-v1"  # one array, one choice


class PendulumTest(_Cases, absltest.TestCase):
    task_id = "Pendulum-v1"  # an action of real numbers


class BlackjackTest(_Cases, absltest.TestCase):
    task_id = "Blackjack-v1"


class FrozenLakeTest(_Cases, absltest.TestCase):
    task_id = "FrozenLake-v1"  # an observation without dimensions


def test_the_same_episodes_as_the_pool():
    pool = envpool.make_dm("CartPole-v1", num_envs=1, seed=7)
    env = SingleEnv("CartPole-v1", seed=7)
    rng = np.random.default_rng(0)
    ours, theirs = env.reset(), pool.reset()
    kinds = set()
    for _ in range(120):
        kinds.add(ours.step_type)
        assert ours.observation.tolist() == theirs.observation.obs[0].tolist()
        assert ours.step_type == theirs.step_type[0]
        if not ours.first():
            assert ours.reward == theirs.reward[0]
            assert ours.discount == theirs.discount[0]
        action = rng.integers(2)
        ours, theirs = env.step(action), pool.step(np.array([action]))
    assert len(kinds) == 3


def test_an_action_with_several_entries():
    """An action may be a namedtuple, as in its spec, or nested dicts."""
    config = {"num_players": 1, "max_num_players": 1, "seed": 3}
    one, two = (SingleEnv("Duel-v0", **config) for _ in range(2))
    one.reset(), two.reset()
    spec = one.action_spec()
    assert spec._fields == ("players", "bet")
    for move, bet in [(3, 0.25), (9, -1.0), (0, 1.0)]:
        action = spec._replace(players=spec.players._replace(move=move), bet=[0, bet])
        ours = one.step(action)
        theirs = two.step({"players": {"move": move}, "bet": [0, bet]})
        assert ours.observation["players"]["hand"].tolist() == [0, move]
        assert ours.observation["board"][1] == bet
        np.testing.assert_equal(ours.observation, theirs.observation)
    with pytest.raises(ArgumentError, match="action: expected 2 fields"):
        one.step(spec.players)


def test_errors_are_those_of_the_pool():
    env = SingleEnv("CartPole-v1")
    env.reset()
    with pytest.raises(ArgumentError):
        env.step(2)
    env.step(1)
    env.close()
    with pytest.raises(ClosedError):
        env.step(1)

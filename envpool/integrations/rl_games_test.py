# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""rl_games' own adaptor, and what its agents ask of any env."""

import gymnasium
import numpy as np
import pytest
from rl_games.envs.envpool import Envpool

PARAMS = {"env_name": "CartPole-v1", "seed": 4}


@pytest.mark.parametrize("kwargs", [{}, {"gym_api": "0.21"}])
def test_plays_the_same_as_with_the_official_env(kwargs):
    ours = Envpool("", 3, **PARAMS, **kwargs)
    theirs = gymnasium.make_vec("CartPole-v1", num_envs=3, vectorization_mode="sync")
    assert ours.get_number_of_agents() == 1
    space = ours.get_env_info()["action_space"]
    assert space.n == theirs.single_action_space.n
    np.testing.assert_array_equal(ours.reset(), theirs.reset(seed=4)[0])
    generator = np.random.default_rng(0)
    ends = 0
    for _ in range(80):
        action = generator.integers(0, 2, 3)
        obs, reward, done, info = ours.step(action)
        expected = theirs.step(action)
        np.testing.assert_allclose(obs, expected[0], rtol=1e-6)
        np.testing.assert_array_equal(reward, expected[1])
        np.testing.assert_array_equal(done, expected[2] | expected[3])
        np.testing.assert_array_equal(info["time_outs"], expected[3])
        ends += done.sum()
    assert ends >= 6

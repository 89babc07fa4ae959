# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tests rl_games' own adaptor, its agents' requirements of envs, and its trainer."""

import gymnasium
import numpy as np
import pytest
from rl_games.common.algo_observer import AlgoObserver
from rl_games.envs.envpool import Envpool
from rl_games.torch_runner import Runner

PARAMS = {"env_name": "CartPole-v1", "seed": 4}


class SingleSpaces(Envpool):
    """The code in docs/content/integrations.rst for versions after 1.6.5."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.observation_space = self.env.single_observation_space
        self.action_space = self.env.single_action_space


@pytest.mark.parametrize(
    ("adaptor", "kwargs"),
    [
        (Envpool, {}),
        (Envpool, {"gym_api": "0.21"}),
        (SingleSpaces, {}),
        (SingleSpaces, {"env_type": "gymnasium"}),
    ],
)
def test_plays_the_same_as_with_the_official_env(adaptor, kwargs):
    ours = adaptor("", 3, **PARAMS, **kwargs)
    theirs = gymnasium.make_vec("CartPole-v1", num_envs=3, vectorization_mode="sync")
    assert ours.get_number_of_agents() == 1
    info = ours.get_env_info()
    assert info["action_space"].n == theirs.single_action_space.n
    assert info["observation_space"].shape == (4,)
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


class Returns(AlgoObserver):
    """Keeps the mean return of the last episodes at each epoch's end."""

    def after_init(self, algo):
        self.algo, self.means = algo, []

    def after_print_stats(self, frame, epoch_num, total_time):
        if self.algo.game_rewards.current_size:
            self.means.append(self.algo.game_rewards.get_mean()[0])


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_its_trainer_learns(mode, tmp_path):
    network = {
        "name": "actor_critic",
        "separate": True,
        "space": {"discrete": None},
        "mlp": {
            "units": [32, 32],
            "activation": "relu",
            "initializer": {"name": "default"},
        },
    }
    config = {
        "name": "test",
        "env_name": "envpool",
        "env_config": {"env_name": "CartPole-v1", "autoreset_mode": mode},
        "train_dir": str(tmp_path),
        "device": "cpu",
        "device_name": "cpu",
        "reward_shaper": {"scale_value": 0.1},
        "normalize_advantage": True,
        "normalize_input": False,
        "gamma": 0.99,
        "tau": 0.9,
        "learning_rate": 1e-3,
        "lr_schedule": None,
        "grad_norm": 1.0,
        "truncate_grads": True,
        "entropy_coef": 0.01,
        "critic_coef": 1,
        "e_clip": 0.2,
        "clip_value": True,
        "num_actors": 16,
        "horizon_length": 32,
        "minibatch_size": 128,
        "mini_epochs": 4,
        "max_epochs": 25,
    }
    returns = Returns()
    runner = Runner(returns)
    params = {"algo": {"name": "a2c_discrete"}, "model": {"name": "discrete_a2c"}}
    params |= {"network": network, "config": config, "seed": 5, "torch_threads": 1}
    runner.load({"params": params})
    runner.run({"train": True, "play": False})
    assert returns.means[-1] > 2 * returns.means[0]

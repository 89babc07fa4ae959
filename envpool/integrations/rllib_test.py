# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""RLlib makes pools, in this process and in actors."""

import gymnasium
import numpy as np
import pytest
import ray
from ray._private import ray_constants
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner

import envpool

# "envpool:" lets actors import the package, which registers the ids.
ENV = "envpool:envpool/CartPole-v1"
N = 4


@pytest.fixture(scope="module", autouse=True)
def _ray():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_raylet_start_wait_time_s", "120")  # on a busy machine
        # Makes Ray use the loopback address on every system.
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        patch.setattr(ray_constants, "ENABLE_RAY_CLUSTER", False)
        ray.init(
            num_cpus=2,
            object_store_memory=100 * 2**20,
            include_dashboard=False,
            log_to_driver=False,
        )
        yield
        ray.shutdown()


def config(runners):
    return (
        PPOConfig()
        .environment(ENV)
        .env_runners(
            num_env_runners=runners,
            num_envs_per_env_runner=N,
            gym_env_vectorize_mode=gymnasium.VectorizeMode.VECTOR_ENTRY_POINT,
            rollout_fragment_length=25,
        )
        .training(train_batch_size_per_learner=N * 25, minibatch_size=50, num_epochs=1)
        .learners(num_learners=0)
        .debugging(seed=3)
    )


def test_a_runner_has_the_pool_and_its_episodes():
    runner = SingleAgentEnvRunner(config=config(0))
    assert isinstance(runner.env.unwrapped, type(envpool.make_gymnasium("CartPole-v1")))
    episodes = runner.sample(num_timesteps=40 * N, random_actions=True)
    finished = [episode for episode in episodes if episode.is_done]
    assert finished
    official = gymnasium.make("CartPole-v1").unwrapped
    for episode in finished:
        obs = np.asarray(episode.get_observations())
        official.reset()
        official.state = obs[0].astype(np.float64)
        for i, action in enumerate(episode.get_actions()):
            want, reward, terminated, *_ = official.step(int(action))
            np.testing.assert_allclose(obs[i + 1], want, atol=1e-5)
            assert reward == episode.get_rewards(i)
        assert terminated == episode.is_terminated
    runner.stop()


def test_remote_runners_train():
    algorithm = config(1).build_algo()
    result = algorithm.train()
    assert result["env_runners"]["num_env_steps_sampled"] >= N * 25
    algorithm.stop()

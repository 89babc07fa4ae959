# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The adaptor behaves like Stable-Baselines3's own `DummyVecEnv`."""

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3 import DQN, PPO, HerReplayBuffer
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor, VecNormalize

import envpool
from envpool.integrations.sb3 import VecEnvAdapter
from envpool.python.errors import (
    ConfigError,
    EnvPoolError,
    NotSupportedError,
    ProtocolError,
)

NUM_ENVS = 3


def official(task_id, num_envs=NUM_ENVS, **kwargs):
    return DummyVecEnv([lambda: gymnasium.make(task_id, **kwargs)] * num_envs)


def assert_same(ours, theirs):
    assert type(theirs) is dict
    assert ours.keys() == theirs.keys()
    for key, value in theirs.items():
        np.testing.assert_allclose(ours[key], value, rtol=1e-6, atol=1e-6, err_msg=key)


@pytest.mark.parametrize(
    ("task_id", "config"),
    [
        ("CartPole-v1", {}),
        ("CartPole-v1", {"max_episode_steps": 7}),
        ("Pendulum-v1", {"max_episode_steps": 9}),
        ("Taxi-v3", {"max_episode_steps": 11}),
        ("FrozenLake-v1", {}),
    ],
)
def test_results_are_those_of_a_dummy_vec_env(task_id, config):
    ours = VecEnvAdapter(task_id, num_envs=NUM_ENVS, episode_stats=False, **config)
    theirs = official(task_id, **config)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.seed(5) == theirs.seed(5)
    np.testing.assert_array_equal(ours.reset(), theirs.reset())
    ours.action_space.seed(1)
    ends = 0
    for _ in range(60):
        for mine, other in zip(ours.reset_infos, theirs.reset_infos, strict=True):
            assert_same(mine, other)
        actions = np.array([ours.action_space.sample() for _ in range(NUM_ENVS)])
        obs, rewards, dones, infos = ours.step(actions)
        expected = theirs.step(actions)
        np.testing.assert_allclose(obs, expected[0], rtol=1e-6, atol=1e-6)
        np.testing.assert_allclose(rewards, expected[1], rtol=1e-6)
        np.testing.assert_array_equal(dones, expected[2])
        ends += dones.sum()
        for mine, other in zip(infos, expected[3], strict=True):
            assert mine["TimeLimit.truncated"] is other["TimeLimit.truncated"]
            assert_same(mine, other)
    assert ends >= 3


def learn(env):
    env = VecMonitor(env)
    model = PPO("MlpPolicy", env, n_steps=128, batch_size=96, n_epochs=2, seed=3)
    model.learn(4 * 128 * NUM_ENVS)
    returns = [float(end["r"]) for end in model.ep_info_buffer]
    return returns, model.policy.state_dict()


def test_ppo_learns_the_same_as_from_the_official_env():
    ours, weights = learn(VecEnvAdapter("CartPole-v1", num_envs=3, episode_stats=False))
    theirs, expected = learn(official("CartPole-v1"))
    assert len(ours) >= 50
    assert ours == theirs
    assert all(weights[key].equal(value) for key, value in expected.items())


def test_replay_buffers_get_last_observations():
    env = VecEnvAdapter("CartPole-v1", num_envs=2, max_episode_steps=5)
    model = DQN("MlpPolicy", env, learning_starts=10, buffer_size=400, seed=0)
    model.learn(200)
    buffer = model.replay_buffer
    assert buffer.timeouts[:100].sum() >= 30
    # The observation after an episode's last step is not the next episode's first.
    moved = np.abs(buffer.next_observations - buffer.observations)[:99]
    assert moved.max() < 1.0


def test_episodes_are_as_of_a_monitor():
    env = VecEnvAdapter("CartPole-v1", num_envs=2, max_episode_steps=5)
    assert env.env_is_wrapped(Monitor) == [True, True]
    model = PPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, seed=0)
    model.learn(32)
    assert [end["l"] for end in model.ep_info_buffer] == [5] * 6
    returns, lengths = evaluate_policy(
        model, env, n_eval_episodes=4, return_episode_rewards=True, warn=True
    )
    assert returns == [5.0] * 4
    assert lengths == [5] * 4


def test_masks_of_maskable_ppo():
    env = VecEnvAdapter("Taxi-v3", num_envs=2, max_episode_steps=20)
    assert env.has_attr("action_masks")
    env.reset()
    masks = np.stack(env.env_method("action_masks"))
    np.testing.assert_array_equal(masks[1], env.reset_infos[1]["action_mask"])
    MaskablePPO("MlpPolicy", env, n_steps=32, n_epochs=1, batch_size=64, seed=0).learn(
        64
    )
    assert not VecEnvAdapter("CartPole-v1", num_envs=2).has_attr("action_masks")


def test_wrappers_and_dict_observations():
    env = VecNormalize(VecEnvAdapter("Pendulum-v1", num_envs=2))
    env.reset()
    obs, *_ = env.step(np.zeros((2, 1), np.float32))
    assert obs.shape == (2, 3)


def test_attributes():
    env = VecEnvAdapter("CartPole-v1", num_envs=3, max_episode_steps=9)
    assert env.get_attr("max_episode_steps", [0, 2]) == [9, 9]
    env.set_attr("level", 4, indices=1)
    assert env.get_attr("level") == [None, 4, None]
    env.set_attr("level", 5)
    assert env.get_attr("level", 2) == [5]
    with pytest.raises(AttributeError):
        env.get_attr("nothing")
    assert not env.has_attr("nothing")
    with pytest.raises(NotSupportedError, match="max_episode_steps"):
        env.set_attr("max_episode_steps", 5)


def test_images():
    env = VecEnvAdapter("CartPole-v1", num_envs=4, render_mode="rgb_array")
    env.reset()
    frames = env.get_images()
    assert [frame.shape for frame in frames] == [(400, 600, 3)] * 4
    assert env.render().shape == (800, 1200, 3)


def test_options_are_used_once():
    ours = VecEnvAdapter("CartPole-v1", num_envs=NUM_ENVS)
    theirs = official("CartPole-v1")
    for env in (ours, theirs):
        env.seed(3)
        env.set_options({"low": -0.2, "high": -0.1})
    for _ in range(2):
        np.testing.assert_array_equal(ours.reset(), theirs.reset())


def test_refuses_what_it_cannot_use():
    pool = envpool.make_gymnasium("CartPole-v1", num_envs=2)
    with pytest.raises(ConfigError, match='autoreset_mode: expected "same_step"'):
        VecEnvAdapter(pool)
    with pytest.raises(ConfigError, match="batch_size: expected 4"):
        VecEnvAdapter("CartPole-v1", num_envs=4, batch_size=2)
    with pytest.raises(ConfigError, match='output: expected "numpy"'):
        VecEnvAdapter("CartPole-v1", num_envs=2, output="torch")
    with pytest.raises(ConfigError, match="seed: expected no config"):
        VecEnvAdapter(pool, seed=3)
    for wrong in (
        envpool.make_gym("CartPole-v1", autoreset_mode="same_step"),
        type(pool),
    ):
        with pytest.raises(TypeError, match="env_type="):
            VecEnvAdapter(wrong)
    env = VecEnvAdapter("CartPole-v1", num_envs=2)
    env.reset()
    with pytest.raises(ProtocolError, match="step_wait: expected a call of step_async"):
        env.step_wait()
    env.step_async([0, 1])
    with pytest.raises(ProtocolError, match=r"step_async: .* call step_wait\(\) first"):
        env.step([0, 1])
    assert env.step_wait()[0].shape == (2, 4)
    env.step_async([0, 1])
    assert env.reset().shape == (2, 4)
    assert env.step([0, 1])[0].shape == (2, 4)
    for indices in (2, [-3], "1", 0.5, [True]):
        with pytest.raises(EnvPoolError, match="indices: expected"):
            env.get_attr("spec", indices)
    env.set_attr("level", 1, np.array([True, False]))
    assert env.get_attr("level", [-1, np.int64(0)]) == [None, 1]
    env.set_options([{"low": 0}, {}])
    with pytest.raises(NotSupportedError, match="options: expected the same"):
        env.reset()
    with pytest.raises(NotSupportedError, match="action_masks"):
        env.env_method("action_masks")
    env.close()
    assert env.pool.closed


def test_hindsight_replay():
    env = VecEnvAdapter("FetchReach-v4", num_envs=2, seed=1)
    buffer = HerReplayBuffer(
        400, env.observation_space, env.action_space, env, n_envs=2, device="cpu"
    )
    random = np.random.default_rng(1)
    obs = env.reset()
    for _ in range(110):
        action = random.uniform(-1, 1, (2, 4)).astype(np.float32)
        new, rewards, dones, infos = env.step(action)
        buffer.add(obs, new, action, rewards, dones, infos)
        obs = new
    batch = buffer.sample(200)
    names = ("achieved_goal", "desired_goal")
    goals = [batch.next_observations[name].numpy() for name in names]
    (rewards,) = env.env_method("compute_reward", *goals, [{}] * 200, indices=[0])
    np.testing.assert_array_equal(batch.rewards.numpy()[:, 0], rewards)
    assert (rewards == 0).any() and (rewards == -1).any()
    env.close()

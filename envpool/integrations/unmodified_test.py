# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Other projects' own code for EnvPool still works.

Each test makes the calls of one project, without the project itself: most need
PyTorch, and some can no longer be installed.
"""

import dm_env
import gym
import numpy as np
import pytest

import envpool


def test_cleanrl_atari():
    """`ppo_atari_envpool.py`: old Gym's results, behind one of its wrappers."""
    env = envpool.make(
        "Pong-v5",
        env_type="gym",
        num_envs=2,
        episodic_life=True,
        reward_clip=True,
        seed=1,
        gym_api="0.21",
    )
    env.num_envs = 2
    env.single_action_space = env.action_space
    env.single_observation_space = env.observation_space
    wrapped = gym.Wrapper(env)
    assert isinstance(wrapped.action_space, gym.spaces.Discrete)
    assert wrapped.single_observation_space.shape == (4, 84, 84)
    obs = wrapped.reset()
    assert obs.shape == (2, 4, 84, 84)
    returns = np.zeros(2, np.float32)
    for _ in range(3):
        obs, reward, done, info = wrapped.step(np.array([0, 1]))
        returns += info["reward"]
        returns *= 1 - info["terminated"]
        assert reward.shape == done.shape == info["lives"].shape == (2,)
        assert info["elapsed_step"].shape == info["TimeLimit.truncated"].shape == (2,)


def test_cleanrl_ppo():
    """`ppo.py`: a vector env of Gymnasium's in place of `SyncVectorEnv`."""
    import gymnasium

    envs = envpool.make_gymnasium("CartPole-v1", num_envs=4)
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    assert isinstance(envs.single_action_space, gymnasium.spaces.Discrete)
    shape = (8, envs.num_envs)
    assert np.zeros(shape + envs.single_observation_space.shape).shape == (8, 4, 4)
    envs.reset(seed=1)
    ends = 0
    for _ in range(60):
        _, _, terminated, truncated, info = envs.step(np.ones(4, np.int64))
        assert np.logical_or(terminated, truncated).shape == (4,)
        ends += info.get("_episode", np.zeros(4)).sum()
    assert ends >= 12


def test_tianshou():
    """`EnvPoolFactory` and `Collector`: sync steps and resets of some envs."""
    env = envpool.make_gymnasium("CartPole-v1", num_envs=3, seed=5)
    assert len(env) == 3
    assert not env.is_async
    obs, info = env.reset()
    assert isinstance(info, dict)
    obs, *_ = env.step(np.array([0, 1]), np.array([2, 0]))
    assert obs.shape == (2, 4)
    obs, info = env.reset(env_id=np.array([1]))
    assert obs.shape == (1, 4)
    env.close()


def test_torchrl():
    """`MultiThreadedEnv`: specs of one env, and integer arrays of env ids."""
    env = envpool.make(
        "Pendulum-v1", env_type="gym", num_envs=3, max_num_players=1, batch_size=3
    )
    assert isinstance(env, envpool.python.envpool.EnvPoolMixin)
    assert env.config["num_envs"] == 3
    assert env.spec.action_space.shape == (1,)
    assert env.spec.observation_space.shape == (3,)
    obs, _ = env.reset()
    assert obs.shape == (3, 3)
    obs, _ = env.reset(np.where(np.array([True, False, True]))[0])
    assert obs.shape == (2, 3)
    assert len(env.step(np.zeros((3, 1), np.float32))) == 5


@pytest.mark.parametrize("gym_api", ["0.26", "0.21"])
def test_rl_games(gym_api):
    """`Envpool`: ids at each call, and an info dict that it writes to."""
    env = envpool.make(
        "Breakout-v5", env_type="gym", num_envs=2, batch_size=2, gym_api=gym_api
    )
    ids = np.arange(2)
    assert env.action_space.n == 4
    env.reset(ids)
    result = env.step(np.zeros(2, np.int64), ids)
    assert len(result) == (5 if gym_api == "0.26" else 4)
    info = result[-1]
    info["scores"] = info["reward"] * (1 - (info["lives"] == 0))
    del info["lives"]
    assert "lives" in env.step(np.zeros(2, np.int64), ids)[-1]


def test_acme():
    """Its loops and networks see a dm_env env with an axis of envs."""
    env = envpool.make("CartPole-v1", env_type="dm", num_envs=2)
    assert isinstance(env, dm_env.Environment)
    assert env.observation_spec().obs.shape == (4,)
    assert env.action_spec().num_values == 2
    env.reward_spec().validate(np.float32(0))
    env.discount_spec().validate(np.float32(1))
    step = env.reset()
    assert step.first().all()
    step = env.step(np.zeros(2, np.int32))
    assert step.observation.obs.shape == (2, 4)
    assert step.observation.env_id.tolist() == [0, 1]
    assert step.reward.shape == step.discount.shape == (2,)


def test_raw_calls():
    """Calls that several projects make to avoid Python overhead."""
    env = envpool.make_gym("CartPole-v1", num_envs=2)
    assert list(env._state_keys).index("obs") >= 0
    assert "action" in env._action_keys
    ids = env.all_env_ids
    env._reset(ids)
    assert len(env._recv()) >= len(env._state_keys)
    env._send([ids, ids, np.zeros(2, np.int32)])
    assert len(env._recv()) >= len(env._state_keys)

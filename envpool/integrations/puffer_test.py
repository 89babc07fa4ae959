# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The adaptor is a native env of PufferLib with the official envs' results."""

import gymnasium
import numpy as np
import pufferlib
import pytest
import torch
from gymnasium.vector import AutoresetMode
from pufferlib import pufferl
from pufferlib.models import Default
from pufferlib.vector import Multiprocessing, Serial

import envpool
from envpool.integrations.puffer import NativeEnv
from envpool.python.errors import ConfigError

NUM_ENVS = 3


def official(task_id, num_envs=NUM_ENVS, **kwargs):
    return gymnasium.make_vec(
        task_id,
        num_envs=num_envs,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        **kwargs,
    )


def native(task_id, **config):
    kwargs = {"num_envs": NUM_ENVS, **config}
    return pufferlib.vector.make(NativeEnv, env_args=[task_id], env_kwargs=kwargs)


@pytest.mark.parametrize(
    ("task_id", "config"),
    [
        ("CartPole-v1", {}),
        ("CartPole-v1", {"max_episode_steps": 7}),
        ("Pendulum-v1", {"max_episode_steps": 9}),
    ],
)
def test_plays_the_same_as_the_official_env(task_id, config):
    ours, theirs = native(task_id, **config), official(task_id, **config)
    assert ours.single_observation_space == theirs.single_observation_space
    expected, _ = theirs.reset(seed=5 * NUM_ENVS)
    obs, infos = ours.reset(seed=5)
    np.testing.assert_array_equal(obs, expected)
    assert infos == []
    theirs.action_space.seed(1)
    returns = np.zeros(NUM_ENVS)
    episodes, found = [], []
    for _ in range(120):
        actions = theirs.action_space.sample()
        ours.send(actions)
        obs, reward, terminal, truncation, infos, ids, mask = ours.recv()
        expected = theirs.step(actions)
        np.testing.assert_allclose(obs, expected[0], rtol=1e-6, atol=1e-6)
        np.testing.assert_allclose(reward, expected[1], rtol=1e-6)
        np.testing.assert_array_equal(terminal, expected[2])
        np.testing.assert_array_equal(truncation, expected[3])
        assert ids.tolist() == [0, 1, 2]
        assert mask.all()
        assert obs is ours.observations  # written by the pool, not copied
        found += [info["episode_return"] for info in infos]
        returns += expected[1]
        ends = expected[2] | expected[3]
        episodes += returns[ends].tolist()
        returns[ends] = 0
    assert len(episodes) >= 6
    np.testing.assert_allclose(found, episodes, rtol=1e-5)


class OfficialNativeEnv(pufferlib.PufferEnv):
    """A native env around Gymnasium's vector env, as a user would write it."""

    def __init__(self, num_envs, buf=None):
        self.env = official("CartPole-v1", num_envs)
        self.num_agents = num_envs
        self.single_observation_space = self.env.single_observation_space
        self.single_action_space = self.env.single_action_space
        super().__init__(buf)

    def reset(self, seed=None):
        self.observations[:], _ = self.env.reset(seed=seed * self.num_agents)
        return self.observations, []

    def step(self, actions):
        arrays = self.observations, self.rewards, self.terminals, self.truncations
        results = self.env.step(actions)[:4]
        for mine, result in zip(arrays, results, strict=True):
            mine[:] = result
        return (*arrays, [])

    def close(self):
        self.env.close()


def learn(vecenv, folder, steps):
    config = pufferl.load_config("default")["train"]
    config.update(device="cpu", optimizer="adam", learning_rate=0.01, env="CartPole")
    config.update(total_timesteps=steps, minibatch_size=256, data_dir=str(folder))
    torch.manual_seed(0)
    trainer = pufferl.PuffeRL(config, vecenv, Default(vecenv.driver_env, 32))
    returns = []
    while trainer.global_step < steps:
        returns.append(np.mean(trainer.evaluate()["episode_return"] or [0]))
        trainer.train()
    trainer.close()
    return returns, trainer.policy.state_dict()


@pytest.fixture(autouse=True)
def _no_arguments(monkeypatch):
    monkeypatch.setattr("sys.argv", ["train"])  # `load_config` reads it


def test_pufferl_learns_the_same_as_from_the_official_env(tmp_path):
    _, ours = learn(native("CartPole-v1", num_envs=8), tmp_path, 4096)
    make = {"env_kwargs": {"num_envs": 8}}
    theirs = pufferlib.vector.make(OfficialNativeEnv, **make)
    _, expected = learn(theirs, tmp_path, 4096)
    assert all(ours[key].equal(value) for key, value in expected.items())


def test_pufferl_learns(tmp_path):
    returns, _ = learn(native("CartPole-v1", num_envs=16), tmp_path, 30_000)
    assert np.mean(returns[-5:]) > 3 * np.mean(returns[:3])


def test_several_pools_play_different_episodes():
    make = {"env_args": ["CartPole-v1"], "env_kwargs": {"num_envs": NUM_ENVS}}
    serial = pufferlib.vector.make(NativeEnv, backend=Serial, num_envs=2, **make)
    parallel = pufferlib.vector.make(
        NativeEnv,
        backend=Multiprocessing,
        num_envs=2,
        num_workers=2,
        overwork=True,
        **make,
    )
    obs, _ = serial.reset(seed=4)
    np.testing.assert_array_equal(obs, parallel.reset(seed=4)[0])
    assert len(np.unique(obs, axis=0)) == 2 * NUM_ENVS
    ends = 0
    for t in range(60):
        actions = np.full(2 * NUM_ENVS, t % 3 // 2)
        expected = serial.step(actions)
        found = parallel.step(actions)
        for mine, other in zip(found[:4], expected[:4], strict=True):
            np.testing.assert_array_equal(mine, other)
        assert found[4] == expected[4]
        ends += len(found[4])
    assert ends >= 6
    parallel.close()
    serial.close()


def test_seed_of_the_constructor_is_that_of_the_first_reset():
    first, _ = native("CartPole-v1", seed=5).reset()
    np.testing.assert_array_equal(first, native("CartPole-v1").reset(seed=5)[0])


def test_frames():
    env = native("CartPole-v1", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render_mode == "rgb_array"
    assert env.render().shape == (400, 600, 3)


def test_refuses_what_it_cannot_use():
    pool = envpool.make_gymnasium("CartPole-v1", num_envs=2)
    with pytest.raises(ConfigError, match='autoreset_mode: expected "same_step"'):
        NativeEnv(pool)
    with pytest.raises(ConfigError, match="batch_size: expected 4"):
        native("CartPole-v1", num_envs=4, batch_size=2)
    with pytest.raises(ConfigError, match="observations: expected a Box"):
        native("Taxi-v3")
    with pytest.raises(TypeError, match="env_type="):
        NativeEnv(envpool.make_gym("CartPole-v1", autoreset_mode="same_step"))
    env = NativeEnv(envpool.make_gymnasium("CartPole-v1", autoreset_mode="same_step"))
    env.close()
    assert env.pool.closed

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The adaptor gives Sample Factory the same as the official env."""

import functools

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.vector import AutoresetMode
from sample_factory.algo.utils.make_env import BatchedVecEnv
from sample_factory.cfg.arguments import parse_full_cfg, parse_sf_args
from sample_factory.envs.env_utils import register_env
from sample_factory.train import run_rl

import envpool
from envpool.integrations.sample_factory import BatchedEnv, make_env
from envpool.python.errors import ConfigError

NUM_ENVS = 3


@pytest.mark.parametrize(
    ("task_id", "config"),
    [
        ("CartPole-v1", {}),
        ("CartPole-v1", {"max_episode_steps": 7}),
        ("Pendulum-v1", {"max_episode_steps": 9}),
    ],
)
def test_plays_the_same_as_the_official_env(task_id, config):
    ours = BatchedVecEnv(make_env(task_id, num_envs=NUM_ENVS, **config))
    mode = {"autoreset_mode": AutoresetMode.SAME_STEP}
    theirs = gymnasium.make_vec(
        task_id,
        num_envs=NUM_ENVS,
        vectorization_mode="sync",
        vector_kwargs=mode,
        **config,
    )
    assert ours.num_agents == NUM_ENVS
    assert ours.observation_space["obs"] == theirs.single_observation_space
    assert ours.action_space == theirs.single_action_space
    ours.seed(5)
    expected, _ = theirs.reset(seed=5 * NUM_ENVS)
    np.testing.assert_array_equal(ours.reset()[0]["obs"], expected)
    theirs.action_space.seed(1)
    ends = 0
    for _ in range(120):
        actions = theirs.action_space.sample()
        obs, *others, infos = ours.step(actions)
        expected = theirs.step(actions)
        assert infos == {}
        for mine, other in zip((obs["obs"], *others), expected[:4], strict=True):
            assert isinstance(mine, torch.Tensor)
            np.testing.assert_allclose(mine, other, rtol=1e-6, atol=1e-6)
        ends += (expected[2] | expected[3]).sum()
    assert ends >= 6
    ours.close()


def test_one_env_has_rows_too():
    env = BatchedVecEnv(make_env("CartPole-v1", num_envs=1))
    assert env.is_multiagent
    assert env.reset()[0]["obs"].shape == (1, 4)


def test_workers_play_different_episodes():
    rows = []
    for worker in range(3):
        env = BatchedVecEnv(make_env("CartPole-v1", num_envs=NUM_ENVS))
        env.seed(worker)
        rows.append(env.reset()[0]["obs"])
    assert len(np.unique(np.concatenate(rows), axis=0)) == 3 * NUM_ENVS


def official(full_env_name, cfg, env_config, render_mode=None):
    return gymnasium.make(full_env_name, render_mode=render_mode)


def learn(make, envs, folder, steps):
    """Returns the weights after training with `envs` of Sample Factory's envs."""
    register_env("CartPole-v1", make)
    arguments = {
        "env": "CartPole-v1",
        "experiment": "test",
        "train_dir": folder,
        "num_workers": 1,
        "num_envs_per_worker": envs,
        "worker_num_splits": 1,
        "batched_sampling": True,
        "serial_mode": True,
        "async_rl": False,
        "device": "cpu",
        "use_rnn": False,
        "recurrence": 1,
        "rollout": 32,
        "batch_size": 256,
        "num_epochs": 2,
        "train_for_env_steps": steps,
        "seed": 3,
    }
    argv = [f"--{key}={value}" for key, value in arguments.items()]
    parser, _ = parse_sf_args(argv=argv)
    assert run_rl(parse_full_cfg(parser, argv)) == 0
    (path,) = (folder / "test" / "checkpoint_p0").glob("checkpoint_*.pth")
    return torch.load(path, weights_only=False)["model"]


def test_appo_learns_the_same_as_from_the_official_env(tmp_path):
    pool = functools.partial(make_env, num_envs=8)
    ours = learn(pool, 1, tmp_path / "ours", 3000)
    expected = learn(official, 8, tmp_path / "theirs", 3000)
    assert len(expected) >= 8
    assert all(ours[key].equal(value) for key, value in expected.items())


def test_frames():
    env = make_env("CartPole-v1", render_mode="rgb_array", num_envs=2)
    env.reset(seed=1)
    assert env.render_mode == "rgb_array"
    assert env.render().shape == (400, 600, 3)


def test_refuses_what_it_cannot_use():
    pool = envpool.make_gymnasium("CartPole-v1", num_envs=2)
    with pytest.raises(ConfigError, match='autoreset_mode: expected "same_step"'):
        BatchedEnv(pool)
    with pytest.raises(ConfigError, match="batch_size: expected 4"):
        make_env("CartPole-v1", num_envs=4, batch_size=2)
    with pytest.raises(TypeError, match="env_type="):
        BatchedEnv(envpool.make_gym("CartPole-v1", autoreset_mode="same_step"))
    cfg, _ = parse_sf_args(argv=["--env=CartPole-v1", "--batched_sampling=False"])
    cfg = parse_full_cfg(cfg, ["--env=CartPole-v1", "--batched_sampling=False"])
    with pytest.raises(ConfigError, match="batched_sampling: expected True"):
        make_env("CartPole-v1", cfg, num_envs=2)
    env = make_env("CartPole-v1", num_envs=2)
    env.close()
    assert env.pool.closed

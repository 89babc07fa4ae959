# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The package's tables equal the envs in C++, which equal the official ones."""

import numpy as np
import pytest

import envpool
from envpool.mujoco.tasks.speed import ENVS
from envpool.registration import register

GYMNASIUM = [name for name, env in ENVS.items() if env.endswith("-v5")]
RARELY_REWARDED = {"ball_in_cup_catch", "point_mass_easy", "reacher_easy"}
CLASSES = ("TaskEnvSpec", "TaskDMEnvPool", "TaskGymnasiumEnvPool")
NUM_ENVS = 4


def make(task_id, limit):
    return envpool.make_gymnasium(
        task_id, num_envs=NUM_ENVS, seed=3, max_episode_steps=limit
    )


def table(name):
    task_id = f"Table-{name}"
    register(task_id, "envpool.mujoco.tasks", *CLASSES, table=name)
    return task_id


def flat(pool, obs):
    """The observation's entries in native order, as one vector per env."""
    if not isinstance(obs, dict):
        return obs
    keys = [key[4:] for key in pool.spec.state_array_spec if key.startswith("obs:")]
    return np.concatenate([obs[key].reshape(NUM_ENVS, -1) for key in keys], axis=1)


@pytest.mark.parametrize("name", ENVS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_equals_the_env_in_cpp(name, dtype):
    limit = 150 if name in RARELY_REWARDED else 60
    other = make(ENVS[name], limit)
    ours = make(table(name), limit)
    assert np.array_equal(ours.reset()[0], flat(other, other.reset()[0]))
    random = np.random.default_rng(0)
    space = other.single_action_space
    rewards = 0.0
    for _ in range(8 * limit // 3):
        action = random.uniform(-1, 1, (NUM_ENVS, *space.shape)).astype(dtype)
        action *= space.high if np.isfinite(space.high).all() else 1
        obs, *results, _ = ours.step(action)
        expected, *others, _ = other.step(action)
        assert np.array_equal(obs, flat(other, expected))
        for one, two in zip(results, others, strict=True):
            assert np.array_equal(one, two)
        rewards += np.abs(others[0]).sum()
    assert rewards > 0 or name in ("pendulum_swingup", "finger_spin")


@pytest.mark.parametrize("name", GYMNASIUM)
def test_measures_are_the_official_infos(name):
    from envpool.mujoco.tasks.task import of_config

    names = list(of_config(name, envpool.registration.base_path)["measures"])
    ours, other = make(table(name), 1000), make(ENVS[name], 1000)
    ours.reset()
    other.reset()
    action = np.full((NUM_ENVS, *other.single_action_space.shape), 0.25, np.float32)
    for _ in range(10):
        info, expected = ours.step(action)[-1], other.step(action)[-1]
        for column, key in enumerate(names):
            assert np.array_equal(info["measures"][:, column], expected[key]), key


@pytest.mark.parametrize("name", ENVS)
def test_spaces_are_equal(name):
    ours, other = make(table(name), 100), make(ENVS[name], 100)
    if name in GYMNASIUM:
        assert ours.single_observation_space == other.single_observation_space
        assert ours.single_action_space == other.single_action_space
    else:
        assert ours.single_action_space.shape == other.single_action_space.shape

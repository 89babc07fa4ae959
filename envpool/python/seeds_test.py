# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Seeds of more than 32 bits, and copies of the user's seeds."""

import copy
import pickle

import numpy as np
import pytest

import envpool

TASKS = ["CartPole-v1", "FrozenLake-v1", "Taxi-v3"]
# uint32 as drawn by Stable-Baselines3, and the largest possible seed for N envs.
LARGE = [2**31, 2**32 - 1, 2**40 + 12345, 2**63 - 4]
N = 3


def assert_plays(env, first, seed):
    """Checks that the pool plays the official envs' episodes."""
    found, actions = first[0], int(env.action_space.n)
    with envpool.from_gymnasium(env.spec.id, N, seed=seed, threads=True) as official:
        expected, _ = official.reset()
        for i in range(12):
            np.testing.assert_array_equal(found, expected)
            action = np.full(N, (i * 7 + i // 2) % actions)
            found, expected = env.step(action)[0], official.step(action)[0]


@pytest.mark.parametrize("task_id", TASKS)
@pytest.mark.parametrize("seed", LARGE)
def test_large_seeds_are_those_of_the_official_env(task_id, seed):
    env = envpool.make_gym(task_id, num_envs=N, seed=seed)
    assert env.config["seed"] == env.spec.config.seed == seed
    assert_plays(env, env.reset(), seed)
    env = envpool.make_gym(task_id, num_envs=N)
    assert_plays(env, env.reset(seed=seed), seed)
    env.seed(seed)
    assert_plays(env, env.reset(), seed)
    seeds = np.arange(seed, seed + N, dtype=np.uint64)
    assert_plays(env, env.reset(seed=seeds), seed)
    env = envpool.make_gym(task_id, num_envs=N, seed=list(seeds))
    assert env.config["env_seed"] == seeds.tolist()
    assert_plays(env, env.reset(), seed)


def first_obs(env):
    return env.reset()[0]


@pytest.mark.parametrize("seed", [2**40, [2**40, 1, 2**33], [4, 5, 6]])
def test_copies_have_the_seeds(seed):
    env = envpool.make_gym("CartPole-v1", num_envs=N, seed=seed)
    expected = first_obs(env)
    spec = pickle.loads(pickle.dumps(env.spec))
    assert spec.config == env.spec.config
    for twin in (
        copy.copy(env),
        pickle.loads(pickle.dumps(env)),
        type(env)(env.spec),
        type(env)(spec),
        type(env)(type(spec)(spec.config)),
    ):
        np.testing.assert_array_equal(first_obs(twin), expected)


def test_a_list_of_seeds_is_copied():
    seeds = [1, 2, 3]
    env = envpool.make_gym("CartPole-v1", num_envs=N, seed=seeds)
    expected = first_obs(env)
    seeds[0] = 99
    np.testing.assert_array_equal(first_obs(copy.copy(env)), expected)


def test_seed_none():
    pools = [envpool.make_gym("CartPole-v1", num_envs=N, seed=None) for _ in range(2)]
    first, second = map(first_obs, pools)
    assert not np.array_equal(first, second)
    seed = pools[0].config["seed"]
    again = envpool.make_gym("CartPole-v1", num_envs=N, seed=seed)
    np.testing.assert_array_equal(first_obs(again), first)


def test_negative_seeds_are_those_of_their_low_bits():
    for seed in (-1, -(2**31)):
        env = envpool.make_gym("CartPole-v1", seed=seed)
        twin = envpool.make_gym("CartPole-v1", seed=seed % 2**32)
        np.testing.assert_array_equal(first_obs(env), first_obs(twin))


def test_a_large_seed_is_part_of_a_saved_state():
    env = envpool.make_gym("CartPole-v1", seed=2**50)
    env.reset()
    state = env.save_state()
    other = envpool.make_gym("CartPole-v1")
    other.load_state(state)
    np.testing.assert_array_equal(first_obs(other), first_obs(env))

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`load_state` returns the observations at the time of `save_state`."""

import jax
import numpy as np
import pytest

import envpool
from envpool.errors import ArgumentError
from envpool.python.apis import states as states_of
from envpool.testing import rare_features  # noqa: F401  registers Crowd-v0, Echo-v0

N = 4
# All but the last can write their observations again from their states.
TASKS = ["CartPole-v1", "FrozenLake-v1", "Blackjack-v1", "Echo-v0"]


def make(task_id, env_type="gym", **kwargs):
    return envpool.make(task_id, env_type, **{"num_envs": N, "seed": 3, **kwargs})


def observed(env, result):
    """Returns the arrays of a result's observations, by env."""
    obs = result.observation.obs if env.env_type == "dm" else result[0]
    parts = obs if isinstance(obs, tuple) else (obs,)
    return [np.asarray(part) for part in parts]


def loaded(env, obs):
    if env.env_type == "dm":
        assert obs._fields == ("obs",)
        obs = obs.obs
    parts = obs if isinstance(obs, tuple) else (obs,)
    return [np.asarray(part) for part in parts]


def assert_same(found, expected, rows=slice(None)):
    for mine, its in zip(found, expected, strict=True):
        np.testing.assert_array_equal(mine, its[rows])
        assert mine.dtype == its.dtype


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
@pytest.mark.parametrize("task_id", TASKS)
def test_observations_come_back(task_id, env_type):
    with make(task_id, env_type) as env:
        env.reset()
        for _ in range(3):
            seen = observed(env, env.step(np.ones(N, int)))
        states = env.save_state()
        for _ in range(3):
            env.step(np.zeros(N, int))
        assert_same(loaded(env, env.load_state(states)), seen)
        # Loading restores the complete state.
        assert env.save_state() == states
        assert_same(loaded(env, env.load_state(states[2:0:-1], [0, 3])), seen, [2, 1])
        again = env.save_state([3, 0])
        obs = env.load_state([*again, *states[:2]])
        assert_same(loaded(env, obs), seen, [1, 2, 0, 1])


@pytest.mark.parametrize("task_id", TASKS)
def test_partial_steps_and_other_pools(task_id):
    with make(task_id) as env, make(task_id, num_envs=2) as other:
        env.reset()
        env.save_state()
        obs = env.step([1, 1], [2, 0])[0]
        env.step([0], [3])
        found = other.load_state(env.save_state([2, 0]))
        np.testing.assert_array_equal(found, obs)


@pytest.mark.parametrize("task_id", TASKS)
def test_async_pools(task_id):
    with make(task_id, batch_size=2) as env:
        env.async_reset()
        env.recv()
        obs, *_, info = env.recv()
        ids = info["env_id"]
        states = env.save_state(ids)
        env.send([1, 1], ids)
        env.recv()
        np.testing.assert_array_equal(env.load_state(states, ids), obs)


@pytest.mark.parametrize("task_id", TASKS)
@pytest.mark.parametrize("by_clone", [False, True])
def test_a_masked_reset_shows_what_was_loaded(task_id, by_clone):
    with make(task_id, "gymnasium") as env:
        obs, _ = env.reset()
        states = env.save_state()
        for _ in range(3):
            env.step(np.ones(N, int))
        if by_clone:
            env.load_state(states[1:2], [1])
            env.clone_state(1, [2, 3])
            expected = [1, 1, 1]
        else:
            env.load_state(states)
            expected = [1, 2, 3]
        mask = np.arange(N) == 0
        found, _ = env.reset(options={"reset_mask": mask})
        for mine, its in zip(loaded(env, found), loaded(env, obs), strict=True):
            np.testing.assert_array_equal(mine[1:], its[expected])


def test_arrays_of_jax():
    with make("Echo-v0", "gymnasium", output="jax") as env:
        obs, _ = env.reset()
        found = env.load_state(env.save_state())
        assert isinstance(found, jax.Array)
        np.testing.assert_array_equal(found, obs)


@pytest.mark.parametrize("task_id", TASKS)
def test_observations_that_are_not_known(task_id):
    with make(task_id) as env:  # never reset
        assert env.load_state(env.save_state()) is None


def test_several_players_have_none():
    with make("Crowd-v0") as env:
        env.reset()
        assert env.load_state(env.save_state()) is None
        env.clone_state(0, [1])


def test_forged_observations():
    with make("Echo-v0") as env:
        obs, _ = env.reset()
        before = env.save_state()
        mark = env._fingerprint
        found = states_of.unpack(before, [mark] * N)
        assert [len(each.observation) for each in found] == [4] * N
        for wrong in (b"123", b"12345"):
            forged = states_of.pack(
                [each.state for each in found], [mark] * N, [wrong] * N
            )
            with pytest.raises(ArgumentError, match="expected an observation of 4"):
                env.load_state(forged)
            assert env.save_state() == before
        lost = states_of.pack([each.state for each in found], [mark] * N)
        assert env.load_state(lost) is None
        np.testing.assert_array_equal(env.load_state(before), obs)

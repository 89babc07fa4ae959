# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The options of envs at `reset`: the envs that they affect, and their duration."""

import numpy as np
import pytest

import envpool
from envpool.python.errors import ArgumentError

import gymnasium  # isort: skip

N = 4
STILL = {"low": 0.04, "high": 0.04}  # every CartPole starts in the same state
ACTION = np.ones(N, np.int32)


def cartpole(env_type="gymnasium", **kwargs):
    return envpool.make("CartPole-v1", env_type, **{"num_envs": N, **kwargs})


def is_still(rows):
    return (rows == np.float32(0.04)).all(axis=-1).tolist()


@pytest.mark.parametrize("env_type", ["gym", "gymnasium"])
def test_of_some_envs(env_type):
    env = cartpole(env_type)
    assert is_still(env.reset(options=STILL)[0]) == [True] * N
    assert is_still(env.reset()[0]) == [False] * N
    assert is_still(env.reset([1, 3], options=STILL)[0]) == [True] * 2
    assert is_still(env.reset([1, 3])[0]) == [False] * 2
    mask = np.array([True, False, True, False])
    rows, _ = env.reset(options={**STILL, "reset_mask": mask})
    if env_type == "gymnasium":  # has rows of all envs
        assert is_still(rows) == mask.tolist()
    else:
        assert is_still(rows) == [True] * 2


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_autoreset_does_not_use_them_again(mode):
    env = cartpole(autoreset_mode=mode, max_episode_steps=3)
    env.reset(options=STILL)
    for _ in range(3):
        rows = env.step(ACTION)[0]
    if mode == "next_step":
        rows = env.step(ACTION)[0]
    assert np.abs(rows).max() <= 0.05  # an episode has started
    assert is_still(rows) == [False] * N


def test_without_autoreset():
    env = cartpole(autoreset_mode="disabled", max_episode_steps=1)
    env.reset(options=STILL)
    env.step(ACTION)
    assert is_still(env.reset()[0]) == [False] * N
    env.step(ACTION)
    assert is_still(env.reset(options=STILL)[0]) == [True] * N


def test_asynchronous():
    env = cartpole(batch_size=2)
    rows, info = env.reset(options=STILL)
    seen = {*info["env_id"].tolist()}
    assert is_still(rows) == [True] * 2
    rows, *_, info = env.recv()
    assert is_still(rows) == [True] * 2
    assert seen | {*info["env_id"].tolist()} == set(range(N))
    env.async_reset()
    assert is_still(env.recv(True)[0]) == [False] * 2
    env.recv()


def test_they_are_in_no_state():
    """States contain no options: after its episode, a loaded env uses the defaults."""
    env, other = cartpole(max_episode_steps=3), cartpole(max_episode_steps=3, seed=9)
    env.reset(options=STILL)
    other.reset(options={"low": -0.2, "high": -0.1})
    other.load_state(env.save_state())
    for _ in range(6):
        expected = env.step(ACTION)[:4]
        for ours, theirs in zip(other.step(ACTION)[:4], expected, strict=True):
            np.testing.assert_array_equal(ours, theirs)


def test_seeds_with_options():
    env = cartpole()
    first, _ = env.reset(seed=3, options={"low": -0.1, "high": 0})
    again, _ = env.reset(seed=3, options={"low": -0.1, "high": 0})
    np.testing.assert_array_equal(first, again)
    unscaled, _ = env.reset(seed=3)
    np.testing.assert_allclose(first + 0.1, unscaled + 0.05, atol=1e-6)


def test_a_refused_reset_keeps_the_stored_seed():
    env, other = cartpole(), cartpole()
    env.seed(7)
    with pytest.raises(ArgumentError, match="expected at most"):
        env.reset(options={"low": 1, "high": 0})
    np.testing.assert_array_equal(env.reset()[0], other.reset(seed=7)[0])


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"lo": 1}, "expected no keys but 'reset_mask', 'low', 'high', got 'lo'; did"),
        ({3: 1}, "expected no keys but .*, got 3"),
        ({**STILL, "x_init": 1}, "expected no keys but .*, got 'x_init'"),
    ],
)
def test_unknown_options(options, text):
    env, other = cartpole(), cartpole()
    with pytest.raises(ArgumentError, match=f"^options: {text}"):
        env.reset(options=options)
    np.testing.assert_array_equal(env.reset()[0], other.reset()[0])
    pool = envpool.make_gymnasium("FrozenLake-v1")
    with pytest.raises(ArgumentError, match="no keys but 'reset_mask', got"):
        pool.reset(options=options)


def test_a_single_env():
    env = gymnasium.make("envpool/CartPole-v1")
    assert is_still(env.reset(options=STILL)[0])
    assert not is_still(env.reset()[0])
    with pytest.raises(ArgumentError, match=r"^options: expected no keys but"):
        env.reset(options={"lo": 1})


def test_dm_env_has_none():
    with pytest.raises(TypeError, match="options"):
        cartpole("dm").reset(options=STILL)

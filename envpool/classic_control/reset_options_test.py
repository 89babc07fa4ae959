# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the first states of `reset(options=...)` with Gymnasium's own envs."""

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.python.errors import ArgumentError

N = 2
CASES = [
    ("CartPole-v1", {"low": -0.2, "high": 0.1}),
    ("CartPole-v1", {"low": -3, "high": 3.0}),  # beyond the limits of an episode
    ("CartPole-v1", {"high": np.float32(0.01)}),
    ("CartPole-v1", {"low": "-0.01"}),  # float() accepts strings
    ("MountainCar-v0", {"low": -1.0, "high": -0.9}),
    ("MountainCar-v0", {"low": -70, "high": 60}),
    ("MountainCarContinuous-v0", {"low": -0.5}),
    ("Acrobot-v1", {"low": -1.5, "high": 0.25}),
    ("Acrobot-v1", {"low": -40, "high": 40}),
    ("Pendulum-v1", {"x_init": 0.1, "y_init": 0}),
    ("Pendulum-v1", {"x_init": 500.0}),
    ("Pendulum-v1", {"y_init": 7.5}),
]


def official_env(task_id, **kwargs):
    return gymnasium.make(task_id, disable_env_checker=True, **kwargs)


@pytest.mark.parametrize(("task_id", "options"), CASES)
def test_same_episodes(task_id, options):
    """Episodes are the same with the options, then without."""
    # The official Acrobot uses another library's cosine; see oracle.py.
    tolerance = 1e-4 if task_id == "Acrobot-v1" else 0
    keys = {"max_episode_steps": 8}
    theirs = {**keys, "disable_env_checker": True}
    official = envpool.from_gymnasium(task_id, N, env_kwargs=theirs, threads=True)
    with envpool.make_gymnasium(task_id, num_envs=N, **keys) as pool, official:
        pool.action_space.seed(3)
        found, _ = pool.reset(seed=11, options=options)
        expected, _ = official.reset(seed=11, options=options)
        np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)
        for _ in range(30):
            action = pool.action_space.sample()
            found, expected = pool.step(action), official.step(action)
            np.testing.assert_allclose(found[0], expected[0], rtol=0, atol=tolerance)
            np.testing.assert_array_equal(found[1:4], expected[1:4])


@pytest.mark.parametrize(
    ("task_id", "options", "text"),
    [
        ("CartPole-v1", {"low": 1, "high": 0}, "'low'.*: expected at most"),
        ("MountainCar-v0", {"low": -0.3}, "'low'.*: expected at most"),
        ("Acrobot-v1", {"low": "left"}, "'low'.*: expected a number"),
        ("Acrobot-v1", {"high": None}, "'high'.*: expected a number"),
        ("Acrobot-v1", {"high": [1, 2]}, "'high'.*: expected a number"),
        ("Pendulum-v1", {"x_init": -1}, "'x_init'.*: expected a number in"),
    ],
)
def test_what_the_official_env_refuses(task_id, options, text):
    with pytest.raises(ValueError, match=r"bound|converted|high - low"):
        official_env(task_id).reset(seed=1, options=options)
    pool = envpool.make_gymnasium(task_id, seed=4)
    with pytest.raises(ArgumentError, match=rf"^options\[{text}"):
        pool.reset(seed=1, options=options)
    expected, _ = envpool.make_gymnasium(task_id, seed=4).reset()
    np.testing.assert_array_equal(pool.reset()[0], expected)  # nothing was reset


@pytest.mark.parametrize("value", [np.nan, np.inf, 10_001, 10**400])
def test_bounds_that_are_too_large(value):
    """Beyond the bound, sines and cosines would not be exact."""
    cases = [("CartPole-v1", "high"), ("Pendulum-v1", "y_init"), ("Acrobot-v1", "high")]
    for task_id, key in cases:
        with (
            envpool.make_gymnasium(task_id) as pool,
            pytest.raises(ArgumentError, match=rf"^options\['{key}'\]: expected"),
        ):
            pool.reset(options={key: value})


def test_acrobot_does_not_start_so_fast_that_a_step_diverges():
    with envpool.make_gymnasium("Acrobot-v1", num_envs=16) as pool:
        pool.reset(options={"low": -50, "high": 50})
        for _ in range(20):
            obs, *_ = pool.step(np.zeros(16, np.int64))
            assert np.isfinite(obs).all()
        with pytest.raises(ArgumentError, match=r"in \[-50, 50\], got 51"):
            pool.reset(options={"low": 0, "high": 51})

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of the docs agree with the official observations and actions."""

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.mujoco.gym.docs import tasks
from envpool.mujoco.gym.docs.texts import TEXTS

ARRAYS = (
    "cfrc_ext",
    "cinert",
    "cvel",
    "qfrc_actuator",
    "qfrc_constraint",
    "qpos",
    "qvel",
    "xpos",
)
FUNCTIONS = {"clip": np.clip, "cos": np.cos, "sin": np.sin}


def observe(rows, data):
    """Returns the observation that a table describes."""
    names = FUNCTIONS | {name: getattr(data, name) for name in ARRAYS}
    values = [np.ravel(eval(row.source, names)) for row in rows]
    assert [value.size for value in values] == [row.size for row in rows]
    return np.concatenate(values)


@pytest.mark.parametrize("robot", TEXTS)
def test_observation(robot):
    rows = tasks.observation(robot)
    env = gymnasium.make(f"{robot}-v5").unwrapped
    obs, _ = env.reset(seed=5)
    env.action_space.seed(5)
    for _ in range(20):
        np.testing.assert_allclose(observe(rows, env.data), obs, rtol=1e-12)
        obs, *_ = env.step(env.action_space.sample())


@pytest.mark.parametrize("robot", TEXTS)
def test_indices(robot):
    cells, actions = tasks.observation_rows(robot), tasks.action_rows(robot)
    spec = envpool.make_spec(f"{robot}-v5")
    (size,) = spec.observation_space.shape
    assert cells[-1][0].endswith(str(size - 1))
    low, high = spec.action_space.low, spec.action_space.high
    assert [row[2] for row in actions] == [
        f"{a:g} to {b:g}" for a, b in zip(low, high, strict=True)
    ]


def test_the_two_humanoids_have_the_same_tables():
    for make_rows in (tasks.observation_rows, tasks.action_rows):
        assert make_rows("Humanoid") == make_rows("HumanoidStandup")

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""compute_reward and the like equal the official functions, and HER can use them."""

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.mujoco.robotics import oracle

CASES = {
    "FetchReach-v4": (3, 0.03),
    "FetchPushDense-v4": (3, 0.03),
    "HandReach-v3": (15, 0.003),
    "HandReachDense-v3": (15, 0.003),
    "HandManipulateBlock-v1": (7, 0.01),
    "HandManipulateEggRotateDense-v1": (7, 0.01),
    "HandManipulatePen-v1": (7, 0.03),
    "HandManipulatePenDense-v1": (7, 0.03),
}


def _pairs(size, spread, count=200):
    random = np.random.default_rng(3)
    goals = random.normal(size=(count, size))
    if size == 7:
        goals[:, 3:] /= np.linalg.norm(goals[:, 3:], axis=-1, keepdims=True)
    return goals + random.normal(scale=spread, size=goals.shape), goals


@pytest.mark.parametrize("task_id", CASES)
def test_rewards(task_id):
    achieved, desired = _pairs(*CASES[task_id])
    official = oracle.RoboticsEnvs().make(oracle.case_of(task_id, 1), 1).env.unwrapped
    # For a batch, the official rewards of pens mix rows up; these do not.
    rewards = [
        official.compute_reward(*pair, {})
        for pair in zip(achieved, desired, strict=True)
    ]
    pool = envpool.make(task_id, env_type="gymnasium", num_envs=1)
    found = pool.compute_reward(achieved, desired, {})
    np.testing.assert_array_equal(found, rewards)
    assert found.dtype == np.asarray(rewards[0]).dtype
    assert len(set(found.tolist())) > 1
    single = pool.compute_reward(achieved[0], desired[0], {})
    assert single == rewards[0] and np.ndim(single) == 0
    rows = achieved.reshape(2, 100, -1), desired.reshape(2, 100, -1)
    np.testing.assert_array_equal(
        pool.compute_reward(*rows), np.reshape(found, (2, 100))
    )
    for name in ("compute_terminated", "compute_truncated"):
        ends = getattr(pool, name)(achieved, desired, {})
        assert ends.shape == (200,) and not ends.any()
        assert not getattr(pool, name)(achieved[0], desired[0], {})
        assert not getattr(official, name)(achieved[0], desired[0], {})


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_rewards_of_steps(env_type):
    pool = envpool.make("FetchPushDense-v4", env_type=env_type, num_envs=3)
    pool.reset()
    random = np.random.default_rng(1)
    for _ in range(5):
        result = pool.step(random.uniform(-1, 1, (3, 4)).astype(np.float32))
        obs = result.observation._asdict() if env_type == "dm" else result[0]
        reward = result.reward if env_type == "dm" else result[1]
        found = pool.compute_reward(obs["achieved_goal"], obs["desired_goal"], {})
        np.testing.assert_array_equal(found.astype(np.float32), reward)


def test_wrong_goals():
    pool = envpool.make("FetchReach-v4", env_type="gymnasium", num_envs=1)
    with pytest.raises(envpool.errors.ArgumentError, match="desired_goal: expected"):
        pool.compute_reward(np.zeros((4, 3)), np.zeros((5, 3)), {})
    with pytest.raises(envpool.errors.ArgumentError, match="achieved_goal: expected"):
        pool.compute_reward(np.zeros(4), np.zeros(4), {})


def test_gymnasium_env():
    env = gymnasium.make("envpool/FetchReach-v4")
    obs, _ = env.reset(seed=1)
    assert env.unwrapped.compute_reward(
        obs["desired_goal"], obs["desired_goal"], {}
    ) == np.float32(0)
    env.close()


def test_calls():
    """Vector envs of other libraries call the method of each env."""
    pool = envpool.make("FetchReach-v4", env_type="gymnasium", num_envs=2)
    goals = np.zeros((5, 3))
    found = pool.call("compute_reward", goals, goals + 1, [{}] * 5)
    assert len(found) == 2
    np.testing.assert_array_equal(found[0], np.full(5, -1, np.float32))

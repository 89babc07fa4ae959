# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options that change results, against Gymnasium's wrappers around the same envs."""

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import (
    NormalizeObservation,
    NormalizeReward,
    RescaleAction,
)

import envpool

NUM_ENVS = 4
STEPS = 120


def make(task_id, **options):
    return envpool.make_gymnasium(
        task_id, num_envs=NUM_ENVS, seed=2, max_episode_steps=50, **options
    )


@pytest.mark.parametrize("task_id", ["HalfCheetah-v5", "Hopper-v5"])
def test_equal_gymnasiums_wrappers(task_id):
    plain = NormalizeObservation(
        RescaleAction(make(task_id), np.float32(-3), np.float32(1))
    )
    theirs = NormalizeReward(plain)
    ours = make(
        task_id, normalize_obs=True, normalize_reward=True, rescale_action=(-3, 1)
    )
    assert ours.single_action_space == theirs.single_action_space
    assert ours.single_observation_space.dtype == np.float32
    expected, _ = theirs.reset()
    got, _ = ours.reset()
    rng = np.random.default_rng(0)
    for _ in range(STEPS):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)
        shape = (NUM_ENVS, *ours.single_action_space.shape)
        action = rng.uniform(-3, 1, shape).astype(np.float32)
        a, b = theirs.step(action), ours.step(action)
        expected, got = a[0], b[0]
        np.testing.assert_allclose(b[1], a[1], rtol=1e-4, atol=1e-5)
        for each, other in zip(a[2:4], b[2:4], strict=True):
            np.testing.assert_array_equal(each, other)
    np.testing.assert_allclose(ours.normalization.obs.var, plain.obs_rms.var, rtol=1e-9)


def test_the_own_key_stacks_and_the_stack_is_normalized():
    env = make("Hopper-v5", frame_stack=3, normalize_obs=True, time_aware=False)
    assert "frame_stack" in env.spec.config
    assert env.single_observation_space == gymnasium.spaces.Box(
        -np.inf, np.inf, (3, 11), np.float32
    )
    raw = make("Hopper-v5", frame_stack=3)
    obs, _ = env.reset()
    plain, _ = raw.reset()
    moments = env.normalization.obs
    np.testing.assert_allclose(
        obs, (plain - moments.mean) / np.sqrt(moments.var + 1e-8), rtol=1e-4, atol=1e-5
    )

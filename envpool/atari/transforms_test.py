# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options that change results, with pixels."""

import numpy as np
from gymnasium.spaces import Box
from gymnasium.wrappers.vector import ClipReward, NormalizeObservation

import envpool


def test_normalized_pixels_equal_gymnasiums():
    common = {"num_envs": 3, "seed": 1, "img_width": 21, "img_height": 21}
    plain = envpool.make_gymnasium("Breakout-v5", **common)
    theirs = ClipReward(NormalizeObservation(plain), 0, 0.5)
    ours = envpool.make_gymnasium(
        "Breakout-v5", normalize_obs=True, clip_reward=(0, 0.5), **common
    )
    assert ours.single_observation_space == Box(-np.inf, np.inf, (4, 21, 21))
    expected, _ = theirs.reset()
    got, _ = ours.reset()
    rewards = 0
    rng = np.random.default_rng(0)
    for _ in range(100):
        assert got.dtype == np.float32
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-3)
        action = rng.integers(4, size=3)
        a, b = theirs.step(action), ours.step(action)
        expected, got = a[0], b[0]
        np.testing.assert_array_equal(a[1], b[1])
        rewards += b[1].sum()
    assert rewards > 0
    moments = ours.normalization.obs
    np.testing.assert_allclose(moments.mean, theirs.env.obs_rms.mean, rtol=1e-6)

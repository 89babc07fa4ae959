# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Seeds of more than 32 bits mean the same as in Gymnasium."""

import gymnasium
import numpy as np
import pytest

import envpool


@pytest.mark.parametrize("seed", [2**32 - 1, 2**62 + 3])
def test_large_seeds(seed):
    other = gymnasium.make("Hopper-v5")
    expected = [other.reset(seed=seed + i)[0] for i in range(2)]
    env = envpool.make_gym("Hopper-v5", num_envs=2, seed=seed)
    np.testing.assert_array_equal(env.reset()[0], expected)
    env = envpool.make_gym("Hopper-v5", num_envs=2)
    np.testing.assert_array_equal(env.reset(seed=seed)[0], expected)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Seeds mean the same as in dm_control, which accepts 32-bit seeds only."""

import numpy as np
import pytest
from dm_control import suite

import envpool
from envpool.python.errors import ArgumentError


def test_large_seeds():
    seed = 2**32 - 2
    env = envpool.make_dm("CartpoleBalance-v1", num_envs=2, seed=seed)
    found = env.reset().observation
    for i in range(2):
        other = suite.load("cartpole", "balance", {"random": seed + i})
        expected = other.reset().observation
        np.testing.assert_array_equal(found.position[i], expected["position"])
        np.testing.assert_array_equal(found.velocity[i], expected["velocity"])


def test_larger_ones_are_refused():
    with pytest.raises(ArgumentError, match=f"^seed: .* at most {2**32 - 1}"):
        envpool.make_dm("CartpoleBalance-v1", num_envs=2, seed=2**32 - 1)
    env = envpool.make_dm("CartpoleBalance-v1", num_envs=2, seed=1)
    before = env.save_state()
    for seed in (2**32 - 1, [5, 2**32]):
        with pytest.raises(ArgumentError, match=f"^seed: .* at most {2**32 - 1}"):
            env.reset(seed=seed)
    assert env.save_state() == before

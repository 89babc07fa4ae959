# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of Corridor."""

import envpool
import custom_env  # noqa: F401  so that it need not be installed
import numpy as np
import pytest


def test_walks_to_the_end():
    env = envpool.make("Corridor-v0", env_type="gym", num_envs=4, length=6)
    obs, info = env.reset()
    assert obs.shape == (4, 1)
    assert (info["place"] <= 2).all()
    place = info["place"].max()
    for _ in range(5 - place):
        obs, reward, terminated, truncated, info = env.step(np.ones(4, int))
    first = info["place"].argmax()
    assert terminated[first]
    assert reward[first] == 1.0


def test_seeds():
    def starts(seed):
        env = envpool.make("CorridorLong-v0", env_type="gym", num_envs=20, seed=seed)
        return env.reset()[1]["place"].tolist()

    assert starts(1) == starts(1)
    assert starts(1) != starts(2)


def test_config_is_checked():
    with pytest.raises(ValueError, match="length"):
        envpool.make("Corridor-v0", env_type="gym", length=1)

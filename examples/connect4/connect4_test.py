# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of Connect4."""

import connect4  # noqa: F401  so that it need not be installed
import numpy as np

import envpool


def make():
    env = envpool.make("Connect4-v0", env_type="gymnasium", num_envs=1)
    return env, *env.reset()


def test_a_column_of_four_wins():
    env, _, info = make()
    first = info["current_player"][0]
    for column in (3, 0, 3, 0, 3, 0):
        _, reward, terminated, _, info = env.step([column])
        assert not terminated[0]
        assert not reward.any()
    obs, reward, terminated, _, _ = env.step([3])
    assert terminated[0]
    assert reward[first] == 1
    assert reward[1 - first] == -1
    assert obs[first, 0, :, 3].tolist() == [0, 0, 1, 1, 1, 1]
    np.testing.assert_array_equal(obs[0, 0], obs[1, 1])


def test_a_full_column_loses():
    env, _, info = make()
    for _ in range(6):
        assert info["action_mask"][0].tolist() == [1] * 7
        *_, info = env.step([2])
    assert info["action_mask"][0].tolist() == [1, 1, 0, 1, 1, 1, 1]
    mover = info["current_player"][0]
    _, reward, terminated, _, _ = env.step([2])
    assert terminated[0]
    assert reward[mover] == -1

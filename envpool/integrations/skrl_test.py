# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""skrl's wrapper takes pools as they are."""

import gymnasium
import torch
from skrl.envs.wrappers.torch import wrap_env

import envpool


def play(vector):
    env = wrap_env(vector, wrapper="gymnasium")
    assert env.num_envs == 3
    obs, _ = env.reset()
    rows = [obs.clone()]
    generator = torch.Generator().manual_seed(5)
    for _ in range(80):
        action = torch.randint(2, (3, 1), generator=generator)
        obs, reward, terminated, truncated, _ = env.step(action)
        rows.append(torch.hstack([obs, reward, terminated, truncated]).clone())
    assert rows[-1].shape == (3, 7)
    return torch.vstack(rows[1:])


def test_plays_the_same_as_with_the_official_env():
    ours = envpool.make_gymnasium("CartPole-v1", num_envs=3)
    theirs = gymnasium.make_vec("CartPole-v1", num_envs=3, vectorization_mode="sync")
    for vector in (ours, theirs):
        reset = vector.reset
        vector.reset = lambda reset=reset, **_: reset(seed=11)
    mine, other = play(ours), play(theirs)
    assert mine[:, 5].sum() >= 6
    torch.testing.assert_close(mine, other)


def test_frames():
    pool = envpool.make_gymnasium("CartPole-v1", num_envs=3, render_mode="rgb_array")
    env = wrap_env(pool)
    env.reset()
    frames = env.render()
    assert [frame.shape for frame in frames] == [(400, 600, 3)] * 3

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings of pools whose options change observations or rewards.

They play the envs' own observations and rewards.
"""

import numpy as np
import pytest

import envpool


def record(path, steps, **options):
    """Returns the observations of all steps, without those of resets."""
    env = envpool.make_gymnasium(
        "CartPole-v1",
        num_envs=2,
        seed=3,
        max_episode_steps=steps,
        record_actions=path,
        **options,
    )
    env.reset()
    seen = [env.step(np.array([0, 1]))[0] for _ in range(steps)]
    env.close()
    return seen


@pytest.mark.parametrize("option", [{"normalize_reward": True}, {"clip_reward": 0.5}])
def test_changed_rewards(tmp_path, option):
    """The recorded sum is none of the env's rewards, so it is not told."""
    record(tmp_path / "changed", 3, **option)
    episode = envpool.replay(tmp_path / "changed").episode(1, 0)
    assert (episode.total_reward, episode.length) == (None, 3)
    assert [step.reward for step in episode.steps()][1:] == [1, 1, 1]


@pytest.mark.parametrize(
    "option", [{"normalize_obs": True}, {"clip_obs": 0.01}, {"frame_stack": 2}]
)
def test_changed_observations(tmp_path, option):
    expected = record(tmp_path / "plain", 4)
    record(tmp_path / "changed", 4, **option)
    steps = list(envpool.replay(tmp_path / "changed").episode(0, 0).steps())
    for step, obs in zip(steps[1:], expected, strict=True):
        np.testing.assert_array_equal(step.observation[0], obs[0])

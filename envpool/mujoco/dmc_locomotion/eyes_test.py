# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the walkers' cameras see, against dm_control with the same OpenGL."""

import os

os.environ["MUJOCO_GL"] = "egl"

import numpy as np
import pytest

import envpool
from envpool.mujoco.dmc_locomotion.oracle import make_official, task_id

SEED = 7


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("cmu_humanoid_run_gaps", 0),
        ("cmu_humanoid_run_walls", 0),
        ("rodent_escape_bowl", 0),
        ("rodent_run_gaps", 2),
        ("cmu_humanoid_maze_forage", 0),
        ("cmu_humanoid_heterogeneous_forage", 0),
        ("rodent_maze_forage", 0),
        ("rodent_two_touch", 0),
    ],
)
def test_official_images(name, most):
    theirs = make_official(name, SEED)
    ours = envpool.make_gymnasium(
        task_id(name), num_envs=1, seed=SEED, egocentric_camera=True
    )
    key = "walker/egocentric_camera"
    space = ours.single_observation_space[key]
    assert (space.shape, space.dtype) == ((64, 64, 3), np.uint8)
    action = np.full((1, *theirs.action_spec().shape), 0.2)
    seen, time = ours.reset()[0], theirs.reset()
    for _ in range(3):
        official = time.observation[key].astype(int)
        assert official.std() > 1
        assert abs(seen[key][0] - official).max() <= most
        seen, time = ours.step(action)[0], theirs.step(action[0])
    ours.close()
    theirs.close()


def test_two_frames():
    """Images are stacked as other observations are, the oldest first."""
    env = envpool.make_gymnasium(
        task_id("cmu_humanoid_run_walls"),
        num_envs=1,
        seed=SEED,
        egocentric_camera=True,
        frame_stack=2,
    )
    first = env.reset()[0]["walker/egocentric_camera"]
    assert first.shape == (1, 2, 64, 64, 3)
    np.testing.assert_array_equal(first[0, 0], first[0, 1])
    second = env.step(np.ones((1, 56)))[0]["walker/egocentric_camera"]
    np.testing.assert_array_equal(second[0, 0], first[0, 1])
    env.close()


@pytest.mark.parametrize("name", ["cmu_humanoid_run_walls", "cmu_humanoid_run_gaps"])
def test_other_seeds_draw_other_corridors(name):
    """The envs of one pool see different corridors, though they start alike."""
    env = envpool.make_gymnasium(
        task_id(name), num_envs=2, seed=SEED, egocentric_camera=True
    )
    obs = env.reset()[0]
    first, second = obs["walker/joints_pos"]
    np.testing.assert_array_equal(first, second)
    frames = env.reset()[0]["walker/egocentric_camera"].astype(int)
    assert abs(frames[0] - frames[1]).max() > 1
    env.close()

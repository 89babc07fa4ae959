# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Frames of the suite's tasks against dm_control's, with the same OpenGL."""

import os

os.environ["MUJOCO_GL"] = "egl"

import numpy as np
import pytest
from dm_control import suite

import envpool
from envpool.mujoco.dmc.oracle import TASKS, task_id
from envpool.python.errors import ArgumentError, EnvCreationError

SEED = 7

# One task for each domain, and further tasks that look different.
FIRST = dict(reversed(TASKS))
MORE = (
    ("cartpole", "three_poles"),
    ("dog", "fetch"),
    ("finger", "turn_easy"),
    ("manipulator", "insert_peg"),
    ("quadruped", "escape"),
    ("quadruped", "fetch"),
    ("stacker", "stack_4"),
    ("swimmer", "swimmer15"),
)


@pytest.mark.parametrize(("domain", "task"), [*FIRST.items(), *MORE])
def test_official_frames(domain, task):
    """Compares frames of the second env, which has its own copy of the model."""
    theirs = suite.load(domain, task, task_kwargs={"random": SEED + 1})
    ours = envpool.make_dm(
        task_id(domain, task), num_envs=2, seed=SEED, render_mode="rgb_array"
    )
    action = np.full((2, *theirs.action_spec().shape), 0.2)
    theirs.reset()
    ours.reset()
    frame = ours.render([1])[0]
    np.testing.assert_array_equal(frame, theirs.physics.render(240, 320))
    assert frame.std() > 1
    for _ in range(3):
        ours.step(action)
        theirs.step(action[1])
    for camera in range(theirs.physics.model.ncam):
        np.testing.assert_array_equal(
            ours.render([1], camera_id=camera)[0],
            theirs.physics.render(240, 320, camera_id=camera),
        )
    ours.close()
    theirs.close()


def test_pixels():
    size = {"render_width": 64, "render_height": 48, "render_camera_id": 0}
    ours = envpool.make_dm(
        "CartpoleSwingup-v1", num_envs=2, seed=SEED, from_pixels=True, **size
    )
    theirs = suite.load("cartpole", "swingup", task_kwargs={"random": SEED + 1})
    observation = ours.reset().observation
    theirs.reset()
    assert set(observation._fields) >= {"pixels"}
    assert not hasattr(observation, "position")
    assert observation.pixels.shape == (2, 3, 48, 64)
    for _ in range(4):
        frame = theirs.physics.render(48, 64, camera_id=0)
        np.testing.assert_array_equal(observation.pixels[1], frame.transpose(2, 0, 1))
        observation = ours.step(np.full((2, 1), 0.5)).observation
        theirs.step([0.5])


def test_pixels_beside_the_state():
    size = {"render_width": 24, "render_height": 16, "render_camera_id": "lookatcart"}
    both = envpool.make_dm(
        "CartpoleSwingup-v1", num_envs=2, from_pixels=True, pixels_only=False, **size
    )
    plain = envpool.make_dm("CartpoleSwingup-v1", num_envs=2)
    seen, want = both.reset().observation, plain.reset().observation
    for _ in range(3):
        assert seen.pixels.shape == (2, 3, 16, 24)
        np.testing.assert_array_equal(seen.position, want.position)
        np.testing.assert_array_equal(seen.velocity, want.velocity)
        action = np.full((2, 1), 0.5)
        seen, want = both.step(action).observation, plain.step(action).observation


def test_there_is_no_such_camera():
    env = envpool.make_dm("PendulumSwingup-v1", num_envs=1, render_mode="rgb_array")
    env.reset()
    with pytest.raises(ArgumentError, match="camera_id: expected"):
        env.render(camera_id=99)
    with pytest.raises(EnvCreationError, match="render_camera_id: expected"):
        envpool.make_dm(
            "PendulumSwingup-v1", num_envs=1, from_pixels=True, render_camera_id=99
        )

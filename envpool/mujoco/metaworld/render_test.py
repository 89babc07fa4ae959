# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Frames against the official ones, with the same OpenGL."""

import os

os.environ["MUJOCO_GL"] = "egl"

import numpy as np
import pytest

import envpool
from envpool.mujoco.metaworld.oracle import make_official
from envpool.mujoco.metaworld.registration import task_id

SEED = 3
TASKS = (
    "assembly-v3",
    "basketball-v3",
    "bin-picking-v3",
    "button-press-wall-v3",
    "coffee-pull-v3",
    "door-open-v3",
    "drawer-open-v3",
    "hammer-v3",
    "handle-press-v3",
    "peg-insert-side-v3",
    "plate-slide-v3",
    "soccer-v3",
    "stick-pull-v3",
    "window-open-v3",
)


def actions_of(steps):
    random = np.random.default_rng(SEED)
    return random.uniform(-1, 1, (steps, 4)).astype(np.float32)


def compare(name, camera, *moments):
    """Compares our frames with the official ones after some numbers of steps."""
    theirs = make_official(
        name, SEED, False, render_mode="rgb_array", camera_name=camera
    )
    ours = envpool.make_gymnasium(
        task_id(name),
        num_envs=2,
        seed=SEED - 1,
        partially_observable=False,
        render_mode="rgb_array",
        render_camera_id=-1 if camera is None else camera,
    )
    ours.reset()
    theirs.reset()
    if camera is None:
        theirs.render()  # the camera looks at the middle of the first picture
    for step, action in enumerate(actions_of(moments[-1] + 1)):
        if step in moments:
            found = ours.render([1])[0]
            assert found.std() > 1
            np.testing.assert_array_equal(found, theirs.render())
        ours.step(np.stack([action, action]))
        theirs.step(action)
    ours.close()
    theirs.close()


@pytest.mark.parametrize("name", TASKS)
def test_official_frames(name):
    compare(name, "corner2", 4)


@pytest.mark.parametrize("camera", ["topview", "behindGripper", None])
def test_cameras(camera):
    compare("pick-place-v3", camera, 0, 5)


def test_frames_change_nothing():
    def play(renders):
        pool = envpool.make_gymnasium(
            "MetaWorld/Push-v3", num_envs=1, seed=SEED, render_mode="rgb_array"
        )
        pool.reset()
        found = []
        for action in actions_of(5):
            if renders:
                pool.render([0])
            found.append(pool.step(action.reshape(1, -1))[0].copy())
        return np.array(found)

    np.testing.assert_array_equal(play(False), play(True))

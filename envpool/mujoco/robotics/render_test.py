# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Frames against the official ones, with the same OpenGL."""

import os

os.environ["MUJOCO_GL"] = "egl"

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.mujoco.robotics import oracle

assert oracle.IDS  # importing it registers the official ids

SEED = 3
ADROIT = (
    "AdroitHandDoor-v1",
    "AdroitHandHammer-v1",
    "AdroitHandPen-v1",
    "AdroitHandRelocate-v1",
)
IDS = (
    "FetchReach-v4",
    "FetchPush-v4",
    "FetchSlide-v4",
    "FetchPickAndPlace-v4",
    "HandReach-v3",
    "HandManipulateBlock-v1",
    "HandManipulateBlockRotateZ-v1",
    "HandManipulateEgg_ContinuousTouchSensors-v1",
    "HandManipulatePen_BooleanTouchSensors-v1",
    "PointMaze_UMaze-v3",
    "PointMaze_Large-v3",
    "AntMaze_Medium_Diverse_G-v5",
    "FrankaKitchen-v1",
    *ADROIT,
)


def actions_of(env, steps):
    random = np.random.default_rng(SEED)
    space = env.action_space
    return random.uniform(-1, 1, (steps, *space.shape)).astype(space.dtype)


@pytest.mark.parametrize("steps", [0, 4])
@pytest.mark.parametrize("task_id", IDS)
def test_official_frames(task_id, steps):
    """Compares one frame: official frames change the episode, ours do not."""
    with oracle.own_temporary_folder():
        theirs = gymnasium.make(
            task_id, render_mode="rgb_array", disable_env_checker=True
        ).unwrapped
    ours = envpool.make_gymnasium(
        task_id, num_envs=2, seed=SEED - 1, render_mode="rgb_array"
    )
    ours.reset()
    theirs.reset(seed=SEED)
    if task_id in ADROIT:
        theirs.render()  # the camera looks at the middle of the first picture
    for action in actions_of(theirs, steps):
        ours.step(np.stack([action, action]))
        theirs.step(action)
    frame, expected = ours.render([1])[0], theirs.render()
    assert frame.std() > 1
    # Targets are placed by a sum here and a difference there.
    assert np.mean(frame != expected) < 1e-4
    ours.close()
    theirs.close()


@pytest.mark.parametrize("task_id", IDS[: -len(ADROIT) : 3])
def test_frames_change_nothing(task_id):
    def play(renders):
        pool = envpool.make_gymnasium(
            task_id, num_envs=1, seed=SEED, render_mode="rgb_array"
        )
        pool.reset()
        found = []
        for action in actions_of(pool, 5):
            if renders:
                pool.render([0])
            found.append(pool.step(action.reshape(1, -1))[0]["observation"].copy())
        return np.array(found)

    np.testing.assert_array_equal(play(False), play(True))


def test_pixels():
    pool = envpool.make_gymnasium(
        "FetchPush-v4", num_envs=1, from_pixels=True, pixels_only=False
    )
    obs, _ = pool.reset()
    assert obs["pixels"].shape == (1, 3, 84, 84)
    assert obs["observation"].shape == (1, 25)
    assert obs["pixels"].std() > 1

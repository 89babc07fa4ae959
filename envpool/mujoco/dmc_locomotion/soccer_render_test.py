# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Frames of soccer against dm_control's, with the same OpenGL."""

import os

os.environ["MUJOCO_GL"] = "egl"

import numpy as np
import pytest

import envpool
from envpool.mujoco.dmc_locomotion.soccer_oracle import make_official
from envpool.mujoco.dmc_locomotion.soccer_tasks import WALKERS, soccer_id

SEED = 7
# A frame takes a second. Each walker has its own cameras, but all share the scene.
CAMERAS = ("home0/float_far", "home0/egocentric")
SCENE = (-1, "top_down", "soccer_ball/ball_cam", "away0/float_far")


@pytest.mark.parametrize("walker", WALKERS)
def test_official_frames(walker):
    theirs = make_official(walker, SEED + 1, team_size=1)
    ours = envpool.make_gymnasium(
        soccer_id(walker), num_envs=2, seed=SEED, team_size=1, render_mode="rgb_array"
    )
    size = theirs.action_spec()[0].shape
    theirs.reset()
    ours.reset()
    for _ in range(3):
        action = np.full((4, *size), 0.5)
        theirs.step(list(action[:2]))
        ours.step(action)
    for camera in (*CAMERAS, *(SCENE if walker == WALKERS[0] else ())):
        frame = ours.render([1], camera_id=camera)[0]
        assert frame.std() > 1
        official = theirs.physics.render(240, 320, camera_id=camera)
        np.testing.assert_array_equal(frame, official, str(camera))
    ours.close()
    theirs.close()

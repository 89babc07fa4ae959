# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The scripted policies play the same episodes in both envs, and succeed."""

import numpy as np
import pytest

import envpool
from envpool.mujoco.metaworld.oracle import ByPolicy, case_of, make_policy
from envpool.mujoco.metaworld.registration import task_id
from envpool.mujoco.metaworld.task_names import TASKS
from envpool.testing.oracle import compare

# Official policies say that they move faster than an action can.
pytestmark = pytest.mark.filterwarnings("ignore:Constant.s. may be too high")


@pytest.mark.parametrize("name", TASKS)
def test_policies_play_the_official_episodes(name):
    compare(ByPolicy(), case_of(name, 150, partially_observable=False))


@pytest.mark.parametrize("name", ["reach-v3", "drawer-open-v3", "assembly-v3"])
def test_policies_succeed(name):
    policy = make_policy(name)
    env = envpool.make(
        task_id(name),
        "gymnasium",
        seed=1,
        partially_observable=False,
        terminate_on_success=True,
    )
    obs, _ = env.reset()
    for _ in range(300):
        action = np.clip(policy.get_action(obs[0].copy()), -1, 1)
        obs, _, terminated, _, info = env.step(np.float32(action)[None])
        if terminated[0]:
            break
    assert terminated[0]
    assert info["success"][0] == 1

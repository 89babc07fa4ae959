# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The MuJoCo tasks against Gymnasium: the same seed is the same episode."""

import pytest

from envpool.mujoco.gym.oracle import ENVS, TASKS, compare

# Gymnasium's, of the versions that are not the newest.
pytestmark = pytest.mark.filterwarnings("ignore:.*out of date")


@pytest.mark.parametrize("task", TASKS)
def test_version_5(task):
    assert compare(f"{task}-v5", 3003) >= 3 * ENVS


# Its official env refuses this MuJoCo.
@pytest.mark.parametrize("task", [task for task in TASKS if task != "Pusher"])
def test_version_4(task):
    assert compare(f"{task}-v4", 3003) >= 3 * ENVS

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks against dm_control's suite: the same seed is the same episode."""

import pytest

from envpool.mujoco.dmc.oracle import ENVS, TASKS, compare


@pytest.mark.parametrize(("domain", "task"), TASKS)
def test_episodes(domain, task):
    differences, episodes = compare(domain, task, 60)
    print(domain, task, differences.obs, differences.reward)

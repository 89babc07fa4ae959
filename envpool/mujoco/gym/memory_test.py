# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import pytest

from benchmark import memory
from envpool.mujoco.gym.bench import COSTS

IDS = [cost.task_id for cost in COSTS]


@pytest.mark.parametrize("task_id", IDS)
def test_robots_allocate_nothing(task_id):
    # MuJoCo's own allocations are counted, too.
    tasks = [(task_id, "gym", num_envs) for num_envs in (2, 16)]
    few, many = memory.count_mallocs(tasks, 100, True)
    assert abs(many - few) < 1
    assert max(memory.count_mallocs(tasks, 100, False)) < 1


@pytest.mark.parametrize("task_id", IDS)
def test_robots_are_little_more_than_mujocos_data(task_id):
    least = memory.per_env("resident_loop", task_id)
    assert least > 50
    assert memory.per_env("resident", task_id) < 1.25 * least

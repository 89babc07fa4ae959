# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""How often a batch of envs of each family allocates memory."""

import pytest

import envpool
from benchmark import memory
from envpool.registration import registry
from envpool.testing.profile import profile_of

ALL = [
    each for each in envpool.list_all_envs() if not profile_of(each).engine_allocates
]
# One id of each kind of env.
IDS = {registry.specs[each][:2]: each for each in ALL}.values()
# One of each family.
ONE_OF_EACH = {registry.specs[each][0]: each for each in ALL}.values()


@pytest.mark.parametrize("with_python", [False, True])
@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_mallocs_per_batch(env_type, with_python):
    # Envs allocate the same in each API.
    task_ids = IDS if (env_type, with_python) == ("gym", False) else ONE_OF_EACH
    tasks = [(task_id, env_type, 8) for task_id in task_ids]
    tasks.append(("CartPole-v1", env_type, 256, 64))
    counts = memory.count_mallocs(tasks, 50, with_python)
    found = dict(zip(tasks, counts, strict=True))
    assert {t: n for t, n in found.items() if n > memory.MAX_MALLOCS} == {}

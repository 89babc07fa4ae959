# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Solving worlds together gives the same bits as stepping each env alone."""

from __future__ import annotations

import numpy as np
import pytest

import envpool
from envpool.core import _core
from envpool.python.errors import EnvStepError

# Two groups, the second of them not full.
ENVS = 11
TASKS = {
    "LunarLander-v3": {},
    "LunarLanderContinuous-v3": {"enable_wind": True},
    "BipedalWalker-v3": {},
    "BipedalWalkerHardcore-v3": {},
    "CarRacing-v3": {},
}


@pytest.fixture(params=["baseline", "avx2"])
def isa(request):
    """Limits the instruction set."""
    _core.set_isa(request.param)
    yield
    _core.set_isa("avx512")


def play(task_id, steps, options):
    """Returns all results of random actions."""
    env = envpool.make(task_id, "gymnasium", num_envs=ENVS, seed=5, **options)
    obs, _ = env.reset()
    random = np.random.default_rng(2)
    space = env.single_action_space
    yield obs
    for step in range(steps):
        if hasattr(space, "n"):
            actions = random.integers(space.n, size=ENVS)
        else:
            actions = random.uniform(-1, 1, (ENVS, *space.shape)).astype(np.float32)
        if step == steps - 1 and actions.dtype == np.float32:
            actions[:2] = np.nan  # velocities that are no numbers; slow
        try:
            obs, *rest, _ = env.step(actions)
        except EnvStepError as error:
            yield str(error)
            continue
        yield obs, *rest


@pytest.mark.usefixtures("isa")
@pytest.mark.parametrize("task_id", TASKS)
def test_groups_have_the_bits_of_single_envs(task_id):
    steps = 60 if task_id.startswith("Car") else 400
    options = TASKS[task_id]
    alone = play(task_id, steps, {"chunk": 1, "num_threads": 1, **options})
    together = play(task_id, steps, {"num_threads": 1, **options})
    for step, (expected, got) in enumerate(zip(alone, together, strict=True)):
        np.testing.assert_equal(got, expected, f"step {step}")

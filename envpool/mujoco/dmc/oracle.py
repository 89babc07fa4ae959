# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool beside dm_control's suite: the same seed is the same episode."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

# The suite draws nothing here.
os.environ.setdefault("MUJOCO_GL", "disable")

import numpy as np
from dm_control import mujoco, suite

import envpool

__all__ = ["ENVS", "SEED", "TASKS", "Differences", "compare"]

ENVS = 2
SEED = 7
TASKS: tuple[tuple[str, str], ...] = tuple(suite.ALL_TASKS)

# Without a renderer there is no terrain to send to it.
mujoco.Physics.contexts = property(lambda self: None)


class Differences:
    """The largest differences of a comparison.

    Attributes:
      obs: between observations, relative to numbers greater than 1.
      reward: between rewards, which the pool has as float32.
    """

    def __init__(self) -> None:
        self.obs: dict[str, float] = {}
        self.reward = 0.0

    def add(self, ours: Any, i: int, theirs: Mapping[str, Any], where: str) -> None:
        """Compares the observations of env `i`."""
        names = {name for name in ours._fields if name not in ("env_id", "players")}
        assert names - {"elapsed_step"} == set(theirs), where
        for key, value in theirs.items():
            mine, value = getattr(ours, key)[i], np.asarray(value)
            assert mine.shape == value.shape, f"{where} {key}"
            assert mine.dtype == value.dtype, f"{where} {key}"
            off = np.abs(mine - value) / np.maximum(np.abs(value), 1)
            largest = float(off.max()) if off.size else 0.0
            self.obs[key] = max(self.obs.get(key, 0.0), largest)


def task_id(domain: str, task: str) -> str:
    """Returns the id of an official task."""
    parts = [part for name in (domain, task) for part in name.split("_")]
    return "".join(part[0].upper() + part[1:] for part in parts) + "-v1"


def compare(domain: str, task: str, steps: int) -> tuple[Differences, int]:
    """Plays a pool and the suite's envs for some steps, and compares them.

    Args:
      domain: the official domain.
      task: its task.
      steps: how many.

    Returns:
      The differences, and the number of episodes that ended.
    """
    name = task_id(domain, task)
    theirs = [
        suite.load(domain, task, task_kwargs={"random": SEED + i}) for i in range(ENVS)
    ]
    env = envpool.make_dm(name, num_envs=ENVS, seed=SEED)
    space = theirs[0].action_spec()
    ours = env.action_spec()
    np.testing.assert_array_equal(ours.minimum, space.minimum)
    np.testing.assert_array_equal(ours.maximum, space.maximum)
    low, high = np.maximum(space.minimum, -1), np.minimum(space.maximum, 1)
    random = np.random.default_rng(SEED)
    differences = Differences()
    time = env.reset()
    official = [each.reset() for each in theirs]
    episodes = 0
    for step in range(steps + 1):
        where = f"{name} step {step}"
        for i, each in enumerate(official):
            differences.add(time.observation, i, each.observation, where)
            assert time.step_type[i] == each.step_type, where
            if each.discount is not None:
                assert time.discount[i] == each.discount, where
                off = abs(float(time.reward[i]) - each.reward)
                differences.reward = max(differences.reward, off)
            episodes += each.last()
        actions = random.uniform(low, high, (ENVS, *space.shape))
        time = env.step(actions)
        official = [each.step(a) for each, a in zip(theirs, actions, strict=True)]
    return differences, episodes

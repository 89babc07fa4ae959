# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool beside dm_control's suite: the same seed is the same episode."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

# Unless told otherwise the suite renders nothing here.
os.environ.setdefault("MUJOCO_GL", "disable")

import numpy as np
from dm_control import mujoco, suite

import envpool
from envpool.mujoco.parity import Parity

__all__ = ["ENVS", "SEED", "TASKS", "compare", "parity", "task_id"]

ENVS = 2
SEED = 7
TASKS: tuple[tuple[str, str], ...] = tuple(suite.ALL_TASKS)

if os.environ["MUJOCO_GL"] == "disable":  # there is no terrain to send to a renderer
    mujoco.Physics.contexts = property(lambda self: None)


def _farthest(ours: Any, i: int, theirs: Mapping[str, Any], where: str) -> float:
    """Returns the largest difference between observations of env `i`.

    Differences of numbers greater than 1 are relative to them.
    """
    names = set(ours._fields) - {"env_id", "players", "elapsed_step"}
    assert names == set(theirs), where
    farthest = 0.0
    for key, value in theirs.items():
        mine, value = getattr(ours, key)[i], np.asarray(value)
        assert (mine.shape, mine.dtype) == (value.shape, value.dtype), where
        off = np.abs(mine - value) / np.maximum(np.abs(value), 1)
        farthest = max(farthest, float(off.max()))
    return farthest


def task_id(domain: str, task: str) -> str:
    """Returns the id of an official task."""
    parts = [part for name in (domain, task) for part in name.split("_")]
    return "".join(part[0].upper() + part[1:] for part in parts) + "-v1"


def compare(
    domain: str,
    task: str,
    steps: int,
    *,
    official: Mapping[str, Any] | None = None,
    policy: Callable[[Any], Any] | None = None,
    **config: Any,
) -> Parity:
    """Plays a pool and the suite's envs for some steps, and compares them.

    Args:
      domain: the official domain.
      task: its task.
      steps: how many.
      official: further arguments of the official task.
      policy: the action, of an official observation; by default a random one.
      **config: the pool's config.

    Returns:
      What was found.
    """
    name = task_id(domain, task)
    theirs = [
        suite.load(domain, task, task_kwargs={"random": SEED + i, **(official or {})})
        for i in range(ENVS)
    ]
    env = envpool.make_dm(name, num_envs=ENVS, seed=SEED, **config)
    space = theirs[0].action_spec()
    np.testing.assert_array_equal(env.action_spec().minimum, space.minimum)
    np.testing.assert_array_equal(env.action_spec().maximum, space.maximum)
    low, high = np.maximum(space.minimum, -1), np.minimum(space.maximum, 1)
    random = np.random.default_rng(SEED)
    obs = reward = 0.0
    episodes = 0
    time = env.reset()
    rows = [each.reset() for each in theirs]
    for step in range(steps + 1):
        where = f"{name} step {step}"
        for i, row in enumerate(rows):
            obs = max(obs, _farthest(time.observation, i, row.observation, where))
            assert time.step_type[i] == row.step_type, where
            assert row.first() or time.discount[i] == row.discount, where
            off = abs(float(time.reward[i]) - (row.reward or 0.0))
            reward = max(reward, off / max(abs(row.reward or 0.0), 1))
            episodes += row.last()
        if policy is None:
            actions = random.uniform(low, high, (ENVS, *space.shape))
        else:
            actions = np.array([policy(row.observation) for row in rows])
        time = env.step(actions)
        rows = [each.step(a) for each, a in zip(theirs, actions, strict=True)]
    return Parity(name, steps * ENVS, episodes, obs, reward)


def parity(domain: str, task: str) -> Parity:
    """Compares three episodes of a task.

    Args:
      domain: the official domain.
      task: its task.
    """
    # The only tasks that have no limit: 1000 steps.
    official = {"time_limit": 30.0} if domain == "lqr" else {}
    return compare(domain, task, 3003, official=official)

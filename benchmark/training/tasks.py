# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks to learn, and the goals."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial
from typing import Any

__all__ = ["TASKS", "Task"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Task:
    """A task.

    Attributes:
      key: the task's name on the command line.
      task_id: the id of the env.
      algorithm: the example with the PPO that learns the task.
      envs: the example that makes the envs.
      goal: the mean return of 100 episodes that counts as learnt.
      steps: the largest number of steps, over all envs.
      options: arguments of the example.
    """

    key: str
    task_id: str
    algorithm: str
    envs: str
    goal: float
    steps: int
    options: Mapping[str, Any] = dataclasses.field(hash=False)


_images = partial(
    Task,
    algorithm="ppo_atari",
    envs="ppo_atari",
    steps=10_000_000,
    options={
        "num_envs": 16,
        "horizon": 128,
        "epochs": 4,
        "minibatches": 4,
        "rate": 5e-4,
        "time_limit": 27_000,
    },
)
_robot = partial(
    Task,
    algorithm="ppo_mujoco",
    envs="ppo_mujoco",
    # Many envs, large minibatches and few epochs, because a large minibatch costs
    # little more than a small one.
    options={
        "num_envs": 64,
        "horizon": 64,
        "epochs": 2,
        "minibatches": 4,
        "rate": 2.95e-3,
        "time_limit": None,
    },
)

TASKS = (
    Task(
        key="cartpole",
        task_id="CartPole-v1",
        algorithm="ppo_atari",
        envs="ppo_mujoco",
        goal=475,
        steps=500_000,
        options={
            "num_envs": 16,
            "horizon": 64,
            "epochs": 4,
            "minibatches": 4,
            "rate": 1e-3,
            "time_limit": None,
        },
    ),
    _images(key="pong", task_id="Pong-v5", goal=18),
    _images(key="breakout", task_id="Breakout-v5", goal=200),
    _robot(key="halfcheetah", task_id="HalfCheetah-v5", goal=3000, steps=5_000_000),
    _robot(key="ant", task_id="Ant-v5", goal=2000, steps=10_000_000),
)

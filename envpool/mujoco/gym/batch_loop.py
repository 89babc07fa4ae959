# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Plays Gymnasium's robots by mjbatch, a peer that steps many models in C++ threads.

mjbatch only simulates: observations, rewards and resets are done here, in NumPy, as
its users do. This file is started by its path, since mjbatch needs another MuJoCo and
is installed beside the released EnvPool.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["Robots"]

MAX_STEPS = 1000


class Robots:
    """Robots in a batch of mjbatch.

    Args:
      env: the env of Gymnasium, which has the model and the limits.
      num_envs: the number of robots.
    """

    def __init__(self, env: Any, num_envs: int) -> None:
        self._env = env.unwrapped
        batch = importlib.import_module("mjbatch").Batch
        self._batch = batch(self._env.model, num_sims=num_envs)
        self._positions, self._speeds, self._controls = map(
            self._batch.bind, ("qpos", "qvel", "ctrl")
        )
        self._rng = np.random.default_rng(0)
        self._steps = np.zeros(num_envs, int)
        self._ranges = []
        is_planar = self._env.model.nq < 10
        for name, column in {
            "_healthy_z_range": 1 if is_planar else 2,
            "_healthy_angle_range": 2,
        }.items():
            if hasattr(self._env, name):
                self._ranges.append((column, *getattr(self._env, name)))
        self._reset(np.ones(num_envs, bool))

    def _reset(self, which: Any) -> None:
        self._batch.reset(which)
        noise = self._env._reset_noise_scale
        for values, first in (
            (self._positions, self._env.init_qpos),
            (self._speeds, self._env.init_qvel),
        ):
            shape = (int(which.sum()), len(first))
            values[which] = first + self._rng.uniform(-noise, noise, shape)
        self._steps[which] = 0

    def step(self, action: Any) -> tuple[Any, Any, Any]:
        """Steps all robots; resets those with ended episodes.

        Returns:
          Observations, the rewards for velocity and control, and which episodes ended.
        """
        before = self._positions[:, 0].copy()
        self._controls[:] = action
        self._batch.step(nstep=self._env.frame_skip)
        self._steps += 1
        observations = np.concatenate([self._positions[:, 1:], self._speeds], axis=1)
        velocities = (self._positions[:, 0] - before) / self._env.dt
        rewards = velocities - 0.1 * np.square(action).sum(1)
        ended = self._steps == MAX_STEPS
        for column, low, high in self._ranges:
            values = self._positions[:, column]
            ended |= (values < low) | (values > high)
        if ended.any():
            self._reset(ended)
        return observations, rewards, ended


def play(pool: dict[str, Any]) -> tuple[Any, list[Any], int, str]:
    """Returns a player, as those in envpool/bench/worker.py."""
    gymnasium = importlib.import_module("gymnasium")
    metadata = importlib.import_module("importlib.metadata")
    robots = Robots(gymnasium.make(pool["task_id"]), pool["num_envs"])
    space = robots._env.action_space
    rng = np.random.default_rng(1)
    shape = (64, pool["num_envs"], *space.shape)
    actions = list(rng.uniform(space.low, space.high, shape))

    def play_batches(batches: Sequence[Any]) -> None:
        for action in batches:
            _result = robots.step(action)

    return play_batches, actions, pool["num_envs"], metadata.version("mjbatch")

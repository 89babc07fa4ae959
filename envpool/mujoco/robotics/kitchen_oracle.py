# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The official kitchen, with lists of goals as flags."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.mujoco.robotics.kitchen_tasks import GOALS
from envpool.testing.oracle import Row

__all__ = ["Kitchen"]


def _flags(goals: list[str]) -> NDArray[np.int32]:
    return np.array([goal in goals for goal in GOALS], np.int32)


class Kitchen:
    """An official kitchen.

    Args:
      env: the env.
      seed: the seed of the first reset.
    """

    def __init__(self, env: Any, seed: int) -> None:
        self.env = env
        self._seed: int | None = seed

    def reset(self) -> Row:
        """Starts an episode."""
        obs, info = self.env.reset(seed=self._seed)
        self._seed = None
        return _row(obs, 0.0, False, False, info)

    def step(self, action: Any) -> Row:
        """Takes a step."""
        return _row(*self.env.step(action))


def _row(obs: Any, reward: Any, terminated: Any, truncated: Any, info: Any) -> Row:
    return {
        "obs": obs,
        "reward": reward,
        "terminated": terminated,
        "truncated": truncated,
        "info": {name: _flags(goals) for name, goals in info.items()},
    }

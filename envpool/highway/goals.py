# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards of car parks for any goals: what HER needs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from envpool.errors import ArgumentError, NotSupportedError

__all__ = ["GoalMethods"]

_SIZE = 6


class GoalMethods:
    """The methods of pools whose agents steer; only car parks have goals."""

    spec: Any

    def compute_reward(
        self,
        achieved_goal: ArrayLike,
        desired_goal: ArrayLike,
        info: Any = None,
        p: float = 0.5,
    ) -> Any:
        """Returns the rewards of having achieved one goal when another is desired.

        Args:
          achieved_goal: achieved goals, float64 of shape (..., 6), as observed.
          desired_goal: desired goals, likewise.
          info: ignored, as officially.
          p: the exponent of the weighted distance.

        Returns:
          float64 of shape (...), without the reward for crashes.

        Raises:
          ArgumentError: the goals have other shapes.
          NotSupportedError: the task has no goals.
        """
        del info
        config = self.spec.config
        if config.scenario != "parking":
            raise NotSupportedError(
                f"compute_reward: expected a task with goals, got {config.scenario}"
            )
        achieved = np.asarray(achieved_goal, np.float64)
        desired = np.asarray(desired_goal, np.float64)
        if achieved.shape != desired.shape or achieved.shape[-1:] != (_SIZE,):
            raise ArgumentError(
                f"achieved_goal, desired_goal: expected goals of {_SIZE} numbers, got "
                f"arrays of shapes {achieved.shape} and {desired.shape}"
            )
        weights = np.asarray(config.reward_weights)
        return -np.power(np.dot(np.abs(achieved - desired), weights), p)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards and ends of pools of mazes, for any goals; see goals.py."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from envpool.mujoco.robotics.goals import GoalMethods

__all__ = ["MazeMethods"]

_REACHED = 0.45  # metres


class MazeMethods(GoalMethods):
    """Goals are places: x and y, in m."""

    _goal_size = 2

    def compute_terminated(
        self, achieved_goal: ArrayLike, desired_goal: ArrayLike, info: Any = None
    ) -> Any:
        """Returns whether these goals end an episode: if the task does not continue.

        Args:
          achieved_goal: as for `compute_reward`.
          desired_goal: as for `compute_reward`.
          info: ignored, as officially.

        Returns:
          bool of shape (...).

        Raises:
          ArgumentError: the goals have other shapes.
        """
        never = super().compute_terminated(achieved_goal, desired_goal, info)
        if self.spec.config.continuing_task:
            return never
        difference = np.asarray(achieved_goal, np.float64) - np.asarray(
            desired_goal, np.float64
        )
        return np.linalg.norm(difference, axis=-1) <= _REACHED

    def compute_truncated(
        self, achieved_goal: ArrayLike, desired_goal: ArrayLike, info: Any = None
    ) -> Any:
        """Returns whether these goals truncate an episode: never.

        Args:
          achieved_goal: as for `compute_reward`.
          desired_goal: as for `compute_reward`.
          info: ignored, as officially.

        Returns:
          bool of shape (...).

        Raises:
          ArgumentError: the goals have other shapes.
        """
        return super().compute_terminated(achieved_goal, desired_goal, info)

    def _reward(self, achieved: NDArray[Any], desired: NDArray[Any]) -> Any:
        distance = np.linalg.norm(achieved - desired, axis=-1)
        if self.spec.config.reward_type == "dense":
            return np.exp(-distance)
        return (distance <= _REACHED).astype(np.float64)

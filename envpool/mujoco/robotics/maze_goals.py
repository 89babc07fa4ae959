# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards and ends of maze tasks for any goals, as hindsight relabelling needs them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["MazeGoals"]

_REACHED = 0.45  # metres


class MazeGoals:
    """The official functions of goals of PointMaze and AntMaze, for many rows at once.

    Args:
      config: the config of the pool, `pool.config`.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        self._is_dense = config["reward_type"] == "dense"
        self._continues = bool(config["continuing_task"])

    def compute_reward(
        self, achieved_goal: NDArray[Any], desired_goal: NDArray[Any], info: Any = None
    ) -> NDArray[np.float64]:
        """Returns rewards, of shape (...).

        Args:
          achieved_goal: places of the robot in metres, of shape (..., 2).
          desired_goal: places of the goal in metres, of shape (..., 2).
          info: not used.
        """
        distance = _distance(achieved_goal, desired_goal)
        if self._is_dense:
            return np.exp(-distance)
        return (distance <= _REACHED).astype(np.float64)

    def compute_terminated(
        self, achieved_goal: NDArray[Any], desired_goal: NDArray[Any], info: Any = None
    ) -> NDArray[np.bool_]:
        """Returns whether the episode is terminated, of shape (...).

        Args:
          achieved_goal: places of the robot in metres, of shape (..., 2).
          desired_goal: places of the goal in metres, of shape (..., 2).
          info: not used.
        """
        distance = _distance(achieved_goal, desired_goal)
        return (distance <= _REACHED) & (not self._continues)

    def compute_truncated(
        self, achieved_goal: NDArray[Any], desired_goal: NDArray[Any], info: Any = None
    ) -> NDArray[np.bool_]:
        """Returns False for each row, of shape (...): only the step limit truncates.

        Args:
          achieved_goal: places of the robot in metres, of shape (..., 2).
          desired_goal: places of the goal in metres, of shape (..., 2).
          info: not used.
        """
        return np.zeros(_distance(achieved_goal, desired_goal).shape, np.bool_)


def _distance(achieved: NDArray[Any], desired: NDArray[Any]) -> NDArray[np.float64]:
    """Returns distances, of shape (...)."""
    difference = np.asarray(achieved, np.float64) - np.asarray(desired, np.float64)
    distance: NDArray[np.float64] = np.linalg.norm(difference, axis=-1)
    return distance

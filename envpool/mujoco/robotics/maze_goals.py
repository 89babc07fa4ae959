# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards and ends of pools of mazes, for any goals; see goals.py."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.mujoco.robotics.goals import GoalMethods

__all__ = ["MazeMethods"]

_REACHED = 0.45  # metres


class MazeMethods(GoalMethods):
    """Goals are places: x and y, in m."""

    _goal_size = 2

    def _ends(self, achieved: NDArray[Any], desired: NDArray[Any]) -> Any:
        if self.spec.config.continuing_task:
            return super()._ends(achieved, desired)
        return np.linalg.norm(achieved - desired, axis=-1) <= _REACHED

    def _reward(self, achieved: NDArray[Any], desired: NDArray[Any]) -> Any:
        distance = np.linalg.norm(achieved - desired, axis=-1)
        if self.spec.config.reward_type == "dense":
            return np.exp(-distance)
        return (distance <= _REACHED).astype(np.float64)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards and ends of pools with goals, for any goals: methods that HER needs.

Goals have shape (size,) or (..., size), float64, in the units of observations. A result
has the shape of the goals without the last axis; for a single goal it is a scalar.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from envpool.errors import ArgumentError

__all__ = ["DistanceMethods", "GoalMethods", "HandReachMethods", "ManipulateMethods"]

_EPSILON = np.finfo(np.float64).eps


def _goals(achieved: ArrayLike, desired: ArrayLike, size: int) -> tuple[Any, Any]:
    """Returns goals as arrays of float64 and of the same shape.

    Raises:
      ArgumentError: they have other shapes.
    """
    arrays = np.asarray(achieved, np.float64), np.asarray(desired, np.float64)
    names = ("achieved_goal", "desired_goal")
    for name, goals in zip(names, arrays, strict=True):
        if goals.shape[-1:] != (size,) or goals.shape != arrays[0].shape:
            raise ArgumentError(
                f"{name}: expected goals of {size} numbers, as many as of "
                f"achieved_goal, got an array of shape {goals.shape}"
            )
    return arrays


def _never(goals: NDArray[Any]) -> Any:
    return np.zeros(goals.shape[:-1], bool)[()]


class GoalMethods:
    """The methods of a pool with goals.

    An env has its own `_goal_size`, `_reward` and, if goals may end episodes, `_ends`.
    """

    spec: Any
    _goal_size: int

    def compute_reward(
        self, achieved_goal: ArrayLike, desired_goal: ArrayLike, info: Any = None
    ) -> Any:
        """Returns the rewards of having achieved one goal when another is desired.

        Args:
          achieved_goal: achieved goals, float64 of shape (..., size).
          desired_goal: desired goals, likewise.
          info: ignored, as officially.

        Returns:
          float32 of shape (...) for sparse rewards, float64 for dense ones.

        Raises:
          ArgumentError: the goals have other shapes.
        """
        del info
        return self._reward(*_goals(achieved_goal, desired_goal, self._goal_size))

    def compute_terminated(
        self, achieved_goal: ArrayLike, desired_goal: ArrayLike, info: Any = None
    ) -> Any:
        """Returns whether these goals end an episode: only in mazes they may.

        Args:
          achieved_goal: as for `compute_reward`.
          desired_goal: as for `compute_reward`.
          info: ignored, as officially.

        Returns:
          bool of shape (...).

        Raises:
          ArgumentError: the goals have other shapes.
        """
        del info
        return self._ends(*_goals(achieved_goal, desired_goal, self._goal_size))

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
        del info
        goals, _ = _goals(achieved_goal, desired_goal, self._goal_size)
        return _never(goals)

    def _ends(self, achieved: NDArray[Any], desired: NDArray[Any]) -> Any:
        return _never(achieved)

    def _reward(self, achieved: NDArray[Any], desired: NDArray[Any]) -> Any:
        raise NotImplementedError


class DistanceMethods(GoalMethods):
    """Goals are positions, achieved within a distance: Fetch."""

    _goal_size = 3

    def _reward(self, achieved: NDArray[Any], desired: NDArray[Any]) -> Any:
        distance = np.linalg.norm(achieved - desired, axis=-1)
        if self.spec.config.reward_type == "dense":
            return -distance
        return -(distance > self.spec.config.distance_threshold).astype(np.float32)


class HandReachMethods(DistanceMethods):
    """Goals are the positions of five fingertips."""

    _goal_size = 15


class ManipulateMethods(GoalMethods):
    """Goals are poses: a position and a quaternion."""

    _goal_size = 7

    def _reward(self, achieved: NDArray[Any], desired: NDArray[Any]) -> Any:
        config = self.spec.config
        far = np.zeros(achieved.shape[:-1])
        turned = np.zeros(achieved.shape[:-1])
        if config.target_position != "ignore":
            far = np.linalg.norm(achieved[..., :3] - desired[..., :3], axis=-1)
        if config.target_rotation != "ignore":
            rotation, goal = achieved[..., 3:], desired[..., 3:]
            if config.ignore_z_target_rotation:
                euler = _euler(rotation)
                euler[..., 2] = _euler(goal)[..., 2]
                rotation = _quaternion(euler)
            turned = 2 * np.arccos(np.clip(_cosine(rotation, goal), -1.0, 1.0))
        if config.reward_type == "dense":
            return -(10.0 * far + turned)
        is_near = far < config.distance_threshold
        is_turned = turned < config.rotation_threshold
        return (is_near & is_turned).astype(np.float32) - np.float32(1)


def _cosine(a: NDArray[Any], b: NDArray[Any]) -> Any:
    """Returns the cosine of half the angle between rotations, as quaternions."""
    products = [a[..., i] * b[..., i] for i in range(4)]
    return products[0] + products[1] + products[2] + products[3]


def _euler(quaternion: NDArray[Any]) -> Any:
    """Returns quaternions as relative rotations about x, y and z."""
    w, x, y, z = (quaternion[..., i] for i in range(4))
    norm = np.sum(quaternion * quaternion, axis=-1)
    is_valid = norm > _EPSILON
    s = 2.0 / np.where(is_valid, norm, 1.0)
    xs, ys, zs = x * s, y * s, z * s

    def entry(value: Any, default: float) -> Any:
        return np.where(is_valid, value, default)

    m00 = entry(1.0 - (y * ys + z * zs), 1.0)
    m01, m02 = entry(x * ys - w * zs, 0.0), entry(x * zs + w * ys, 0.0)
    m10, m12 = entry(x * ys + w * zs, 0.0), entry(y * zs - w * xs, 0.0)
    m11 = entry(1.0 - (x * xs + z * zs), 1.0)
    m22 = entry(1.0 - (x * xs + y * ys), 1.0)
    cosine = np.sqrt(m22 * m22 + m12 * m12)
    is_regular = cosine > 4 * _EPSILON
    euler = np.empty((*quaternion.shape[:-1], 3))
    euler[..., 0] = np.where(is_regular, -np.arctan2(m12, m22), 0.0)
    euler[..., 1] = -np.arctan2(-m02, cosine)
    euler[..., 2] = np.where(is_regular, -np.arctan2(m01, m00), -np.arctan2(-m10, m11))
    return euler


def _quaternion(euler: NDArray[Any]) -> Any:
    """Returns relative rotations about x, y and z as quaternions."""
    ai, aj, ak = euler[..., 2] / 2, -euler[..., 1] / 2, euler[..., 0] / 2
    si, sj, sk = np.sin(ai), np.sin(aj), np.sin(ak)
    ci, cj, ck = np.cos(ai), np.cos(aj), np.cos(ak)
    cc, cs, sc, ss = ci * ck, ci * sk, si * ck, si * sk
    parts = (cj * cc + sj * ss, cj * cs - sj * sc, -(cj * ss + sj * cc))
    return np.stack([*parts, cj * sc - sj * cs], axis=-1)

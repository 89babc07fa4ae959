# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's Box2D envs and drivers of them, for tests."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, Row

with warnings.catch_warnings():
    # The interpreter crashes if the warning about SWIG's types becomes an error.
    warnings.simplefilter("ignore")
    import Box2D
    import pygame
    from gymnasium.envs.box2d import (
        bipedal_walker,
        car_dynamics,
        car_racing,
        lunar_lander,
    )

__all__ = [
    "OFFICIAL",
    "PARITY",
    "Box2D",
    "Official",
    "OfficialCar",
    "along_the_road",
    "any_pedals",
    "bipedal_walker",
    "car_case",
    "car_dynamics",
    "car_racing",
    "case_of",
    "lunar_lander",
    "pygame",
]

# Gymnasium's current ids of the landers and walkers.
OFFICIAL = {
    "BipedalWalker-v3": "BipedalWalker-v3",
    "BipedalWalkerHardcore-v3": "BipedalWalkerHardcore-v3",
    "LunarLander-v2": "LunarLander-v3",
    "LunarLander-v3": "LunarLander-v3",
    "LunarLanderContinuous-v2": "LunarLanderContinuous-v3",
    "LunarLanderContinuous-v3": "LunarLanderContinuous-v3",
}


class Official(Adapter):
    """Landers and walkers; `case.official` is the share of taught actions."""

    same_infos = True

    def make(self, case: Case, seed: int) -> GymnasiumEnv:
        """Returns an official env."""
        self._guides: dict[int, Any] = {}
        self.env = gymnasium.make(
            OFFICIAL[case.task_id], disable_env_checker=True, **case.options
        )
        return GymnasiumEnv(self.env, seed)

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that the spaces are the official ones."""
        assert pool.single_observation_space == official.env.observation_space
        assert pool.single_action_space == official.env.action_space
        assert pool.single_action_space.dtype == official.env.action_space.dtype

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns actions: taught ones or random ones, also beyond the limits."""
        actions = super().actions(case, pool, rows, step, random)
        if actions.ndim > 1:
            actions *= np.float32(1.2)
        for i, row in enumerate(rows):
            if random.random() < case.official:
                actions[i] = self._taught(case.task_id, i, row["obs"])
        return actions

    def _taught(self, task_id: str, i: int, obs: NDArray[Any]) -> Any:
        if task_id.startswith("LunarLander"):
            taught: Any = lunar_lander.heuristic
            return taught(self.env, obs)
        guide = self._guides.setdefault(i, bipedal_walker.BipedalWalkerHeuristics())
        return guide.step_heuristic(obs)


def case_of(task_id: str, taught: float, steps: int = 1000, **options: Any) -> Case:
    """Returns a case of at least three episodes.

    Args:
      task_id: id of a lander or walker.
      taught: share of actions by the official module's heuristic.
      steps: minimum number of steps.
      **options: options of the pool and of the official envs.
    """
    return Case(
        task_id, steps, episodes=3, options=options, official=taught, max_steps=20_000
    )


class OfficialCar(Adapter):
    """CarRacing; `case.official` drives it: a function of the env and a generator."""

    num_envs = 1
    same_infos = True

    def make(self, case: Case, seed: int) -> GymnasiumEnv:
        """Returns an official env."""
        options = {k: v for k, v in case.options.items() if k != "max_episode_steps"}
        limit = case.options.get("max_episode_steps", 1000)
        env: Any = car_racing.CarRacing(**options)
        self.env: Any = gymnasium.wrappers.TimeLimit(env, limit)
        return GymnasiumEnv(self.env, seed)

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that the spaces are the official ones."""
        assert pool.single_observation_space == official.env.observation_space
        assert pool.single_action_space == official.env.action_space

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns the action of the case's driver."""
        driven: NDArray[Any] = case.official(self.env.unwrapped, random)
        return driven


def any_pedals(env: Any, random: Any) -> NDArray[np.float32]:
    """Steers, accelerates and brakes at random."""
    drawn = random.uniform([[-1, 0, 0]], [[1, 1, 0.3]])
    return np.asarray(drawn, np.float32)


def along_the_road(env: Any, random: Any) -> NDArray[np.float32]:
    """Steers to a point some tiles ahead of the next one."""
    track = np.array(env.track)[:, 2:]
    position = np.array(env.car.hull.position)
    nearest = np.argmin(((track - position) ** 2).sum(1))
    x, y = track[(nearest + 6) % len(track)] - position
    angle = np.arctan2(-x, y) - env.car.hull.angle
    turn = (angle + np.pi) % (2 * np.pi) - np.pi
    speed = np.hypot(*env.car.hull.linearVelocity)
    steer = np.clip(-2 * turn, -1, 1)
    return np.array([[steer, 0.5 * (speed < 35), 0.3 * (speed > 50)]], np.float32)


def car_case(task_id: str, driver: Any, steps: int, **options: Any) -> Case:
    """Returns a case of CarRacing, of three episodes if they are limited.

    Args:
      task_id: id of a car.
      driver: function of the env and a generator that returns actions.
      steps: number of steps.
      **options: options of the pool and of the official env.
    """
    episodes = 3 if "max_episode_steps" in options else 0
    return Case(task_id, steps, episodes=episodes, options=options, official=driver)


def _limit(task_id: str) -> dict[str, int]:
    """Returns a limit of steps for walkers, which may stand still for a long time."""
    return {"max_episode_steps": 400} if task_id.startswith("Bipedal") else {}


PARITY: list[tuple[Adapter, Case]] = [
    (Official(), case_of(task_id, 0.5, 1500, **_limit(task_id))) for task_id in OFFICIAL
]
PARITY += [
    (OfficialCar(), car_case(task_id, along_the_road, 1020, max_episode_steps=300))
    for task_id in ("CarRacing-v2", "CarRacing-v3")
]

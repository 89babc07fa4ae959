# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's Box2D envs, for tests, and what one does in them."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, Row

with warnings.catch_warnings():
    # SWIG's types have no modules; an interpreter that makes an error of the
    # warning about it crashes.
    warnings.simplefilter("ignore")
    import Box2D
    import pygame
    from gymnasium.envs.box2d import bipedal_walker, car_racing, lunar_lander

__all__ = [
    "OFFICIAL",
    "PARITY",
    "Box2D",
    "Official",
    "bipedal_walker",
    "car_racing",
    "case_of",
    "lunar_lander",
    "pygame",
]

# What Gymnasium calls the landers and walkers today.
OFFICIAL = {
    "BipedalWalker-v3": "BipedalWalker-v3",
    "BipedalWalkerHardcore-v3": "BipedalWalkerHardcore-v3",
    "LunarLander-v2": "LunarLander-v3",
    "LunarLander-v3": "LunarLander-v3",
    "LunarLanderContinuous-v2": "LunarLanderContinuous-v3",
    "LunarLanderContinuous-v3": "LunarLanderContinuous-v3",
}


class Official(Adapter):
    """The landers and walkers; `case.official` is how often one acts as taught."""

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
        """Returns random actions, beyond the limits as well, or taught ones."""
        actions = super().actions(case, pool, rows, step, random)
        if actions.ndim > 1:
            actions *= np.float32(1.2)
        for i, row in enumerate(rows):
            if random.random() < case.official:
                actions[i] = self._taught(case.task_id, i, row["obs"])
        return actions

    def _taught(self, task_id: str, i: int, obs: NDArray[Any]) -> Any:
        if task_id.startswith("LunarLander"):
            return lunar_lander.heuristic(self.env, obs)
        guide = self._guides.setdefault(i, bipedal_walker.BipedalWalkerHeuristics())
        return guide.step_heuristic(obs)


def case_of(task_id: str, taught: float, steps: int = 1000, **options: Any) -> Case:
    """Returns a case of three episodes at least.

    Args:
      task_id: of a lander or walker.
      taught: how often one acts as the official module teaches.
      steps: at least.
      **options: of the pool and of the official envs.
    """
    return Case(
        task_id, steps, episodes=3, options=options, official=taught, max_steps=20_000
    )


def _limit(task_id: str) -> dict[str, int]:
    """A walker may stand still for a long time."""
    return {"max_episode_steps": 400} if task_id.startswith("Bipedal") else {}


PARITY = [
    (Official(), case_of(task_id, 0.5, 1500, **_limit(task_id))) for task_id in OFFICIAL
]

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's MuJoCo envs for comparisons: same seed, same episode."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, Official, Row

__all__ = ["IDS", "PARITY", "TASKS", "MujocoEnvs", "Theirs", "case_of"]

TASKS = (
    "Ant",
    "HalfCheetah",
    "Hopper",
    "Humanoid",
    "HumanoidStandup",
    "InvertedDoublePendulum",
    "InvertedPendulum",
    "Pusher",
    "Reacher",
    "Swimmer",
    "Walker2d",
)

# Ids with an official env. The official Pusher-v4 does not support this MuJoCo.
IDS = tuple(
    f"{task}-v{version}"
    for version in (4, 5)
    for task in TASKS
    if (task, version) != ("Pusher", 4)
)

# Infos that follow from the action alone.
_EXACT = ("reward_ctrl", "reward_quadctrl")


class Theirs(NamedTuple):
    """The official env of a case.

    Attributes:
      task_id: the official id.
      config: the official config.
      skipped_infos: keys that are not compared.
    """

    task_id: str
    config: Mapping[str, Any]
    skipped_infos: Collection[str] = ()


def case_of(
    task_id: str,
    steps: int,
    *,
    episodes: int = 0,
    theirs: Theirs | None = None,
    skipped_infos: Collection[str] = (),
    **config: Any,
) -> Case:
    """Returns a case.

    Args:
      task_id: the pool's id.
      steps: the number of steps.
      episodes: the number of episodes that each env must finish.
      theirs: the official env; by default it has the same id and config.
      skipped_infos: keys that are not compared.
      **config: the pool's config.
    """
    same = Theirs(task_id, config, skipped_infos)
    return Case(task_id, steps, episodes, config, theirs or same)


class MujocoEnvs(Adapter):
    """Gymnasium's envs; `case.official` is a `Theirs`.

    Args:
      dtype: the dtype of actions.
    """

    seed = 11

    def __init__(self, dtype: type[np.floating[Any]] = np.float64) -> None:
        self._dtype = dtype
        self._space: Any = None

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env."""
        theirs: Theirs = case.official
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*out of date")
            env = gymnasium.make(
                theirs.task_id, disable_env_checker=True, **theirs.config
            )
        self._space = env.action_space
        return GymnasiumEnv(env, seed, skipped=theirs.skipped_infos)

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts equal shapes of observations and equal bounds of actions."""
        ours, theirs = pool.single_observation_space, official.env.observation_space
        assert ours.shape == theirs.shape
        ours = pool.single_action_space
        np.testing.assert_allclose(ours.low, self._space.low)
        np.testing.assert_allclose(ours.high, self._space.high)

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns random actions."""
        space = self._space
        drawn = random.uniform(space.low, space.high, (self.num_envs, *space.shape))
        return np.asarray(drawn, self._dtype)

    def tolerance(self, name: str) -> float:
        """Returns 0, except for infos that do not follow from the action alone."""
        key = name.removeprefix("info.")
        return 0.0 if key in (name, *_EXACT) else 1e-9

    def is_random(self, case: Case) -> bool:
        """Returns whether a reset adds noise."""
        return bool(case.options.get("reset_noise_scale", 1.0))


PARITY = [
    (MujocoEnvs(), replace(case_of(task_id, 3003, episodes=3), part=1020))
    for task_id in IDS
]

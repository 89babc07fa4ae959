# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium-Robotics's envs for comparisons: same seed, same episode."""

from __future__ import annotations

import contextlib
import io
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from unittest import mock

import gymnasium
import numpy as np
from numpy.typing import NDArray

from envpool.mujoco.robotics import (
    adroit_tasks,
    fetch_tasks,
    hand_tasks,
    kitchen_tasks,
    maze_tasks,
)
from envpool.mujoco.robotics.kitchen_oracle import Kitchen
from envpool.testing.numpy_kernels import has_vector_math
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, Official, Row
from envpool.testing.parity import ParityResult

with contextlib.redirect_stderr(io.StringIO()):  # it prints warnings about its envs
    import gymnasium_robotics

    gymnasium.register_envs(gymnasium_robotics)

__all__ = [
    "D4RL_IDS",
    "IDS",
    "PARITY",
    "RoboticsEnvs",
    "Theirs",
    "case_of",
    "own_temporary_folder",
]

# Ids with an official env. Versions 0 and 1 of the others need mujoco-py.
IDS = tuple(
    f"{task}{suffix}-v{version}"
    for tasks, version in (
        (fetch_tasks.TASKS, 4),
        (("HandReach",), 3),
        ((task for task, _ in hand_tasks.manipulate_tasks()), 1),
    )
    for task in tasks
    for suffix in ("", "Dense")
)
# Ids of the groups that come from D4RL.
D4RL_IDS = (
    *adroit_tasks.IDS,
    *kitchen_tasks.IDS,
    *maze_tasks.POINT_IDS,
    *maze_tasks.ANT_IDS,
)


def _sums_as_here() -> bool:
    """Returns whether NumPy multiplies matrices and vectors as EnvPool does.

    OpenBLAS has other kernels for other CPUs, those with AVX-512 for example.
    """
    random = np.random.default_rng(1)
    matrix, vector = random.normal(size=(3, 6)), random.normal(size=6)
    products = matrix * vector
    pair = (products[:2, 0] + products[:2, 2]) + (products[:2, 1] + products[:2, 3])
    found = (matrix[:2, :4].copy() @ vector[:4]) == pair
    return bool(found.all())


# The tolerance of observations. NumPy computes as EnvPool on some CPUs only.
_OF_CPU = 0.0 if _sums_as_here() and not has_vector_math() else 1e-12


class Theirs(NamedTuple):
    """The official env of a case.

    Attributes:
      task_id: the official id.
      config: the official config.
    """

    task_id: str
    config: Mapping[str, Any]


def case_of(
    task_id: str,
    steps: int,
    *,
    episodes: int = 0,
    theirs: Theirs | None = None,
    **config: Any,
) -> Case:
    """Returns a case.

    Args:
      task_id: the pool's id.
      steps: the number of steps.
      episodes: the number of episodes that each env must finish.
      theirs: the official env; by default it has the same id and config.
      **config: the pool's config.
    """
    return Case(task_id, steps, episodes, config, theirs or Theirs(task_id, config))


@contextlib.contextmanager
def own_temporary_folder() -> Iterator[None]:
    """Gives this process a temporary folder of its own.

    Gymnasium-Robotics writes each maze to the same path of that folder before it reads
    it, so processes that share the folder may read each other's mazes.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(tempfile, "tempdir", folder),
    ):
        yield


class RoboticsEnvs(Adapter):
    """The official envs; `case.official` is a `Theirs`.

    Args:
      dtype: the dtype of actions.
    """

    seed = 11

    def __init__(self, dtype: type[np.floating[Any]] = np.float32) -> None:
        self._dtype = dtype

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env."""
        theirs: Theirs = case.official
        with own_temporary_folder(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*out of date")
            env = gymnasium.make(
                theirs.task_id, disable_env_checker=True, **theirs.config
            )
        if theirs.task_id.startswith("FrankaKitchen"):
            return Kitchen(env, seed)
        return GymnasiumEnv(env, seed)

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts equal spaces."""
        assert pool.single_observation_space == official.env.observation_space
        assert pool.single_action_space == official.env.action_space

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns random actions, some of them beyond the bounds."""
        shape = (self.num_envs, *pool.single_action_space.shape)
        dtype = np.float64 if case.task_id in kitchen_tasks.IDS else self._dtype
        return np.asarray(random.uniform(-1.2, 1.2, shape), dtype)

    def tolerance(self, name: str) -> float:
        """Returns 0, unless NumPy's kernels on this CPU are others."""
        return _OF_CPU

    def parity_row(self, found: ParityResult) -> ParityResult:
        """Returns the result of a CPU on which NumPy sums in EnvPool's order."""
        return found._replace(obs=0.0)


PARITY = [
    (RoboticsEnvs(), replace(case_of(task_id, 1020, episodes=10), part=255))
    for task_id in IDS
] + [
    # Two envs finish at least four episodes; those of AntMaze have up to 1000 steps.
    (
        RoboticsEnvs(),
        replace(case_of(task_id, 1020, episodes=2), part=255, max_steps=2010),
    )
    for task_id in D4RL_IDS
]

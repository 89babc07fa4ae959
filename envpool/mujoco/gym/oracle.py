# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool beside Gymnasium's MuJoCo envs: the same seed is the same episode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from envpool.mujoco.parity import Parity
from envpool.testing import oracle as driver
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, Official, Row

__all__ = ["ENVS", "IDS", "SEED", "TASKS", "compare", "parity"]

ENVS = 2
SEED = 11
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

# Those with an official env: that of Pusher-v4 refuses this MuJoCo.
IDS = tuple(
    f"{task}-v{version}"
    for version in (4, 5)
    for task in TASKS
    if (task, version) != ("Pusher", 4)
)

# Infos that follow from the action alone.
_EXACT = ("reward_ctrl", "reward_quadctrl")


class MujocoEnvs(Adapter):
    """Gymnasium's envs.

    Args:
      theirs_id: the official id.
      skipped_infos: keys that are not compared.
      dtype: of the actions.
    """

    num_envs = ENVS
    seed = SEED

    def __init__(
        self,
        theirs_id: str,
        skipped_infos: Sequence[str] = (),
        dtype: type[np.floating[Any]] = np.float64,
    ) -> None:
        self._theirs_id, self._skipped = theirs_id, frozenset(skipped_infos)
        self._dtype = dtype
        self._space: Any = None

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env; `case.official` is its config."""
        env = gymnasium.make(self._theirs_id, disable_env_checker=True, **case.official)
        self._space = env.action_space
        return GymnasiumEnv(env, seed, skipped=self._skipped)

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that observations have one shape, and actions the same bounds."""
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
        drawn = random.uniform(space.low, space.high, (ENVS, *space.shape))
        return np.asarray(drawn, self._dtype)

    def tolerance(self, name: str) -> float:
        """Returns 0, but for infos that do not follow from the action alone."""
        key = name.removeprefix("info.")
        return 0.0 if key in (name, *_EXACT) else 1e-9

    def is_random(self, case: Case) -> bool:
        """Returns whether a reset adds noise."""
        return bool(case.options.get("reset_noise_scale", 1.0))


def compare(
    task_id: str,
    steps: int,
    theirs_id: str | None = None,
    *,
    official: Mapping[str, Any] | None = None,
    skipped_infos: Sequence[str] = (),
    dtype: type[np.floating[Any]] = np.float64,
    **config: Any,
) -> Parity:
    """Plays a pool and Gymnasium's envs for some steps, and compares them.

    Args:
      task_id: the pool's id.
      steps: how many.
      theirs_id: the official id, by default the same.
      official: the official config, by default the same.
      skipped_infos: keys that are not compared.
      dtype: of the actions.
      **config: the pool's config.

    Returns:
      What was found; observations that are not equal raise AssertionError.
    """
    adapter = MujocoEnvs(theirs_id or task_id, skipped_infos, dtype)
    theirs = config if official is None else official
    case = Case(task_id, steps, 0, options=config, official=theirs)
    return Parity(task_id, *driver.compare(adapter, case))


def parity(task_id: str) -> Parity:
    """Compares three episodes of a task.

    Args:
      task_id: the task.
    """
    return compare(task_id, 3003)

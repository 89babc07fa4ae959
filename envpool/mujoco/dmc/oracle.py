# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool beside dm_control's suite: the same seed is the same episode."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

# Unless told otherwise the suite renders nothing here.
os.environ.setdefault("MUJOCO_GL", "disable")

import numpy as np
from dm_control import mujoco, suite
from numpy.typing import NDArray

from envpool.mujoco.parity import Parity
from envpool.testing import oracle as driver
from envpool.testing.oracle import Adapter, Case, Official, Row

__all__ = ["ENVS", "SEED", "TASKS", "compare", "parity", "task_id"]

ENVS = 2
SEED = 7
TASKS: tuple[tuple[str, str], ...] = tuple(suite.ALL_TASKS)

if os.environ["MUJOCO_GL"] == "disable":  # there is no terrain to send to a renderer
    mujoco.Physics.contexts = property(lambda self: None)


def task_id(domain: str, task: str) -> str:
    """Returns the id of an official task."""
    parts = [part for name in (domain, task) for part in name.split("_")]
    return "".join(part[0].upper() + part[1:] for part in parts) + "-v1"


class SuiteEnv:
    """A suite's env as an `Official`."""

    def __init__(self, env: Any) -> None:
        self.env = env

    def reset(self) -> Row:
        """Starts an episode."""
        return self._row(self.env.reset())

    def step(self, action: Any) -> Row:
        """Takes a step."""
        return self._row(self.env.step(action))

    def _row(self, time: Any) -> Row:
        row = {
            "obs": {key: np.asarray(each) for key, each in time.observation.items()},
            "step_type": int(time.step_type),
            "reward": time.reward or 0.0,
        }
        return row if time.first() else {**row, "discount": time.discount}


class Suite(Adapter):
    """The suite's envs of a task.

    Args:
      domain: the official domain.
      task: its task.
      policy: the action, of an official observation; by default a random one.
    """

    env_type = "dm"
    num_envs = ENVS
    seed = SEED

    def __init__(
        self, domain: str, task: str, policy: Callable[[Any], Any] | None = None
    ) -> None:
        self._domain, self._task, self._policy = domain, task, policy
        self._space: Any = None

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env; `case.official` are arguments of its task."""
        kwargs = {"random": seed, **(case.official or {})}
        env = suite.load(self._domain, self._task, task_kwargs=kwargs)
        self._space = env.action_spec()
        return SuiteEnv(env)

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that actions have the same bounds."""
        spec = pool.action_spec()
        np.testing.assert_array_equal(spec.minimum, self._space.minimum)
        np.testing.assert_array_equal(spec.maximum, self._space.maximum)

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns the policy's actions, or random ones."""
        if self._policy is not None:
            return np.array([self._policy(row["obs"]) for row in rows])
        low = np.maximum(self._space.minimum, -1)
        high = np.minimum(self._space.maximum, 1)
        return np.asarray(random.uniform(low, high, (ENVS, *self._space.shape)))

    def tolerance(self, name: str) -> float:
        """Returns loose bounds; tests bound what `compare` returns."""
        return {"obs": 1e-12, "reward": 1e-6}.get(name.split(".")[0], 0.0)


def compare(
    domain: str,
    task: str,
    steps: int,
    *,
    official: Mapping[str, Any] | None = None,
    policy: Callable[[Any], Any] | None = None,
    **config: Any,
) -> Parity:
    """Plays a pool and the suite's envs for some steps, and compares them.

    Args:
      domain: the official domain.
      task: its task.
      steps: how many.
      official: further arguments of the official task.
      policy: the action, of an official observation; by default a random one.
      **config: the pool's config.

    Returns:
      What was found.
    """
    name = task_id(domain, task)
    case = Case(name, steps, 0, options=config, official=official)
    return Parity(name, *driver.compare(Suite(domain, task, policy), case))


def parity(domain: str, task: str) -> Parity:
    """Compares three episodes of a task.

    Args:
      domain: the official domain.
      task: its task.
    """
    # The only tasks that have no limit: 1000 steps.
    official = {"time_limit": 30.0} if domain == "lqr" else {}
    return compare(domain, task, 3003, official=official)

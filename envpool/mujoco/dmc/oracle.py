# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The envs of dm_control's suite for comparisons: same seed, same episode."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

# By default, the suite does not render here.
os.environ.setdefault("MUJOCO_GL", "disable")

import numpy as np
from dm_control import mujoco, suite
from numpy.typing import NDArray

from envpool.testing.oracle import Adapter, Case, Official, Row
from envpool.testing.parity import ParityResult

__all__ = ["PARITY", "TASKS", "Suite", "Theirs", "adapter_of", "case_of", "task_id"]

TASKS: tuple[tuple[str, str], ...] = tuple(suite.ALL_TASKS)

# Domains with observations that NumPy computes with log1p, arcsinh or tanh. The last
# bit of these functions may differ. No state depends on them.
_SCALED = ("finger", "hopper", "manipulator", "quadruped", "stacker")


def _dots_are_fused() -> bool:
    """Returns whether NumPy's dot products are fused (one rounding per product).

    EnvPool's are. OpenBLAS has fused kernels for CPUs with AVX-512; its other kernels
    round twice.
    """
    number = 1 + 2.0**-30
    rounded = number * number
    return bool(np.dot([-rounded, number], [1.0, number]) != 0)


# The tolerance of observations: 0 if this CPU has fused dot products.
_OF_CPU = 0.0 if _dots_are_fused() else 1e-6

if os.environ["MUJOCO_GL"] == "disable":  # no renderer needs the terrain
    mujoco.Physics.contexts = property(lambda self: None)


def task_id(domain: str, task: str) -> str:
    """Returns the id of an official task."""
    parts = [part for name in (domain, task) for part in name.split("_")]
    return "".join(part[0].upper() + part[1:] for part in parts) + "-v1"


class Theirs(NamedTuple):
    """The official env of a case.

    Attributes:
      domain: the official domain.
      task: its task.
      config: further arguments of the task.
      policy: returns actions for the last rows of the envs; None for random actions.
    """

    domain: str
    task: str
    config: Mapping[str, Any]
    policy: Callable[[Sequence[Row]], NDArray[Any]] | None = None


def case_of(
    domain: str,
    task: str,
    steps: int,
    *,
    episodes: int = 0,
    official: Mapping[str, Any] | None = None,
    policy: Callable[[Sequence[Row]], NDArray[Any]] | None = None,
    **config: Any,
) -> Case:
    """Returns a case.

    Args:
      domain: the official domain.
      task: its task.
      steps: the number of steps.
      episodes: the number of episodes that each env must finish.
      official: further arguments of the official task.
      policy: returns actions for the last rows of the envs; None for random actions.
      **config: the pool's config.
    """
    theirs = Theirs(domain, task, official or {}, policy)
    return Case(task_id(domain, task), steps, episodes, config, theirs)


class SuiteEnv:
    """An env of the suite as an `Official`."""

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
    """The suite's envs; `case.official` is a `Theirs`."""

    env_type = "dm"
    seed = 7
    last_bit = 0.0  # the tolerance of observations on any CPU

    def __init__(self) -> None:
        self._space: Any = None

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env."""
        theirs: Theirs = case.official
        kwargs = {"random": seed, **theirs.config}
        env = suite.load(theirs.domain, theirs.task, task_kwargs=kwargs)
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
        if case.official.policy is not None:
            return np.asarray(case.official.policy(rows))
        low = np.maximum(self._space.minimum, -1)
        high = np.minimum(self._space.maximum, 1)
        shape = (self.num_envs, *self._space.shape)
        return np.asarray(random.uniform(low, high, shape))

    def tolerance(self, name: str) -> float:
        """Returns the tolerance of a result; for observations it depends on the CPU."""
        if name == "reward":
            return 1e-6
        return max(self.last_bit, _OF_CPU) if name.startswith("obs") else 0.0

    def parity_row(self, found: ParityResult) -> ParityResult:
        """Returns the result as found on a CPU with fused dot products."""
        return found._replace(obs=self.last_bit)


class _Scaled(Suite):
    """Envs with observations that may differ in the last bit."""

    last_bit = 1e-15


def adapter_of(domain: str) -> Suite:
    """Returns the adapter of a domain's envs."""
    return _Scaled() if domain in _SCALED else Suite()


def _parity_case(domain: str, task: str) -> Case:
    # The lqr tasks have no limit; this is EnvPool's limit of 1000 steps.
    official = {"time_limit": 30.0} if domain == "lqr" else {}
    case = case_of(domain, task, 3003, episodes=3, official=official)
    if _OF_CPU and task == "escape":  # contacts with the terrain amplify differences
        return replace(case, part=100)
    return replace(case, part=1020)  # an episode and the start of the next one


PARITY = [(adapter_of(domain), _parity_case(domain, task)) for domain, task in TASKS]

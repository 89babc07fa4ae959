# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Meta-World's own envs for comparisons: same seed, same episode."""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

# The envs do not render here.
os.environ.setdefault("MUJOCO_GL", "disable")

import gymnasium
import numpy as np
from metaworld.policies import ENV_POLICY_MAP
from numpy.typing import NDArray

from envpool.mujoco.metaworld.registration import task_id
from envpool.mujoco.metaworld.task_names import TASKS
from envpool.testing.numpy_kernels import has_vector_math
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, Official, Row

__all__ = ["PARITY", "ByPolicy", "MetaWorld", "case_of", "make_official", "make_policy"]


def _dots_are_fused() -> bool:
    """Returns whether NumPy's dot products are fused (one rounding per product).

    EnvPool's are not. OpenBLAS has fused kernels for CPUs with AVX-512.
    """
    number = 1 + 2.0**-30
    rounded = number * number
    return bool(np.dot([-rounded, number], [1.0, number]) != 0)


# The tolerances on this CPU: observations have norms, and rewards powers as well.
_OF_NORMS = 1e-9 if _dots_are_fused() else 0.0
_OF_REWARDS = max(_OF_NORMS, 1e-9 if has_vector_math() else 0.0)


# Tasks that differ in their goals only.
_ONLY_GOALS = (
    "assembly-v3",
    "pick-out-of-hole-v3",
    "plate-slide-back-side-v3",
    "plate-slide-back-v3",
    "plate-slide-side-v3",
    "plate-slide-v3",
)


def make_official(name: str, seed: int, hidden: bool, **config: Any) -> Any:
    """Returns the official env `Meta-World/MT1` of a task.

    Args:
      name: the task's official name.
      seed: the seed.
      hidden: whether the goal is hidden, as in the benchmarks ML; the official env
        shows it.
      **config: further arguments of the official env.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make(
            "Meta-World/MT1",
            env_name=name,
            seed=seed,
            disable_env_checker=True,
            **config,
        )
    if hidden:
        tasks = env.get_wrapper_attr("tasks")
        for i, task in enumerate(tasks):
            data = pickle.loads(task.data)
            data["partially_observable"] = True
            tasks[i] = task._replace(data=pickle.dumps(data))
    return env


def make_policy(name: str) -> Any:
    """Returns the official scripted policy of a task."""
    policy: Any = ENV_POLICY_MAP[name]
    return policy()


class _Env(GymnasiumEnv):
    """An official env. Its constructor takes the seed."""

    def __init__(self, env: Any) -> None:
        super().__init__(env, 0, skipped=("episode",))  # reset ignores the seed


def case_of(name: str, steps: int, *, episodes: int = 0, **config: Any) -> Case:
    """Returns a case.

    Args:
      name: the task's official name.
      steps: the number of steps.
      episodes: the number of episodes that each env must finish.
      **config: the pool's config.
    """
    return Case(task_id(name), steps, episodes, config, name)


class MetaWorld(Adapter):
    """Meta-World's envs with random actions; `case.official` is the task's name."""

    seed = 7

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env."""
        config: Mapping[str, Any] = case.options
        hidden = config.get("partially_observable", True)
        return _Env(make_official(case.official, seed, hidden))

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts equal spaces."""
        env = type(official.env.unwrapped)()
        env._partially_observable = pool.config.partially_observable
        del env.sawyer_observation_space
        assert pool.single_action_space == env.action_space
        assert pool.single_observation_space == env.sawyer_observation_space

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns random actions."""
        return np.asarray(random.uniform(-1, 1, (self.num_envs, 4)), np.float32)

    def is_random(self, case: Case) -> bool:
        """Returns whether observations depend on the seed."""
        return case.official not in _ONLY_GOALS or "partially_observable" in (
            case.options
        )

    def tolerance(self, name: str) -> float:
        """Returns the tolerance of a result; it depends on the CPU."""
        return _OF_NORMS if name.startswith("obs") else _OF_REWARDS


class ByPolicy(MetaWorld):
    """The same with actions of the official scripted policies, which show the goal.

    Env 0 plays the policy, env 1 adds noise to it.
    """

    def __init__(self) -> None:
        self._policies: dict[str, Any] = {}

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns the policy's actions."""
        name = case.official
        if name not in self._policies:
            self._policies[name] = make_policy(name)
        policy = self._policies[name]
        actions = np.stack([policy.get_action(row["obs"].copy()) for row in rows])
        actions[1:] += random.normal(scale=0.3, size=actions[1:].shape)
        return np.asarray(np.clip(actions, -1, 1), np.float32)


PARITY = [
    (MetaWorld(), replace(case_of(name, 1003, episodes=2), part=60)) for name in TASKS
]

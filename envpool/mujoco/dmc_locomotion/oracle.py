# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The locomotion tasks of dm_control for comparisons: same seed, same episode."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

# By default, nothing is rendered here.
os.environ.setdefault("MUJOCO_GL", "disable")

import numpy as np
from dm_control import mujoco
from dm_control.composer.observation.observable import MJCFCamera
from dm_control.locomotion.examples import basic_cmu_2019, basic_rodent_2020
from dm_control.locomotion.tasks import random_goal_maze
from numpy.typing import NDArray

from envpool.mujoco.dmc_locomotion import soccer_oracle, tracking_oracle
from envpool.mujoco.dmc_locomotion.registration import TASKS, task_id
from envpool.testing.oracle import Adapter, Case, Official, Row

__all__ = ["PARITY", "Locomotion", "case_of", "make_official"]

_LAST_BITS = 1e-15
_ROUNDED = ("sensors_torque", "target", "origin")
_CAMERA = "walker/egocentric_camera"
_GLOBAL: Any = np.random.mtrand._rand  # the generator of `np.random.seed`

if os.environ["MUJOCO_GL"] == "disable":  # the cameras see black
    mujoco.Physics.contexts = property(lambda self: None)

    def _black(camera: Any, physics: Any) -> Callable[[], NDArray[np.uint8]]:
        del physics
        return lambda: np.zeros(camera.array_spec.shape, np.uint8)

    MJCFCamera._callable = _black


class _NumpyOfTurns:
    """NumPy for the turn of a walker in a maze, which is tanh(arctanh(x)).

    The last bit of NumPy's tanh depends on the CPU.
    """

    @staticmethod
    def arctanh(x: float) -> float:
        """Returns x: dm_control only takes the tanh of this result."""
        return x

    tanh = arctanh

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)


random_goal_maze.np = _NumpyOfTurns()


def make_official(name: str, seed: int) -> Any:
    """Returns the official env of a task, by its official name.

    Some tasks draw from NumPy's global generator too, which gets the same seed.
    """
    _GLOBAL.seed(seed)
    module = basic_rodent_2020 if name.startswith("rodent") else basic_cmu_2019
    return getattr(module, name)(np.random.RandomState(seed))


def case_of(name: str, steps: int, *, episodes: int = 0, **config: Any) -> Case:
    """Returns a case.

    Args:
      name: the task's official name.
      steps: the number of steps.
      episodes: the number of episodes that each env must finish.
      **config: the pool's config.
    """
    return Case(task_id(name), steps, episodes, config, name)


class LocomotionEnv:
    """An official env as an `Official`, with NumPy's global generator to itself."""

    def __init__(self, env: Any, has_camera: bool) -> None:
        self.env = env
        self._has_camera = has_camera
        self._global = _GLOBAL.get_state()

    def reset(self) -> Row:
        """Starts an episode."""
        return self._call(self.env.reset)

    def step(self, action: Any) -> Row:
        """Takes a step."""
        return self._call(self.env.step, action)

    def _call(self, function: Callable[..., Any], *args: Any) -> Row:
        before = _GLOBAL.get_state()
        _GLOBAL.set_state(self._global)
        try:
            return tracking_oracle.row_of(
                function(*args), () if self._has_camera else (_CAMERA,)
            )
        finally:
            self._global = _GLOBAL.get_state()
            _GLOBAL.set_state(before)


class Locomotion(Adapter):
    """The official envs; `case.official` is the task's name."""

    env_type = "dm"
    seed = 7

    def __init__(self) -> None:
        self._space: Any = None

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env."""
        env = make_official(case.official, seed)
        self._space = env.action_spec()
        return LocomotionEnv(env, bool(case.options.get("egocentric_camera")))

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that actions have the same bounds."""
        spec = pool.action_spec()
        assert spec.shape == self._space.shape
        np.testing.assert_array_equal(spec.minimum, self._space.minimum)
        np.testing.assert_array_equal(spec.maximum, self._space.maximum)

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns random actions."""
        return np.asarray(random.uniform(-1, 1, (self.num_envs, *self._space.shape)))

    def is_random(self, case: Case) -> bool:
        """Returns whether the first observations depend on the seed."""
        return case.task_id.endswith(("go_to_target", "escape_bowl"))

    def tolerance(self, name: str) -> float:
        """Returns the tolerance of a result.

        NumPy's tanh, which scales torques, may differ in the last bit. So may its
        product of a vector and a matrix, which finds goals in the walker's frame:
        whether each product is rounded depends on the CPU. No state depends on them.
        """
        if name == "reward":
            return 1e-6
        return _LAST_BITS if name.endswith(_ROUNDED) else 0.0


def _parity_case(name: str) -> Case:
    # Humanoids fall soon; the episodes of rodents last until the limit.
    if name.endswith("_forage"):  # dm_control compiles mazes for seconds
        return case_of(name, 80, episodes=3 if name[0] == "c" else 0)
    return case_of(name, 500, episodes=3) if name[0] == "c" else case_of(name, 150)


PARITY = [
    *((Locomotion(), _parity_case(name)) for name in TASKS),
    *soccer_oracle.PARITY,
    *tracking_oracle.PARITY,
]

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: Gymnasium's classic control, with the same episode per seed."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.classic_control.acrobot import AcrobotEnv
from gymnasium.envs.classic_control.pendulum import PendulumEnv, angle_normalize
from gymnasium.envs.registration import EnvSpec
from numpy.typing import NDArray

from envpool.testing.oracle import Adapter, Case, GymnasiumEnv

__all__ = [
    "IDS",
    "PARITY",
    "SAME_TASK",
    "Close",
    "Official",
    "at_random",
    "balance",
    "beyond_limits",
    "case_of",
    "spin",
    "swing",
    "swing_link",
]

IDS = [
    "Acrobot-v1",
    "CartPole-v0",
    "CartPole-v1",
    "MountainCar-v0",
    "MountainCarContinuous-v0",
    "Pendulum-v0",
    "Pendulum-v1",
    "phys2d/CartPole-v0",
    "phys2d/CartPole-v1",
    "phys2d/Pendulum-v0",
]
N = 8  # envs

# EnvPool's phys2d/ ids are the same tasks without JAX.
SAME_TASK = {
    "phys2d/CartPole-v0": "CartPole-v0",
    "phys2d/CartPole-v1": "CartPole-v1",
    "phys2d/Pendulum-v0": "Pendulum-v1",
}

# (random generator, observations, action space) -> an action for each env
Policy = Callable[[Any, NDArray[Any], Any], NDArray[Any]]


class AcrobotWithOptions(AcrobotEnv):
    """The official env, with the options as attributes."""

    def __init__(
        self,
        book_or_nips: str = "book",
        torque_noise_max: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(render_mode)
        self.book_or_nips = book_or_nips
        self.torque_noise_max = torque_noise_max


_normalized: Any = angle_normalize


class FirstPendulum(PendulumEnv):
    """Gym's Pendulum-v0: the angle advances with the unlimited speed."""

    def step(self, u: Any) -> Any:
        """Takes a step."""
        env: Any = self
        angle, speed = env.state
        torque = np.clip(u, -env.max_torque, env.max_torque)[0]
        cost = _normalized(angle) ** 2 + 0.1 * speed**2 + 0.001 * torque**2
        gravity = -3 * env.g / (2 * env.l) * np.sin(angle + np.pi)
        free = speed + (gravity + 3.0 / (env.m * env.l**2) * torque) * env.dt
        limited = np.clip(free, -env.max_speed, env.max_speed)
        env.state = np.array([angle + free * env.dt, limited])
        return env._get_obs(), -cost, False, False, {}


# The class of an id, and its default limit of steps.
_CUSTOM_ENVS: dict[str, tuple[Any, int]] = {
    "Acrobot-v1": (AcrobotWithOptions, 500),
    "Pendulum-v0": (FirstPendulum, 200),
}


def _registered(task_id: str) -> str | EnvSpec:
    """Returns the argument of `gymnasium.make` for the official env."""
    if task_id not in _CUSTOM_ENVS:
        return SAME_TASK.get(task_id, task_id)
    cls, limit = _CUSTOM_ENVS[task_id]
    return EnvSpec(task_id, entry_point=cls, max_episode_steps=limit)


class Official(Adapter):
    """Gymnasium's envs; `case.official` is a policy or an array of actions."""

    num_envs = N

    def make(self, case: Case, seed: int) -> GymnasiumEnv:
        """Returns an official env."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*CartPole-v0 is out of date")
            env: Any = gymnasium.make(
                _registered(case.task_id), disable_env_checker=True, **case.options
            )
        self._space = env.action_space
        return GymnasiumEnv(env, seed)

    def actions(self, case: Case, pool: Any, rows: Any, step: int, random: Any) -> Any:
        """Returns the actions of the case."""
        if callable(case.official):
            obs = np.stack([row["obs"] for row in rows])
            return case.official(random, obs, self._space)
        return np.roll(case.official, step)[:, None]


class Close(Official):
    """Official envs with a tolerance, for Acrobot.

    NumPy uses the sine and cosine of the C library. Their last bit differs between
    CPUs, and from EnvPool's in a quarter of a percent of the arguments; NumPy's square
    differs, too. Acrobot is chaotic, so that the difference shows after some 200 steps.
    """

    def tolerance(self, name: str) -> float:
        """Returns a tolerance of a few last bits."""
        return 2e-7 if name in ("obs", "reward") else 0.0


def case_of(
    task_id: str,
    policy: Policy | NDArray[Any],
    steps: int = 600,
    *,
    episodes: int = 1,
    max_steps: int = 0,
    **options: Any,
) -> Case:
    """Returns a case of the comparison.

    Args:
      task_id: the pool's id.
      policy: a policy or an array of actions.
      steps: number of steps.
      episodes: number of episodes that each env must end.
      max_steps: limit of the steps played until `episodes` have ended.
      **options: the config of both.
    """
    return Case(task_id, steps, episodes, options, policy, max_steps)


# Policies. Most of them end many episodes, in different states.


def at_random(rng: Any, obs: NDArray[Any], space: Any) -> NDArray[Any]:
    """Returns random actions."""
    return np.asarray(rng.integers(space.n, size=N))


def beyond_limits(rng: Any, obs: NDArray[Any], space: Any) -> NDArray[Any]:
    """Returns actions; a third of them are too large."""
    limit = 1.5 * space.high[0]
    return np.asarray(rng.uniform(-limit, limit, (N, 1)), np.float32)


def balance(rng: Any, obs: NDArray[Any], space: Any) -> NDArray[Any]:
    """Mostly pushes the cart under the pole."""
    action = (obs[:, 2] + 0.3 * obs[:, 3] > 0).astype(int)
    return np.where(rng.random(N) < 0.1, rng.integers(2, size=N), action)


def _build_up(rng: Any, space: Any, speed: NDArray[Any]) -> NDArray[Any]:
    """Mostly pushes in the direction of the speed."""
    direction = np.where(speed >= 0, 1, -1)
    if isinstance(space, gymnasium.spaces.Discrete):
        guess = rng.integers(space.n, size=N)
        return np.where(rng.random(N) < 0.2, guess, direction + 1)
    size = space.high[0] * rng.uniform(0.8, 1.5, N)
    return np.asarray(direction * size, np.float32)[:, None]


def swing(rng: Any, obs: NDArray[Any], space: Any) -> NDArray[Any]:
    """Drives a car back and forth."""
    return _build_up(rng, space, obs[:, 1])


def swing_link(rng: Any, obs: NDArray[Any], space: Any) -> NDArray[Any]:
    """Swings the second link of Acrobot."""
    return _build_up(rng, space, obs[:, 5])


def spin(rng: Any, obs: NDArray[Any], space: Any) -> NDArray[Any]:
    """Spins a pendulum."""
    return _build_up(rng, space, obs[:, 2])


# Gymnasium's ids; the other ids are the same tasks or older versions.
_POLICIES: dict[str, Policy] = {
    "CartPole-v0": balance,
    "CartPole-v1": balance,
    "MountainCar-v0": swing,
    "MountainCarContinuous-v0": swing,
    "Pendulum-v1": spin,
}

PARITY = [
    (Official(), case_of(task_id, policy, 1000, episodes=3, max_steps=10_000))
    for task_id, policy in _POLICIES.items()
]
# Acrobot diverges visibly after 100 steps at the earliest.
PARITY.append(
    (
        Close(),
        case_of("Acrobot-v1", swing_link, 1000, episodes=3, max_episode_steps=100),
    )
)

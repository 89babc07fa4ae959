# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""One env as a `dm_env.Environment`, for loops and libraries that expect one.

env = SingleEnv("CartPole-v1", seed=5)
step = env.reset()
while not step.last():
    step = env.step(env.action_spec().generate_value())
"""

from __future__ import annotations

from typing import Any

import dm_env
import numpy as np

import envpool
from envpool.python.config.argument_checks import show
from envpool.python.errors import ArgumentError
from envpool.python.results import spaces, trees

__all__ = ["SingleEnv"]


class SingleEnv(dm_env.Environment):  # type: ignore[misc]
    """A pool of one env, without the axis of envs.

    An observation is an array if the env has only one, else a dict of arrays,
    nested where keys have levels. It has no infos. Errors are those of `envpool.make`.

    Args:
      task_id: one of `envpool.list_all_envs()`.
      **config: as for `envpool.make`, without `num_envs`.

    Attributes:
      pool: the pool, of `env_type="dm"`, for features that `dm_env.Environment` lacks.
    """

    def __init__(self, task_id: str, **config: Any) -> None:
        self.pool: Any = envpool.make_dm(task_id, num_envs=1, **config)
        entries = self.pool.spec.state_array_spec
        # The keys of observations; the pool's own result includes infos.
        self._keys = trees.nest(
            (trees.state_path(key), key)
            for key in entries
            if key.startswith(("obs", "info"))
        )
        actions = self.pool.spec.action_array_spec
        own = [key for key in actions if key not in ("env_id", "players.env_id")]
        self._action_keys = trees.nest((trees.gym_path(key), key) for key in own)
        self._action_spec = self.pool.action_spec()
        if len(own) > 1:
            self._action_spec = trees.records(
                "Action",
                trees.map_leaves(
                    lambda name, key: spaces.make_dm_spec(
                        name, actions[key], is_action=True
                    ),
                    self._action_keys,
                ),
            )
        self._is_single = sum(key.startswith("obs") for key in entries) == 1
        self._observation_spec = self._observation(
            self._keys,
            lambda key, _: spaces.make_dm_spec(
                trees.gym_path(key)[-1], entries[key], is_action=False
            ),
        )

    def _observation(self, keys: Any, leaf: Any, record: Any = None) -> Any:
        """Returns `leaf(key, array)` of each observation, nested like its keys."""
        result: dict[str, Any] = {}
        values = [None] * len(keys) if record is None else record
        for (name, key), value in zip(keys.items(), values, strict=True):
            if isinstance(key, dict):
                nested = self._observation(key, leaf, value)
                if nested is not None:
                    result[name] = nested
            elif key.startswith("obs"):
                result[name] = leaf(key, value)
        if self._is_single:
            return next(iter(result.values()), None)
        return result or None

    def _first_row(self, step: Any) -> dm_env.TimeStep:
        observation = self._observation(
            self._keys, lambda _, array: array[0], step.observation
        )
        kind = dm_env.StepType(int(step.step_type[0]))
        if kind is dm_env.StepType.FIRST:
            return dm_env.TimeStep(kind, None, None, observation)
        return dm_env.TimeStep(kind, step.reward[0], step.discount[0], observation)

    def reset(self) -> dm_env.TimeStep:
        """Starts an episode; its `TimeStep` has no reward and no discount."""
        return self._first_row(self.pool.reset())

    def step(self, action: Any) -> dm_env.TimeStep:
        """Makes a step; after the end of an episode, resets the env instead.

        Errors are those of the pool's `step`.

        Args:
          action: as `action_spec` describes it; if it has several entries, a
            namedtuple or a dict of them.
        """
        return self._first_row(self.pool.step(_one_row(self._action_keys, action)))

    def observation_spec(self) -> Any:
        """Returns the dm_env spec of an observation, or nested dicts of specs."""
        return self._observation_spec

    def action_spec(self) -> Any:
        """Returns the dm_env spec of an action, or a namedtuple of specs."""
        return self._action_spec

    def reward_spec(self) -> Any:
        """Returns the dm_env spec of a reward, float32."""
        return self.pool.reward_spec()

    def discount_spec(self) -> Any:
        """Returns the dm_env spec of a discount, float32."""
        return self.pool.discount_spec()

    def close(self) -> None:
        """Stops the pool."""
        self.pool.close()


def _one_row(keys: Any, action: Any) -> Any:
    """Adds the axis of envs to an action; `keys` are nested dicts."""
    if isinstance(keys, dict) and hasattr(action, "_fields"):
        if len(action) != len(keys):
            raise ArgumentError(
                f"action: expected {len(keys)} fields, got {show(action)}"
            )
        action = dict(zip(keys, action, strict=True))
    if isinstance(action, dict):
        below = keys if isinstance(keys, dict) else {}
        return {name: _one_row(below.get(name), action[name]) for name in action}
    return np.asarray(action)[None]

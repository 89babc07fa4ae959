# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""One env as a `gymnasium.Env`: a view of a pool with one env."""

from __future__ import annotations

from typing import Any

import gymnasium

from envpool.core._core import first_row

__all__ = ["SingleEnv"]


class SingleEnv(gymnasium.Env[Any, Any]):
    """A view of a pool with one env, autoreset disabled.

    Its first episode follows the pool's `seed` unless `reset` gets one.

    Args:
      pool: a pool of `env_type="gymnasium"`.
    """

    def __init__(self, pool: Any) -> None:
        self.pool = pool
        self.observation_space = pool.single_observation_space
        self.action_space = pool.single_action_space
        self.render_mode = pool.render_mode
        self.metadata = {
            key: pool.metadata[key] for key in ("render_modes", "render_fps")
        }
        self._shows = pool.render_mode == "human"
        for name in pool._family_methods:
            setattr(self, name, getattr(pool, name))

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode.

        Args:
          seed: the seed of the random stream; None continues it.
          options: options of the env, for this episode.

        Raises:
          ArgumentError: the env has no such option, or refuses its value.
        """
        super().reset(seed=seed)
        result: tuple[Any, dict[str, Any]]
        result = first_row(self.pool.reset(seed=seed, options=options))
        if self._shows:
            self.pool.render()
        return result

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a step.

        Raises:
          ProtocolError: the episode is over; call `reset`.
        """
        result: tuple[Any, float, bool, bool, dict[str, Any]]
        result = self.pool._step_one(action)
        if self._shows:
            self.pool.render()
        return result

    def render(self) -> Any:
        """Returns a frame, uint8 of shape (height, width, 3).

        With `render_mode="human"` it returns None: `reset` and `step` show it.
        """
        return None if self._shows else self.pool.render()[0]

    def get_action_meanings(self) -> list[str]:
        """Returns the name of each action.

        Raises:
          NotSupportedError: they have no names.
        """
        names: list[str] = self.pool.get_action_meanings()
        return names

    def close(self) -> None:
        """Stops the pool."""
        self.pool.close()

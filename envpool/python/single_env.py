# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""One env as a `gymnasium.Env`: a view of a pool that has only this one."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from envpool.python.errors import ArgumentError
from envpool.python.values import show

__all__ = ["SingleEnv"]


class SingleEnv(gymnasium.Env[Any, Any]):
    """A view of a pool with one env, autoreset disabled.

    Its first episode follows the pool's `seed`, 42 by default, unless `reset`
    gets one.

    Args:
      pool: of `env_type="gymnasium"`.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["rgb_array", "human"],
        "render_fps": 30,  # of a video
    }

    def __init__(self, pool: Any) -> None:
        self.pool = pool
        self.observation_space = pool.single_observation_space
        self.action_space = pool.single_action_space
        self.render_mode = pool.render_mode

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; `options` must be empty."""
        if options:
            raise ArgumentError(f"options: expected none, got {show(options)}")
        super().reset(seed=seed)
        obs, info = self.pool.reset(seed=seed)
        return first_row(self.observation_space, obs), first_info(info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a step.

        Raises:
          ProtocolError: the episode is over; call `reset`.
        """
        obs, reward, terminated, truncated, info = self.pool.step(action)
        return (
            first_row(self.observation_space, obs),
            float(reward[0]),
            bool(terminated[0]),
            bool(truncated[0]),
            first_info(info),
        )

    def render(self) -> Any:
        """Returns a picture, uint8 of shape (height, width, 3)."""
        frames = self.pool.render()
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Stops the pool."""
        self.pool.close()


def first_row(space: gymnasium.Space[Any], rows: Any) -> Any:
    """Returns the first row of an observation, as its space has it."""
    if isinstance(space, spaces.Dict):
        return {key: first_row(space[key], rows[key]) for key in space.spaces}
    if isinstance(space, spaces.Tuple):
        pairs = zip(space.spaces, rows, strict=True)
        return tuple(first_row(part, column) for part, column in pairs)
    if isinstance(space, spaces.Discrete):
        return int(rows[0])
    return np.asarray(rows[0])


def first_info(info: dict[str, Any]) -> dict[str, Any]:
    """Returns the first row of the infos, without masks and env ids."""
    return {
        key: first_info(value) if isinstance(value, dict) else value[0]
        for key, value in info.items()
        if key not in ("env_id", "players") and f"_{key}" in info
    }

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool as a native env of PufferLib.

vecenv = pufferlib.vector.make(
    NativeEnv, env_args=["CartPole-v1"], env_kwargs={"num_envs": 64}
)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from envpool.integrations.libraries import requires
from envpool.integrations.pools import first_frame, gymnasium_pool
from envpool.python.config.argument_checks import show
from envpool.python.errors import ConfigError

if TYPE_CHECKING:
    _PufferEnv = Any
else:
    with requires("pufferlib", __name__):
        from pufferlib import PufferEnv as _PufferEnv

__all__ = ["NativeEnv"]

Step = tuple[
    NDArray[Any],
    NDArray[np.float32],
    NDArray[np.bool_],
    NDArray[np.bool_],
    list[dict[str, Any]],
]


class NativeEnv(_PufferEnv):  # type: ignore[misc]
    """A sync pool of `env_type="gymnasium"` and `autoreset_mode="same_step"`.

    Each env of the pool is one agent. The pool writes results directly into the arrays
    that PufferLib shares between processes.

    Args:
      pool: the pool, or one of `envpool.list_all_envs()`: then the pool is made
        with `episode_stats=True` and `infos="none"`. PufferLib's `Serial` and
        `Multiprocessing`, which make several of these envs, need an id.
      buf: the arrays, which PufferLib's vector envs provide.
      seed: as for `reset`.
      **config: as for `envpool.make`, if `pool` is an id.

    Attributes:
      pool: the pool.

    Raises:
      ConfigError: the pool is async, has another autoreset mode, or has several
        observation arrays; native envs need one.
    """

    def __init__(
        self,
        pool: Any,
        buf: Mapping[str, NDArray[Any]] | None = None,
        seed: int | None = None,
        **config: Any,
    ) -> None:
        if isinstance(pool, str):
            config = {"episode_stats": True, "infos": "none", **config}
        self.pool = gymnasium_pool(pool, ("same_step",), config)
        space = self.pool.single_observation_space
        if not isinstance(space, Box):
            raise ConfigError(f"observations: expected a Box, got {show(space)}")
        self.num_agents = len(self.pool)
        self.single_observation_space = space
        self.single_action_space = self.pool.single_action_space
        self.render_mode = self.pool.render_mode
        super().__init__(buf)
        if seed is not None:
            self.pool.seed(seed * self.num_agents)
        self._out = {
            "obs": self.observations,
            "reward": self.rewards,
            "terminated": self.terminals,
            "truncated": self.truncations,
        }

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[Any]]:
        """Resets all envs; returns the observations, and no infos.

        Args:
          seed: env i gets `seed * num_agents + i`. PufferLib gives workers consecutive
            seeds, so no two workers have the same episodes.
        """
        seed = None if seed is None else seed * self.num_agents
        self.observations[:], _ = self.pool.reset(seed=seed)
        for each in (self.rewards, self.terminals, self.truncations):
            each[:] = 0
        return self.observations, []

    def step(self, actions: NDArray[Any]) -> Step:
        """Makes a step of all envs.

        Returns:
          PufferLib's arrays, and a dict for each episode that ended.
        """
        *arrays, info = self.pool.step(actions, out=self._out)
        episodes = info.get("episode")
        ends = [] if episodes is None else np.flatnonzero(info["_episode"]).tolist()
        infos = [
            {
                "episode_return": float(episodes["r"][i]),
                "episode_length": int(episodes["l"][i]),
            }
            for i in ends
        ]
        return (*arrays, infos)

    def render(self) -> Any:
        """Returns a frame of the first env, or shows it."""
        return first_frame(self.pool)

    def close(self) -> None:
        """Stops the pool."""
        self.pool.close()

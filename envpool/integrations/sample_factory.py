# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool as an env of many agents for Sample Factory.

register_env("CartPole-v1", functools.partial(make_env, num_envs=64))
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import gymnasium
from numpy.typing import NDArray

from envpool.integrations.libraries import requires
from envpool.integrations.pools import first_frame, gymnasium_pool
from envpool.python.errors import ConfigError

if TYPE_CHECKING:
    _ListToDict = Any
else:
    with requires("sample-factory", __name__):
        from sample_factory.algo.utils.make_env import (
            BatchedListToDictWrapper as _ListToDict,
        )

__all__ = ["BatchedEnv", "make_env"]


class BatchedEnv(gymnasium.Env[Any, Any]):
    """A sync pool of `env_type="gymnasium"` and `autoreset_mode="same_step"`.

    Each env of the pool is one agent. Spaces are those of one agent; results have
    a row for each agent. There are no infos.

    Args:
      pool: the pool, or one of `envpool.list_all_envs()`: then the pool is made
        with `infos="none"`.
      **config: as for `envpool.make`, if `pool` is an id.

    Attributes:
      pool: the pool.

    Raises:
      ConfigError: the pool is async, or has another autoreset mode.
    """

    is_multiagent = True  # results must have rows even for one env

    def __init__(self, pool: Any, **config: Any) -> None:
        config = {"infos": "none", **config} if isinstance(pool, str) else config
        self.pool = gymnasium_pool(pool, ("same_step",), config)
        self.num_agents = len(self.pool)
        self.observation_space = self.pool.single_observation_space
        self.action_space = self.pool.single_action_space
        self.render_mode = self.pool.render_mode
        self.metadata = self.pool.metadata

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Resets all envs; returns the observations, and no infos.

        Args:
          seed: env i gets `seed * num_agents + i`. Sample Factory gives workers
            consecutive seeds, so no two workers have the same episodes.
          options: as for the pool's `reset`.
        """
        seed = None if seed is None else seed * self.num_agents
        return self.pool.reset(seed=seed, options=options)[0], {}

    def step(  # type: ignore[override]  # a row for each agent
        self, action: Any
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Makes a step of all envs; returns a row for each, and no infos."""
        return (*self.pool.step(action)[:4], {})

    def render(self) -> Any:
        """Returns a frame of the first env, or shows it."""
        return first_frame(self.pool)

    def close(self) -> None:
        """Stops the pool."""
        self.pool.close()


def make_env(
    full_env_name: str,
    cfg: Any = None,
    env_config: Any = None,
    render_mode: str | None = None,
    **config: Any,
) -> BatchedEnv:
    """Makes an env; for Sample Factory's `register_env`.

    Args:
      full_env_name: the id of the envs, one of `envpool.list_all_envs()`.
      cfg: Sample Factory's settings.
      env_config: the worker's configuration; not used.
      render_mode: as for `envpool.make`.
      **config: as for `envpool.make`.

    Raises:
      ConfigError: Sample Factory's settings do not support rows of agents.
    """
    del env_config
    if cfg is not None and not cfg.batched_sampling:
        raise ConfigError("batched_sampling: expected True, got False")
    return BatchedEnv(full_env_name, render_mode=render_mode, **config)


def _let_wrapper_forward() -> None:
    """Restores attributes of a wrapper that it lost with Gymnasium 1.0.

    Sample Factory 2.1 asks its wrappers for attributes of the envs within. Before
    1.0, Gymnasium's wrappers forwarded them all; now this one would report one agent.
    """
    for name in ("num_agents", "is_multiagent"):
        if not hasattr(_ListToDict, name):
            setattr(_ListToDict, name, property(attrgetter(f"env.{name}")))


_let_wrapper_forward()

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs of other interfaces as `gymnasium.Env`; used in worker processes only."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

__all__ = ["DmEnv", "ParallelEnv", "as_gymnasium"]


def as_gymnasium(env: Any) -> Any:
    """Returns `env` if it is a `gymnasium.Env`, or makes one of it.

    Args:
      env: of Gymnasium, or a `dm_env.Environment`, or a `pettingzoo.ParallelEnv`.

    Raises:
      TypeError: it has none of these interfaces.
    """
    if isinstance(env, gymnasium.Env):
        return env
    if hasattr(env, "possible_agents") and hasattr(env, "action_space"):
        if hasattr(env, "agent_iter"):
            raise TypeError(
                "env: expected a parallel env of PettingZoo, got an AECEnv; convert it "
                "with pettingzoo.utils.aec_to_parallel"
            )
        return ParallelEnv(env)
    if hasattr(env, "observation_spec") and hasattr(env, "action_spec"):
        return DmEnv(env)
    raise TypeError(
        "env: expected a function that returns a gymnasium.Env, a dm_env.Environment "
        f"or a pettingzoo.ParallelEnv, got one that returns a {type(env).__name__}"
    )


class DmEnv(gymnasium.Env[Any, Any]):
    """A `dm_env.Environment` for Gymnasium.

    An episode that ends with discount 0 is terminated, another one truncated. The
    discount is an info. A seed is passed on if the env's `reset` takes one, or else
    to the generator of dm_control's task.

    Args:
      env: the env.
    """

    def __init__(self, env: Any) -> None:
        self.env = env
        self.observation_space = _space_of(env.observation_spec())
        self.action_space = _space_of(env.action_spec())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; `options` are not used."""
        super().reset(seed=seed)
        random = getattr(getattr(self.env, "task", None), "random", None)
        if seed is not None and isinstance(random, np.random.RandomState):
            random.seed(seed % 2**32)
        return self.env.reset().observation, {"discount": 1.0}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a step."""
        result = self.env.step(action)
        over = bool(result.last())
        discount = 1.0 if result.discount is None else float(result.discount)
        terminated = over and discount == 0
        reward = 0.0 if result.reward is None else float(result.reward)
        info = {"discount": discount}
        return result.observation, reward, terminated, over and not terminated, info

    def close(self) -> None:
        """Closes the env."""
        self.env.close()


def _space_of(spec: Any) -> Any:
    """Returns the space of a dm_env spec, or of a tree of them."""
    if hasattr(spec, "items"):
        return spaces.Dict({key: _space_of(each) for key, each in spec.items()})
    if isinstance(spec, (list, tuple)):
        return spaces.Tuple([_space_of(each) for each in spec])
    if hasattr(spec, "num_values"):
        return spaces.Discrete(int(spec.num_values))
    dtype = np.dtype(spec.dtype)
    lowest: Any
    highest: Any
    if dtype.kind == "f":
        lowest, highest = -np.inf, np.inf
    elif dtype == np.bool_:
        lowest, highest = 0, 1
    else:
        lowest, highest = np.iinfo(dtype).min, np.iinfo(dtype).max
    low, high = (
        np.broadcast_to(bound, spec.shape).astype(dtype)
        for bound in (
            getattr(spec, "minimum", lowest),
            getattr(spec, "maximum", highest),
        )
    )
    return spaces.Box(low, high, spec.shape, dtype.type)


class ParallelEnv(gymnasium.Env[Any, Any]):
    """A game of PettingZoo's parallel API as one env.

    Observations and actions are dicts with a key for each possible agent. The reward
    is the sum of the agents' rewards, which are also in the info "rewards"; the info
    "agents" says which agents play. What agents that no longer play have
    observed is zero. The episode is over when no agent plays: truncated if the last of
    them were.

    Args:
      env: the game.
    """

    def __init__(self, env: Any) -> None:
        self.env = env
        self.render_mode = getattr(env, "render_mode", None)
        self.metadata = dict(getattr(env, "metadata", {}))
        self._agents = list(env.possible_agents)
        self.observation_space = spaces.Dict(
            {agent: env.observation_space(agent) for agent in self._agents}
        )
        self.action_space = spaces.Dict(
            {agent: env.action_space(agent) for agent in self._agents}
        )
        self._blank = {
            agent: _zeros(space) for agent, space in self.observation_space.items()
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts a game."""
        observations, _ = self.env.reset(seed=seed, options=options)
        return {**self._blank, **observations}, self._info({})

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a step of all agents that play."""
        playing = {agent: action[agent] for agent in self.env.agents}
        observations, rewards, _, truncations, _ = self.env.step(playing)
        over = not self.env.agents
        truncated = over and any(truncations.values())
        terminated = over and not truncated
        observation = {**self._blank, **observations}
        total = float(sum(rewards.values()))
        return observation, total, terminated, truncated, self._info(rewards)

    def _info(self, rewards: dict[str, Any]) -> dict[str, Any]:
        playing = set(self.env.agents)
        return {
            "rewards": np.array(
                [rewards.get(agent, 0) for agent in self._agents], np.float32
            ),
            "agents": np.array([agent in playing for agent in self._agents]),
        }

    def render(self) -> Any:
        """Returns a frame."""
        return self.env.render()

    def close(self) -> None:
        """Closes the game."""
        self.env.close()


def _zeros(space: Any) -> Any:
    """Returns what an agent observes that does not play."""
    if isinstance(space, spaces.Dict):
        return {key: _zeros(each) for key, each in space.items()}
    if isinstance(space, spaces.Tuple):
        return tuple(_zeros(each) for each in space)
    if isinstance(space, spaces.Discrete):
        return space.start
    if isinstance(space, spaces.Text):
        return ""
    return np.zeros(space.shape, space.dtype)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs with several players in the interface of PettingZoo.

    env = ParallelEnv("Game-v0", max_num_players=2)
    observations, infos = env.reset(seed=5)
    while env.agents:
        actions = {agent: env.action_space(agent).sample() for agent in env.agents}
        observations, rewards, terminations, truncations, infos = env.step(actions)

`ParallelVectorEnv` is the same for many envs at once.
"""

from __future__ import annotations

from itertools import compress
from typing import Any

import numpy as np

from envpool.integrations.libraries import requires
from envpool.integrations.parallel_vector import ParallelVectorEnv
from envpool.integrations.player_actions import check_agents
from envpool.python.errors import EnvStepError
from envpool.python.trees import map_leaves

with requires("pettingzoo", __name__):
    import pettingzoo

__all__ = ["ParallelEnv", "ParallelVectorEnv"]

AgentID = str
Dicts = tuple[
    dict[AgentID, Any],
    dict[AgentID, float],
    dict[AgentID, bool],
    dict[AgentID, bool],
    dict[AgentID, dict[str, Any]],
]


class ParallelEnv(pettingzoo.ParallelEnv[AgentID, Any, Any]):  # type: ignore[misc]
    """One env with several players: a `pettingzoo.ParallelEnv`.

    Args:
      task_id: one of `envpool.list_all_envs()`.
      **config: as for `ParallelVectorEnv`, without `num_envs`.

    Attributes:
      agents: who takes part; empty before `reset` and after an episode.
      possible_agents: "player_0", "player_1", ...
      vector_env: the `ParallelVectorEnv` of one env.

    Raises:
      The same as `envpool.make`.
    """

    def __init__(self, task_id: str, **config: Any) -> None:
        config["autoreset_mode"] = "disabled"
        self.vector_env = ParallelVectorEnv(task_id, 1, **config)
        self.possible_agents = list(self.vector_env.possible_agents)
        self.agents: list[AgentID] = []
        self.metadata = {
            "name": task_id,
            "is_parallelizable": True,
            "render_modes": self.vector_env.pool.metadata["render_modes"],
            "render_fps": self.vector_env.pool.metadata["render_fps"],
        }
        self.render_mode = self.vector_env.pool.render_mode

    @property
    def state_space(self) -> Any:
        """The space of `state()`."""
        return self.vector_env.state_space

    def observation_space(self, agent: AgentID) -> Any:
        """Returns the space of this agent's observations."""
        return self.vector_env.observation_space(agent)

    def action_space(self, agent: AgentID) -> Any:
        """Returns the space of this agent's actions."""
        return self.vector_env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[AgentID, Any], dict[AgentID, dict[str, Any]]]:
        """Starts an episode.

        Args:
          seed: as in the pool's `reset`.
          options: without effect.
        """
        del options
        observations, infos = self.vector_env.reset(seed)
        self.agents = list(compress(self.possible_agents, self.vector_env.alive[0]))
        return self._of_agents(observations), self._of_agents(infos)

    def step(self, actions: dict[AgentID, Any]) -> Dicts:
        """Makes a step.

        Args:
          actions: of each of `agents`.

        Returns:
          Observations, rewards, terminations, truncations and infos of those
          who took part or arrive; those to whom the episode or the game is over
          are no longer in `agents`.

        Raises:
          ArgumentError: `actions` lacks an agent, or has an unknown one.
          ProtocolError: the episode is over; call `reset`.
          EnvStepError: the env failed, which ends the episode.
        """
        check_agents(actions)
        batch = {
            agent: map_leaves(lambda _, value: np.asarray(value)[None], action)
            for agent, action in actions.items()
            if agent in self.agents
        }
        batch.update((a, actions[a]) for a in actions if a not in self.possible_agents)
        try:
            results = self.vector_env.step(batch)
        except EnvStepError as error:
            self.agents = []
            error.result = ({}, {}, {}, {}, {})
            raise
        self.agents = list(compress(self.possible_agents, self.vector_env.listed[0]))
        observations, rewards, *ends, infos = map(self._of_agents, results)
        terminations, truncations = (
            {agent: bool(flag) for agent, flag in end.items()} for end in ends
        )
        rewards = {agent: float(reward) for agent, reward in rewards.items()}
        self.agents = list(compress(self.possible_agents, self.vector_env.alive[0]))
        return observations, rewards, terminations, truncations, infos

    def _of_agents(self, batches: dict[AgentID, Any]) -> dict[AgentID, Any]:
        return {a: map_leaves(lambda _, rows: rows[0], batches[a]) for a in self.agents}

    def state(self) -> Any:
        """Returns what all players see, as an array: see `ParallelVectorEnv`."""
        return self.vector_env.state()[0]

    def render(self) -> Any:
        """Returns a frame, uint8 of shape (height, width, 3)."""
        frames = self.vector_env.pool.render()
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Stops the pool."""
        self.vector_env.close()

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs with several players in the interface of PettingZoo.

    env = ParallelEnv("Game-v0", max_num_players=2)
    observations, infos = env.reset(seed=5)
    while env.agents:
        actions = {agent: env.action_space(agent).sample() for agent in env.agents}
        observations, rewards, terminations, truncations, infos = env.step(actions)

`ParallelVectorEnv` is the same for many envs at once, and `AECEnv` one game that is
played in turns.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from itertools import compress
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import envpool
from envpool.integrations.libraries import requires
from envpool.integrations.player_actions import PlayerActions, check_agents
from envpool.integrations.player_results import (
    PlayerResults,
    PlayerRows,
    one_or_dict,
    state_of,
    state_space,
)
from envpool.integrations.pools import check_plain
from envpool.python.errors import (
    ArgumentError,
    EnvStepError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.protocol import Seed
from envpool.python.results.trees import map_leaves

with requires("pettingzoo", __name__):
    import pettingzoo

__all__ = ["AECEnv", "ParallelEnv", "ParallelVectorEnv"]

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
      agents: the agents of the running episode; empty before `reset` and after it.
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
          actions: an action for each of `agents`.

        Returns:
          Observations, rewards, terminations, truncations and infos of all agents
          that took part or join. An agent with an ended episode or game is no
          longer in `agents`.

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
        """Returns the common state of all players; see `ParallelVectorEnv`."""
        return self.vector_env.state()[0]

    def render(self) -> Any:
        """Returns a frame, uint8 of shape (height, width, 3)."""
        frames = self.vector_env.pool.render()
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Stops the pool."""
        self.vector_env.close()


class AECEnv(pettingzoo.AECEnv[AgentID, Any, Any]):  # type: ignore[misc]
    """One game in turns: a `pettingzoo.AECEnv`, in the form of PettingZoo's classics.

    An observation is a dict with the player's `observation` and an `action_mask`, int8,
    which is all zero for a player who is not to move.

    Args:
      task_id: one of `envpool.list_all_envs()`, with the infos `current_player` and
        `action_mask`.
      **config: as for `ParallelVectorEnv`, without `num_envs`.

    Attributes:
      agents: the agents whose end the caller has not seen yet.
      agent_selection: the agent to move.
      possible_agents: "player_0", "player_1", ...
      parallel_env: the `ParallelEnv` that it plays.
      rewards, terminations, truncations, infos: of the latest action, by agent.

    Raises:
      NotSupportedError: the env lacks one of these infos, or has only one player.
      The same as `envpool.make`.
    """

    def __init__(self, task_id: str, **config: Any) -> None:
        super().__init__()
        self.parallel_env = ParallelEnv(task_id, **config)
        columns = self.parallel_env.vector_env.pool.spec.state_array_spec
        for key in ("info:current_player", "info:action_mask"):
            if key not in columns:
                raise NotSupportedError(f"{task_id}: expected an env with {key}")
        if len(self.parallel_env.possible_agents) == 1:
            raise NotSupportedError(f"{task_id}: expected several players")
        self.possible_agents = list(self.parallel_env.possible_agents)
        self.metadata = {**self.parallel_env.metadata, "is_parallelizable": False}
        self.render_mode = self.parallel_env.render_mode
        self._observations: dict[AgentID, Any] = {}
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": self.parallel_env.observation_space(agent),
                    "action_mask": spaces.MultiBinary(int(self.action_space(agent).n)),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: AgentID) -> Any:
        """Returns the space of this agent's observations."""
        return self._spaces[agent]

    def action_space(self, agent: AgentID) -> Any:
        """Returns the space of this agent's actions."""
        return self.parallel_env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Starts a game; the arguments are those of `ParallelEnv.reset`."""
        self._observations, self.infos = self.parallel_env.reset(seed, options)
        self.agents = list(self.parallel_env.agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select_mover()

    def observe(self, agent: AgentID) -> dict[str, Any]:
        """Returns what an agent sees now."""
        mask = self.infos[agent]["action_mask"]
        is_to_move = agent == self.agent_selection and not self._is_over
        return {
            "observation": map_leaves(_as_in_space, self._observations[agent]),
            "action_mask": mask if is_to_move else np.zeros_like(mask),
        }

    def step(self, action: Any) -> None:
        """Plays an action of `agent_selection`.

        Args:
          action: one of its actions; None if its game is over.

        Raises:
          The same as `ParallelEnv.step`.
        """
        if self._is_over:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        results = self.parallel_env.step(dict.fromkeys(self.agents, action))
        self._observations, self.rewards, *ends, self.infos = results
        self.terminations, self.truncations = ends
        self._cumulative_rewards[mover] = 0.0
        self._accumulate_rewards()
        self._select_mover()

    def render(self) -> Any:
        """Returns a frame, uint8 of shape (height, width, 3)."""
        return self.parallel_env.render()

    def close(self) -> None:
        """Stops the pool."""
        self.parallel_env.close()

    @property
    def _is_over(self) -> bool:
        agent = self.agent_selection
        return self.terminations[agent] or self.truncations[agent]

    def _select_mover(self) -> None:
        mover = int(self.infos[self.agents[0]]["current_player"])
        self.agent_selection = self.possible_agents[mover]


def _as_in_space(_: str, values: Any) -> Any:
    """Returns flags as int8, the type of their space."""
    return values.view(np.int8) if values.dtype == np.bool_ else values


class ParallelVectorEnv:
    """A `pettingzoo.ParallelEnv` of many envs: values have a row for each env.

    `step` takes a dict with an array (num_envs, ...) for each agent, and returns
    dicts by agent of such arrays. Every dict has all agents, since an agent may
    take part in some of the envs: `infos[agent]["active"]` marks these envs.

    Args:
      task_id: one of `envpool.list_all_envs()`.
      num_envs: the number of envs.
      absent: the meaning of a player without a row in a result. "waits": it
        keeps its last observation, gets reward 0, and its action is not used, as
        in turn-based games. "leaves": its game is over.
      shared_action: the entries of the action that belong to the env instead of
        a player, by key; the attribute may be changed before each step.
      **config: as for `envpool.make`.

    Attributes:
      possible_agents: "player_0", "player_1", ... A player's number is its
        `info["players"]["id"]` if the env has such an info, else its row's index.
      pool: the pool, of `env_type="gym"`.

    Raises:
      ConfigError: options change the form of results: they must be NumPy arrays
        with all infos, in the form of `gym_api="0.26"`.
      NotSupportedError: observations differ in shape from row to row.
      The same as `envpool.make`.
    """

    def __init__(
        self,
        task_id: str,
        num_envs: int = 1,
        *,
        absent: Literal["waits", "leaves"] = "waits",
        shared_action: Mapping[str, Any] | None = None,
        **config: Any,
    ) -> None:
        if absent not in ("waits", "leaves"):
            raise ArgumentError(f"absent: expected 'waits' or 'leaves', got {absent!r}")
        check_plain(config)
        self.pool: Any = envpool.make_gym(task_id, num_envs=num_envs, **config)
        if self.pool.is_async:
            raise NotSupportedError("batch_size: expected num_envs")
        self.shared_action = dict(shared_action or {})
        self.num_envs = len(self.pool)
        self._rows = PlayerRows(self.pool.spec)
        self._results = PlayerResults(self._rows, absent == "leaves")
        self._actions = PlayerActions(self.pool.spec)
        self.possible_agents = self._results.agents
        observation, action = (
            spaces.Dict(found) if isinstance(found, dict) else found
            for found in (
                one_or_dict(self._rows.spaces(spaces)),
                one_or_dict(self._actions.spaces(spaces)),
            )
        )
        # Each agent has its own spaces, since they have random generators.
        self._spaces = {
            agent: (copy.deepcopy(observation), copy.deepcopy(action))
            for agent in self.possible_agents
        }
        self.state_space = state_space(self._rows.observations, self._rows.shape[1])

    def reset(
        self, seed: Seed | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Starts an episode in each env.

        Args:
          seed: as in the pool's `reset`.
          options: without effect.

        Returns:
          Observations and infos.
        """
        del options
        obs, info = self.pool.reset(seed=seed)
        over = np.zeros(self.num_envs, np.bool_)
        reward = np.zeros(len(info["players"]["env_id"]), np.float32)
        observations, *_, infos = self._results.by_agent(obs, reward, over, over, info)
        return observations, infos

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Makes a step in each env.

        Args:
          actions: an array (num_envs, ...) for each agent, or a dict of such arrays.
            An agent that acts in no env may be left out.

        Returns:
          Observations, rewards, terminations, truncations and infos.

        Raises:
          ArgumentError: an agent is unknown or missing, or a shape is wrong.
          ProtocolError: `reset` was never called; or an episode is over, with
            `autoreset_mode="disabled"`.
          EnvStepError: an env failed; its `result` is the result of this call.
        """
        if self._results.table is None:
            raise ProtocolError("step: expected a call of reset before")
        check_agents(actions)
        for agent in actions:
            if agent not in self._spaces:
                raise ArgumentError(f"actions: expected no {agent!r}, which is unknown")
        moves = np.any(self.alive & self._results.table.active, axis=0).tolist()
        for agent, must_move in zip(self.possible_agents, moves, strict=True):
            if must_move and agent not in actions:
                raise ArgumentError(f"actions: expected one of {agent!r}, got none")
        action = self._actions.join(
            [actions.get(agent) for agent in self.possible_agents],
            self._rows.place,
            self.shared_action,
        )
        try:
            result = self.pool.step(action)
        except EnvStepError as error:
            error.result = self._results.by_agent(*error.result)
            self._results.end(error.env_ids)
            raise
        return self._results.by_agent(*result)

    @property
    def alive(self) -> NDArray[np.bool_]:
        """The players that take part from now on, bool of shape (num_envs, players)."""
        return self._results.alive

    @property
    def listed(self) -> NDArray[np.bool_]:
        """The players with a row in the last result, bool (num_envs, players)."""
        return self._results.listed

    def observation_space(self, agent: str) -> Any:
        """Returns the space of this agent's observation in one env."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        """Returns the space of this agent's action in one env."""
        return self._spaces[agent][1]

    def state(self) -> Any:
        """Returns the common state of all players, (num_envs, ...).

        That is the observation with an axis of players, if it is one array, else
        all its arrays in one vector of float32. It is undefined before `reset`.
        """
        if self._results.table is None:
            raise ProtocolError("state: expected a call of reset before")
        return state_of(self._rows.observations, self._results.table.observations)

    def close(self) -> None:
        """Stops the pool."""
        self.pool.close()

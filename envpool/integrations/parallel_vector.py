# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""All multi-player envs of a pool at once, in the layout of PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

import envpool
from envpool.integrations.player_actions import check_agents
from envpool.integrations.player_pool import PlayerPool
from envpool.integrations.pools import check_plain
from envpool.python.errors import (
    ArgumentError,
    EnvStepError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.protocol import Seed

__all__ = ["ParallelVectorEnv"]


class ParallelVectorEnv(PlayerPool):
    """Like a `pettingzoo.ParallelEnv` whose values have a row for each env.

    `step` takes a dict with an array (num_envs, ...) for each agent, and returns
    dicts by agent of such arrays. All agents are in all of them, since one may
    take part in some of the envs: `infos[agent]["active"]` tells in which.

    Args:
      task_id: one of `envpool.list_all_envs()`.
      num_envs: the number of envs.
      absent: what it means that a player has no row in a result. "waits": it
        goes on with its last observation, reward 0, and an action that is not
        used, as in games played in turns. "leaves": its game is over.
      shared_action: the entries of the action that belong to the env and not to
        a player, by key; the attribute may be set anew before each step.
      **config: as for `envpool.make`.

    Attributes:
      possible_agents: "player_0", "player_1", ... A player's number is its
        `info["players"]["id"]` if the env has such an info, else that of its row.
      pool: the pool, of `env_type="gym"`.

    Raises:
      ConfigError: results would not be NumPy arrays with all infos, in the form
        of `gym_api="0.26"`.
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
        pool: Any = envpool.make_gym(task_id, num_envs=num_envs, **config)
        if pool.is_async:
            raise NotSupportedError("batch_size: expected num_envs")
        super().__init__(pool, absent == "leaves")
        self.shared_action = dict(shared_action or {})

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
          actions: of each agent, (num_envs, ...), or a dict of such arrays. Of
            one that is to act in no env it may be left out.

        Returns:
          Observations, rewards, terminations, truncations and infos.

        Raises:
          ArgumentError: an agent is unknown or missing, or a shape is wrong.
          ProtocolError: `reset` was never called; or an episode is over, with
            `autoreset_mode="disabled"`.
          EnvStepError: an env failed; its `result` is what this would return.
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

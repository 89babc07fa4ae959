# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool of multi-player envs: its players as agents, and their spaces."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from envpool.integrations.player_actions import PlayerActions
from envpool.integrations.player_results import PlayerResults, one_or_dict
from envpool.integrations.player_rows import PlayerRows
from envpool.integrations.player_state import state_of, state_space
from envpool.python.errors import ProtocolError

__all__ = ["PlayerPool"]


class PlayerPool:
    """What does not depend on the form of results.

    Args:
      pool: the pool, of `env_type="gym"`.
      leaves: whether the game is over for a player without a row.
    """

    def __init__(self, pool: Any, leaves: bool) -> None:
        self.pool = pool
        self.num_envs = len(pool)
        self._rows = PlayerRows(self.pool.spec)
        self._results = PlayerResults(self._rows, leaves)
        self._actions = PlayerActions(self.pool.spec)
        self.possible_agents = self._results.agents
        observation, action = (
            spaces.Dict(found) if isinstance(found, dict) else found
            for found in (
                one_or_dict(self._rows.spaces(spaces)),
                one_or_dict(self._actions.spaces(spaces)),
            )
        )
        # An agent's spaces have their own random generators.
        self._spaces = {
            agent: (copy.deepcopy(observation), copy.deepcopy(action))
            for agent in self.possible_agents
        }
        self.state_space = state_space(self._rows.observations, self._rows.shape[1])

    @property
    def alive(self) -> NDArray[np.bool_]:
        """Who takes part: bool (num_envs, players)."""
        return self._results.alive

    @property
    def listed(self) -> NDArray[np.bool_]:
        """The same, with those whose last row the last result had."""
        return self._results.listed

    def observation_space(self, agent: str) -> Any:
        """Returns the space of this agent's observation in one env."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        """Returns the space of this agent's action in one env."""
        return self._spaces[agent][1]

    def state(self) -> Any:
        """Returns what all players see, (num_envs, ...).

        That is the observation with an axis of players, if it is one array, else
        all of them in one vector of float32. Before `reset` there is none.
        """
        if self._results.table is None:
            raise ProtocolError("state: expected a call of reset before")
        return state_of(self._rows.observations, self._results.table.observations)

    def close(self) -> None:
        """Stops the pool."""
        self.pool.close()

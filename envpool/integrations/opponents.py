# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Games in turns as envs of a single agent, against a given policy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from envpool.integrations.pools import gymnasium_pool
from envpool.python.config.argument_checks import show
from envpool.python.errors import ArgumentError, ConfigError

__all__ = ["AgainstPolicy", "Policy"]

# Maps the observations of players to move, with an axis of games, and the masks of
# their legal actions, to an action for each.
Policy = Callable[[NDArray[Any], NDArray[np.int8]], Any]


# What a step returns: observations, rewards, both flags, infos.
_Step = tuple[
    NDArray[Any],
    NDArray[np.float64],
    NDArray[np.bool_],
    NDArray[np.bool_],
    dict[str, Any],
]


class AgainstPolicy(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """A vector env with one agent in each game; a policy moves for all others.

    A step returns when it is the agent's turn, or the game is over. Its reward is the
    sum of what the agent got since its last action.

    Args:
      pool: the id of a game in turns, or a pool of it, with `env_type="gymnasium"`,
        `batch_size` equal to `num_envs` and `autoreset_mode="next_step"`.
      policy: what the others do. It is called with all games at once that wait for
        another player: their observations, as that player sees them, of shape
        (games, ...), and their masks, int8 of shape (games, actions).
      player: the agent's number.
      **config: if `pool` is an id, the keywords of `envpool.make_gymnasium`.

    Raises:
      ArgumentError: there is no such player.
      ConfigError: the config does not suit, or the env is not a game in turns with
        masks and as many players in each result.
    """

    def __init__(
        self, pool: Any, policy: Policy, player: int = 0, **config: Any
    ) -> None:
        self.closed = True  # until there is a pool
        self._pool = gymnasium_pool(pool, ("next_step",), config)
        self.closed = False
        self._policy = policy
        self._player = player
        self._players = int(self._pool.config["max_num_players"])
        if not 0 <= player < self._players:
            raise ArgumentError(
                f"player: expected 0 to {self._players - 1}, got {show(player)}"
            )
        if self._players == 1:
            raise ConfigError("pool: expected a game for several players")
        self.num_envs = self._pool.num_envs
        self.metadata = self._pool.metadata
        self.render_mode = self._pool.render_mode
        self.single_observation_space = self._pool.single_observation_space
        self.single_action_space = self._pool.single_action_space
        self.observation_space = batch_space(
            self.single_observation_space, self.num_envs
        )
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Starts all games, and lets the others move first where it is their turn.

        Args:
          seed: as for the pool.
          options: none; there is nothing to choose.

        Returns:
          The agent's observations and the infos, as from `step`.

        Raises:
          ArgumentError: there are options.
          ConfigError: the infos have no masks, or no player to move.
        """
        if options:
            raise ArgumentError(f"options: expected none, got {show(options)}")
        obs, info = self._pool.reset(seed=seed)
        if not {"action_mask", "current_player"} <= info.keys():
            raise ConfigError(
                'pool: expected a game in turns whose infos have "action_mask" and '
                '"current_player"'
            )
        flags = np.zeros(self.num_envs, bool)
        obs, *_, info = self._play_on((obs, np.zeros(len(obs)), flags, flags, info))
        return obs, info

    def step(self, actions: Any) -> _Step:
        """Makes the agent's move in each game, and those of the others after it.

        Args:
          actions: the agent's actions, of shape (num_envs,).

        Returns:
          Observations of shape (num_envs, ...), rewards, terminations, truncations, and
          the infos `action_mask` and `current_player`. A game that is over starts again
          with the next step, which ignores its action.

        Raises:
          The same as the pool's `step`.
        """
        return self._play_on(self._pool.step(actions))

    def render(self) -> Any:
        """Returns the pool's frames, one for each game."""
        return self._pool.render()

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the pool."""
        self._pool.close()

    def _play_on(self, result: Any) -> _Step:
        """Moves for the others until no game waits for them.

        Args:
          result: the pool's result of all games.

        Returns:
          What `step` returns.
        """
        ids = np.arange(self.num_envs)
        own = slice(self._player, None, self._players)
        obs, reward, terminated, truncated, info = result
        mine = (
            np.array(obs[own]),
            np.array(reward[own], np.float64),
            np.array(terminated),
            np.array(truncated),
        )
        infos = {key: np.array(info[key]) for key in ("action_mask", "current_player")}
        while True:
            mover = info["current_player"]
            waits = np.flatnonzero((mover != self._player) & ~terminated & ~truncated)
            if len(waits) == 0:
                return *mine, infos
            ids = ids[waits]
            rows = waits * self._players + mover[waits]
            actions = self._policy(obs[rows], info["action_mask"][waits])
            obs, reward, terminated, truncated, info = self._pool.step(
                np.asarray(actions), env_id=ids
            )
            mine[0][ids] = obs[own]
            mine[1][ids] += reward[own]
            mine[2][ids] = terminated
            mine[3][ids] = truncated
            for key, values in infos.items():
                values[ids] = info[key]

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results of multi-player pools by agent, and who takes part in the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from envpool.integrations.player_rows import PlayerRows, Table

__all__ = ["PlayerResults", "one_or_dict"]


class PlayerResults:
    """Makes dicts by agent of a pool's results.

    Args:
      rows: finds the places of the players.
      leaves: whether the game is over for a player without a row.

    Attributes:
      agents: their names; a player's number is its place.
      alive: bool (num_envs, players): who takes part.
      listed: the same, with those whose last row the last result had.
      table: the last result; None before the first one.
    """

    def __init__(self, rows: PlayerRows, leaves: bool) -> None:
        self._rows = rows
        self._leaves = leaves
        self.agents = [f"player_{i}" for i in range(rows.shape[1])]
        self.alive = np.zeros(rows.shape, np.bool_)
        self.listed = self.alive
        self.table: Table | None = None

    def by_agent(
        self, obs: Any, reward: Any, terminated: Any, truncated: Any, info: Any
    ) -> tuple[dict[str, Any], ...]:
        """Returns observations, rewards, terminations, truncations and infos."""
        fresh = info["elapsed_step"] == 0
        self.table = self._rows.read(obs, info, fresh)
        active, done, observations, infos = self.table
        before = self.alive & ~fresh[:, None]
        self.listed = before | (active & ~done)
        gone = self.listed & done
        if self._leaves:
            gone |= before & ~active
        ends = gone | (self.listed & terminated[:, None])
        cuts = self.listed & truncated[:, None]
        self.alive = self.listed & ~(ends | cuts)
        return tuple(
            {agent: _of_player(table, i) for i, agent in enumerate(self.agents)}
            for table in (
                one_or_dict(observations),
                self._rows.rewards(reward),
                ends,
                cuts,
                {"active": active, **infos},
            )
        )

    def end(self, env_ids: Sequence[int]) -> None:
        """Ends the episodes of these envs, which have failed."""
        self.listed[env_ids] = False
        self.alive[env_ids] = False


def one_or_dict(leaves: dict[str, Any]) -> Any:
    """Returns the only value of a dict that has one, else the dict."""
    if len(leaves) == 1:
        return next(iter(leaves.values()))
    return leaves


def _of_player(table: Any, player: int) -> Any:
    if isinstance(table, dict):
        return {name: column[:, player] for name, column in table.items()}
    return table[:, player]

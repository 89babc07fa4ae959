# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of the board family."""

from __future__ import annotations

from functools import partial
from typing import Any

from envpool.registration import Family

# The game of each env, and its number of players.
_PLAYERS = {"TicTacToe": 2}


def set_rows(config: dict[str, Any], players: int) -> dict[str, Any]:
    """Sets the number of rows of an env.

    Args:
      config: the complete config of a game.
      players: the number of its players.

    Returns:
      The config, with `max_num_players` set to the players that are not simulated.
    """
    return {**config, "max_num_players": 1 if config["opponent"] else players}


family = Family("envpool.board")

family.meanings(
    {
        "opponent": 'Who plays against player 0: "" for nobody, so that every player '
        'has rows and actions; "random" for legal actions with equal probabilities.',
    }
)

for env, players in _PLAYERS.items():
    family.rules(
        env,
        {"opponent": {"choices": ("", "random")}},
        validate_config=partial(set_rows, players=players),
    )

family.task("TicTacToe-v1", "TicTacToe", max_num_players=2)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of the board family."""

from __future__ import annotations

from functools import partial
from typing import Any

from envpool.registration import Family

# The number of players of each game.
_PLAYERS = {
    "AnimalShogi": 2,
    "Backgammon": 2,
    "Chess": 2,
    "ConnectFour": 2,
    "GardnerChess": 2,
    "Go9": 2,
    "Go13": 2,
    "Go19": 2,
    "Hex": 2,
    "KuhnPoker": 2,
    "LeducHoldem": 2,
    "Othello": 2,
    "Play2048": 1,
    "Shogi": 2,
    "SparrowMahjong": 3,
    "TicTacToe": 2,
}
_GO_SIZES = (9, 13, 19)


def _go_rules(size: int) -> dict[str, dict[str, Any]]:
    return {
        "komi": {"min": -1000.0, "max": 1000.0},
        "history_length": {"min": 1, "max": 8},
        "max_terminal_steps": {"min": 0, "max": 2 * size**2},
        "rules": {"choices": ("pgx", "chinese")},
    }


_RULES = {
    "Shogi": {"rules": {"choices": ("pgx", "complete")}},
    **{f"Go{size}": _go_rules(size) for size in _GO_SIZES},
}


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
        "komi": "Points that white gets for moving second.",
        "history_length": "Number of the latest boards in the observation.",
        "max_terminal_steps": "Number of moves after which the game ends; 0 for twice "
        "the number of points.",
        "rules": 'Go: what happens if a move repeats an earlier board: "pgx": it loses '
        'the game; "chinese": it is illegal. Shogi: "complete": the fourth occurrence '
        "of a position is a draw, or lost for a player whose moves since the first one "
        'all gave check, and an entered king wins by the rule of 27 points; "pgx": '
        "neither.",
    }
)

for _env, _players in _PLAYERS.items():
    if _players == 1:
        continue
    family.rules(
        _env,
        {"opponent": {"choices": ("", "random")}, **_RULES.get(_env, {})},
        validate_config=partial(set_rows, players=_players),
    )

for _env, _players in _PLAYERS.items():
    if not _env.startswith("Go"):
        family.task(f"{_env}-v1", _env, max_num_players=_players)
for _size in _GO_SIZES:
    for _prefix, _kind in (("", "pgx"), ("Chinese", "chinese")):
        family.task(
            f"{_prefix}Go{_size}x{_size}-v1",
            f"Go{_size}",
            max_num_players=2,
            rules=_kind,
        )

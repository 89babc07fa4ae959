# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of the board family."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from envpool.errors import (
    ArgumentError,
    ArgumentTypeError,
    ConfigError,
    ConfigTypeError,
)
from envpool.python.config.argument_checks import as_bool, as_choice, show
from envpool.python.rollouts.networks import as_mlp, dense_layers, seed_of
from envpool.python.rollouts.policies import MLP, Linear
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
_LARGEST = float(np.finfo(np.float32).max)


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

_OPPONENT: dict[str, dict[str, Any]] = {
    "opponent": {"choices": ("", "random", "network")},
    "opponent_layers": {"item": "int", "min": 1},
    "opponent_weights": {"item": "float", "min": -_LARGEST, "max": _LARGEST},
    "opponent_activation": {"choices": ("tanh", "relu")},
    "opponent_seed": {"min": 0, "max": 2**64 - 1},
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


def with_network(given: dict[str, Any]) -> dict[str, Any]:
    """Replaces a policy as the opponent by the keys of the config.

    Args:
      given: a user's keywords.

    Returns:
      The keywords; the network is in those that begin with `opponent_`.

    Raises:
      ConfigError: the policy is no network that all envs can share.
      ConfigTypeError: the opponent is neither a text nor a network.
    """
    policy = given.get("opponent", "")
    if isinstance(policy, str):
        return given
    if not isinstance(policy, (Linear, MLP)):
        raise ConfigTypeError(
            'opponent: expected "", "random", or a Linear or MLP of envpool.policies, '
            f"got {show(policy)}"
        )
    try:
        network = as_mlp(policy) if isinstance(policy, Linear) else policy
        layers = dense_layers("opponent.layers", network.layers)
        keys = {
            "opponent_sample": as_bool("opponent.sample", network.sample),
            "opponent_activation": as_choice(
                "opponent.activation", network.activation, ("tanh", "relu")
            ),
            "opponent_seed": seed_of("opponent.seed", network.seed),
        }
    except ArgumentTypeError as error:
        raise ConfigTypeError(str(error)) from None
    except ArgumentError as error:
        raise ConfigError(str(error)) from None
    if not layers or any(weights.ndim != 2 for weights, _ in layers):
        raise ConfigError("opponent.layers: expected one network, which all envs share")
    sizes = [layers[0][0].shape[1]]
    for i, (weights, _) in enumerate(layers):
        if weights.shape[1] != sizes[-1]:
            raise ConfigError(
                f"opponent.layers[{i}]: expected weights of shape (outputs, "
                f"{sizes[-1]}), got {weights.shape}"
            )
        sizes.append(len(weights))
    numbers = np.concatenate([array.ravel() for layer in layers for array in layer])
    return {
        **given,
        **keys,
        "opponent": "network",
        "opponent_layers": sizes,
        "opponent_weights": numbers.tolist(),
    }


family = Family("envpool.board")

family.meanings(
    {
        "opponent": 'Who plays against player 0: "" for nobody, so that every player '
        'has rows and actions; "random" for legal actions with equal probabilities; a '
        "`Linear` or `MLP` of `envpool.policies` for a network of the observation, "
        'which the config has as "network" and in the keys `opponent_...`.',
        "opponent_layers": "Numbers of the network's inputs and of each layer's "
        "outputs.",
        "opponent_weights": "Of each layer the weights, output by output, and then the "
        "biases.",
        "opponent_activation": "The function between the network's layers.",
        "opponent_sample": "Whether the network's actions are drawn; if not, they are "
        "the likeliest.",
        "opponent_seed": "The seed of these draws, of 64 bits.",
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
        {**_OPPONENT, **_RULES.get(_env, {})},
        validate_config=partial(set_rows, players=_players),
        translate=with_network,
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

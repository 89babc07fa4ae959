# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records games of PGX: record_pgx.py [FILE].

It runs in a CPython 3.12 with the originals, without this package:

    pip install -r third_party/pip_requirements/jax-games.txt

Actions are drawn among the legal ones; in the last env, some are illegal. PGX plays an
illegal action on its board before it ends the game; here the board stays, so these
results have rewards, flags and masks of their own, and what was seen before.
"""

from __future__ import annotations

import importlib
import sys
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from pgx.go import Go

HERE = Path(__file__).absolute().parent
sys.path.append(str(HERE.parents[1] / "testing"))
trace = importlib.import_module("load_trace").trace
PINS = {"pgx": "2.6.0", "jax": jax.__version__, "numpy": np.__version__}
SEED, ENVS, STEPS, GO_STEPS = 7, 3, 400, 500
ILLEGAL = 0.05  # probability of an illegal action in the last env
ALONE = {"opponent": "random"}

# The id, a function that makes the env, and the options of the pool.
CASES: list[tuple[str, Any, dict[str, Any]]] = [
    ("TicTacToe-v1", partial(pgx.make, "tic_tac_toe"), {}),
    ("TicTacToe-v1", partial(pgx.make, "tic_tac_toe"), ALONE),
    ("ConnectFour-v1", partial(pgx.make, "connect_four"), {}),
    ("Othello-v1", partial(pgx.make, "othello"), {}),
    ("Hex-v1", partial(pgx.make, "hex"), {}),
    ("Play2048-v1", partial(pgx.make, "2048"), {}),
    ("KuhnPoker-v1", partial(pgx.make, "kuhn_poker"), {}),
    ("KuhnPoker-v1", partial(pgx.make, "kuhn_poker"), ALONE),
    ("LeducHoldem-v1", partial(pgx.make, "leduc_holdem"), {}),
    ("Backgammon-v1", partial(pgx.make, "backgammon"), {}),
    ("Backgammon-v1", partial(pgx.make, "backgammon"), ALONE),
    ("SparrowMahjong-v1", partial(pgx.make, "sparrow_mahjong"), {}),
    ("SparrowMahjong-v1", partial(pgx.make, "sparrow_mahjong"), ALONE),
    ("Go9x9-v1", partial(Go, size=9), {}),
    (
        "Go9x9-v1",
        partial(Go, size=9, komi=0.5, history_length=3, max_terminal_steps=60),
        {"komi": 0.5, "history_length": 3, "max_terminal_steps": 60},
    ),
    ("Go13x13-v1", partial(Go, size=13), {}),
    ("Go19x19-v1", partial(Go, size=19), {}),
]


class Official:
    """Games of one env, with the keys of a pool's env.

    Args:
      game: PGX's env.
      seed: the seed.
      alone: whether random opponents play against player 0.
    """

    def __init__(self, game: Any, seed: int, alone: bool) -> None:
        self.key, self.games = jax.random.PRNGKey(seed), 0
        self.alone = alone and game.num_players > 1
        self.players = 1 if self.alone else game.num_players
        self.init, self.advance = jax.jit(game.init), jax.jit(game.step)
        self.fold_in = jax.jit(jax.random.fold_in)
        self.randint = jax.jit(jax.random.randint, static_argnums=1)
        self.look = jax.jit(
            lambda state: jnp.stack(
                [game._observe(state, player) for player in range(self.players)]
            )
        )

    def reset(self) -> dict[str, Any]:
        """Starts a game."""
        while True:
            first = self.games == 0
            self.game_key = self.key if first else self.fold_in(self.key, self.games)
            self.games, self.moves = self.games + 1, 0
            self.state = self.init(self.game_key)
            self.move_opponents()
            if not self.state.terminated:
                return self.row(True)

    def step(self, action: int) -> dict[str, Any]:
        """Plays an action, and those of the opponents."""
        is_legal = bool(self.state.legal_action_mask[action])
        rewards = self.move(action) + self.move_opponents()
        flags = {"terminated": bool(self.state.terminated), "truncated": False}
        rewards = rewards[: self.players]
        reward = rewards if self.players > 1 else rewards[0]
        return {**self.row(is_legal), **flags, "reward": reward}

    def move(self, action: int) -> Any:
        """Plays one action, and returns the rewards."""
        self.moves += 1
        key = self.fold_in(self.game_key, self.moves)
        self.state = self.advance(self.state, action, key)
        return np.array(self.state.rewards)

    def move_opponents(self) -> Any:
        """Plays until it is player 0's turn, and returns the rewards."""
        rewards = np.zeros_like(self.state.rewards)
        while self.alone and not self.state.terminated and self.state.current_player:
            legal = np.flatnonzero(self.state.legal_action_mask)
            key = self.fold_in(self.game_key, np.uint32(2**32 - self.moves - 1))
            rewards += self.move(int(legal[self.randint(key, (), 0, len(legal))]))
        return rewards

    def row(self, is_legal: bool) -> dict[str, Any]:
        """Returns a result; after an illegal action, with what was seen before."""
        mask = np.asarray(self.state.legal_action_mask).astype(np.int8)
        if is_legal:
            seen = np.asarray(self.look(self.state))
            player = 0 if self.alone else int(self.state.current_player)
            self.seen = seen if self.players > 1 else seen[0], np.int32(player)
        obs, mover = self.seen
        return {"obs": obs, "info": {"action_mask": mask, "current_player": mover}}


class Replay:
    """Returns rows that have been played."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = iter(rows)

    def reset(self) -> dict[str, Any]:
        """Returns the next row."""
        return next(self.rows)

    def step(self, action: Any) -> dict[str, Any]:
        """Returns the next row."""
        return next(self.rows)


def play(game: Any, seed: int, alone: bool, steps: int, illegal: float) -> Any:
    """Plays at random, and returns the rows and actions of all steps."""
    random = np.random.default_rng(seed)
    env = Official(game, seed, alone)
    rows, actions = [env.reset()], []
    while True:
        mask = rows[-1]["info"]["action_mask"].astype(bool)
        if random.random() < illegal and not mask.all():
            mask = ~mask
        actions.append(int(random.choice(np.flatnonzero(mask))))
        if len(rows) == steps:
            return rows, actions
        over = rows[-1].get("terminated")
        rows.append(env.reset() if over else env.step(actions[-1]))


def record(task_id: str, make: Any, options: dict[str, Any]) -> Any:
    """Returns the recording of a case."""
    steps = GO_STEPS if task_id.startswith("Go") else STEPS
    game, alone = make(), "opponent" in options
    played = [
        play(game, SEED + i, alone, steps, ILLEGAL if i == ENVS - 1 else 0)
        for i in range(ENVS)
    ]
    ends = [row.get("terminated", False) for rows, _ in played for row in rows]
    print(task_id, options, "games:", sum(ends))
    actions = np.array([each[1] for each in played], np.int16).T
    return trace.record(
        lambda seed: Replay(played[seed - SEED][0]), task_id, SEED, actions, options
    )


def main(path: Any = HERE / "pgx.npz") -> None:
    """Writes the file."""
    trace.save(path, [record(*case) for case in CASES], PINS)


if __name__ == "__main__":
    main(*sys.argv[1:])

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures PGX's steps per second: bench_pgx.py ENVS SECONDS [ID ...].

It runs where record_pgx.py runs. A step is compiled by `jax.jit`, for ENVS games at
once, with PGX's own restart of ended games; actions are drawn among the legal ones by
another function, whose time is not counted. It prints JSON by id.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

IDS = {
    "TicTacToe-v1": "tic_tac_toe",
    "ConnectFour-v1": "connect_four",
    "Play2048-v1": "2048",
    "Othello-v1": "othello",
    "Hex-v1": "hex",
    "KuhnPoker-v1": "kuhn_poker",
    "LeducHoldem-v1": "leduc_holdem",
    "Backgammon-v1": "backgammon",
    "SparrowMahjong-v1": "sparrow_mahjong",
    "AnimalShogi-v1": "animal_shogi",
    "GardnerChess-v1": "gardner_chess",
    "Chess-v1": "chess",
    "Shogi-v1": "shogi",
    "Go9x9-v1": "go_9x9",
    "Go19x19-v1": "go_19x19",
}


def rate(name: str, envs: int, seconds: float) -> float:
    """Returns the steps of all games per second."""
    env: Any = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    @jax.jit
    def draw(key: Any, legal: Any) -> Any:
        return jax.random.categorical(key, jnp.log(legal), axis=-1)

    ready: Any = jax.block_until_ready
    keys = jax.random.split(jax.random.PRNGKey(0), envs)
    state = jax.jit(jax.vmap(env.init))(keys)
    spent, steps, key = 0.0, -1, jax.random.PRNGKey(1)
    while spent < seconds:
        key, for_action, for_step = jax.random.split(key, 3)
        action = ready(draw(for_action, state.legal_action_mask))
        keys = ready(jax.random.split(for_step, envs))
        start = time.perf_counter()
        state = ready(step(state, action, keys))
        if steps >= 0:  # the first call compiles
            spent += time.perf_counter() - start
        steps += 1
    return envs * steps / spent


def main() -> None:
    """Measures all games, or those with the given ids."""
    envs, seconds, *ids = sys.argv[1:]
    found = {
        task: round(rate(name, int(envs), float(seconds)))
        for task, name in IDS.items()
        if not ids or task in ids
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()

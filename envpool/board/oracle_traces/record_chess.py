# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records games of PGX's chess and shogi: record_chess.py [FILE].

It is apart from record_pgx.py, which says how to run it, because JAX needs minutes to
compile these games; XLA_FLAGS=--xla_backend_optimization_level=0 shortens that.
"""

from __future__ import annotations

import importlib
import sys
from functools import partial
from typing import Any

import pgx

games = importlib.import_module("pgx._src.games.chess")
recorder = importlib.import_module("record_pgx")


def chess() -> Any:
    """Returns PGX's chess, mended: the start counts when a position repeats.

    PGX has the start's hash as a constant, made with the random numbers of JAX before
    0.5. With a later JAX, PGX takes a return to the start for its first occurrence.
    """
    game = pgx.make("chess")
    start = game._init

    def init(key: Any) -> Any:
        state = start(key)
        history = state._x.hash_history.at[0].set(games._zobrist_hash(state._x))
        return state.replace(_x=state._x._replace(hash_history=history))

    game._init = init
    return game


CASES: list[tuple[str, Any, dict[str, Any]]] = [
    ("AnimalShogi-v1", partial(pgx.make, "animal_shogi"), {}),
    ("AnimalShogi-v1", partial(pgx.make, "animal_shogi"), recorder.ALONE),
    ("GardnerChess-v1", partial(pgx.make, "gardner_chess"), {}),
    ("GardnerChess-v1", partial(pgx.make, "gardner_chess"), recorder.ALONE),
    ("Chess-v1", chess, {}),
    ("Shogi-v1", partial(pgx.make, "shogi"), {}),
]


def main(path: Any = recorder.HERE / "chess.npz") -> None:
    """Writes the file."""
    recorder.trace.save(path, [recorder.record(*case) for case in CASES], recorder.PINS)


if __name__ == "__main__":
    main(*sys.argv[1:])

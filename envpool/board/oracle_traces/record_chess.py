# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records games of PGX's chess and shogi: record_chess.py [FILE].

It is apart from record_pgx.py, which says how to run it, because JAX needs minutes to
compile these games; XLA_FLAGS=--xla_backend_optimization_level=0 shortens that.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import pgx
from pgx._src.games.chess import _zobrist_hash
from pgx.chess import Chess
from record_pgx import ALONE, HERE, PINS, record, trace


class CountedStart(Chess):
    """PGX's chess, whose start counts when a position repeats.

    PGX has the start's hash as a constant, from the random numbers of JAX before 0.5.
    With others, a return to the start is taken for its first occurrence.
    """

    def _init(self, key: Any) -> Any:
        state = super()._init(key)
        history = state._x.hash_history.at[0].set(_zobrist_hash(state._x))
        return state.replace(_x=state._x._replace(hash_history=history))


CASES: list[tuple[str, Any, dict[str, Any]]] = [
    ("AnimalShogi-v1", partial(pgx.make, "animal_shogi"), {}),
    ("AnimalShogi-v1", partial(pgx.make, "animal_shogi"), ALONE),
    ("GardnerChess-v1", partial(pgx.make, "gardner_chess"), {}),
    ("GardnerChess-v1", partial(pgx.make, "gardner_chess"), ALONE),
    ("Chess-v1", CountedStart, {}),
    ("Shogi-v1", partial(pgx.make, "shogi"), {}),
]


def main(path: Any = HERE / "chess.npz") -> None:
    """Writes the file."""
    trace.save(path, [record(*case) for case in CASES], PINS)


if __name__ == "__main__":
    main(*sys.argv[1:])

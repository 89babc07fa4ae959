# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: games of PGX 2.6.0, recorded by scripts in oracle_traces."""

from __future__ import annotations

from pathlib import Path

from envpool.testing.oracle import Adapter, Case
from envpool.testing.recorded import Recorded

__all__ = ["PARITY", "Pgx"]

# Games in which the seed decides more than who begins.
_OF_CHANCE = ("Backgammon", "KuhnPoker", "LeducHoldem", "Play2048", "SparrowMahjong")


class Pgx(Recorded):
    """Recorded games, with rows of all players or of player 0."""

    def players(self, case: Case) -> int:
        """Returns the number of players that have rows."""
        rewards = case.official.columns["reward"]
        return int(rewards.shape[2]) if rewards.ndim == 3 else 1

    def is_random(self, case: Case) -> bool:
        """Returns whether another seed makes a difference."""
        return case.task_id.startswith(_OF_CHANCE)


_TRACES = Path(__file__).parent / "oracle_traces"

PARITY: list[tuple[Adapter, Case]] = [
    (games, case)
    for games in (Pgx(_TRACES / "pgx.npz"), Pgx(_TRACES / "chess.npz"))
    for case in games.cases
]

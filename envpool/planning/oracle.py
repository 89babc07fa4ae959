# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: episodes of Jumanji 1.1.1, recorded by a script in oracle_traces."""

from __future__ import annotations

from pathlib import Path

from envpool.testing.oracle import Adapter, Case
from envpool.testing.recorded import Recorded

__all__ = ["PARITY"]


class Jumanji(Recorded):
    """Recorded episodes of Jumanji."""

    def is_random(self, case: Case) -> bool:
        """PacMan's board is always the same, and ghosts turn at random only later."""
        return case.task_id != "PacMan-v1"


_JUMANJI = Jumanji(Path(__file__).parent / "oracle_traces" / "jumanji.npz")

PARITY: list[tuple[Adapter, Case]] = [(_JUMANJI, case) for case in _JUMANJI.cases]

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: episodes of EnvPool 1.2.7, recorded by a script in oracle_traces."""

from __future__ import annotations

from pathlib import Path

from envpool.testing.oracle import Adapter, Case
from envpool.testing.recorded import Recorded

__all__ = ["PARITY"]


class Released(Recorded):
    """Recorded episodes."""

    def players(self, case: Case) -> int:
        """Returns the number of agents."""
        rewards = case.official.columns["reward"]
        return int(rewards.shape[2]) if rewards.ndim == 3 else 1


_RELEASED = Released(Path(__file__).parent / "oracle_traces" / "released.npz")

PARITY: list[tuple[Adapter, Case]] = [(_RELEASED, case) for case in _RELEASED.cases]

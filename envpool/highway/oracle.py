# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: episodes of highway-env, recorded by a script in oracle_traces."""

from __future__ import annotations

from pathlib import Path

from envpool.testing.oracle import Adapter, Case
from envpool.testing.recorded import Recorded

__all__ = ["PARITY", "Highway"]


class Highway(Recorded):
    """Recorded episodes."""

    def tolerance(self, name: str) -> float:
        """Sines and logarithms of NumPy's may differ from ours in the last bit."""
        return 1e-5 if name in ("obs", "reward", "info.speed") else 0.0


_EPISODES = Highway(Path(__file__).parent / "oracle_traces" / "highway.npz")

PARITY: list[tuple[Adapter, Case]] = [(_EPISODES, case) for case in _EPISODES.cases]

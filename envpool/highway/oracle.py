# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: episodes of highway-env, recorded by scripts in oracle_traces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from envpool.testing.oracle import Adapter, Case
from envpool.testing.recorded import Recorded

__all__ = ["PARITY", "Highway"]

_MEASURED = ("reward", "info.speed", "info.agents_rewards")


class Highway(Recorded):
    """Recorded episodes. Observations and speeds may differ by `bound`."""

    bound = 1e-5

    def __init__(self, path: Any) -> None:
        super().__init__(path)
        for case in self.cases:
            columns = case.official.columns
            for name in tuple(columns):  # recorded once, as they are the same
                if name.startswith("obs") and name.endswith(".observation"):
                    goal = name.removesuffix("observation") + "achieved_goal"
                    columns[goal] = columns[name]

    def tolerance(self, name: str) -> float:
        """Sines and logarithms of NumPy's may differ from ours in the last bit."""
        return self.bound if name.startswith("obs") or name in _MEASURED else 0.0

    def players(self, case: Case) -> int:
        """Returns the number of agents."""
        rewards = case.official.columns["reward"]
        return int(rewards.shape[2]) if rewards.ndim == 3 else 1


class Unstable(Highway):
    """Episodes in which the agent's vehicle brakes to a standstill.

    Below 0.7 m/s the official control of steering is unstable: in each frame, a
    distance to the lane is multiplied by 1.39 / speed - 1, until the wheels are at
    their limit. So the last bits of sines become 1e-4 m. The official env itself
    differs by 1e-4 between processors with and without AVX-512, for which NumPy has
    different sines: NPY_DISABLE_CPU_FEATURES shows it.
    """

    bound = 1e-3


_TRACES = Path(__file__).parent / "oracle_traces"
_UNSTABLE = ("roundabout-generic", "intersection-multi-agent")


def _cases(name: str) -> list[tuple[Adapter, Case]]:
    """Returns the cases of a file with their adapters."""
    exact, unstable = Highway(_TRACES / name), Unstable(_TRACES / name)
    return [
        (unstable if case.task_id.startswith(_UNSTABLE) else exact, case)
        for case in exact.cases
    ]


PARITY: list[tuple[Adapter, Case]] = [
    case
    for name in ("highway.npz", "steered.npz", "agents.npz")
    for case in _cases(name)
]

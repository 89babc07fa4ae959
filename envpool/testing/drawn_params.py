# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Official envs with parameters that are drawn before each reset, as in a pool."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from envpool.testing.oracle import GymnasiumEnv, Row

__all__ = ["DrawnEnv"]

_SPAWN_KEY = int.from_bytes(b"param", "big")


def _draw(rng: Any, row: tuple[Any, ...], usual: Any) -> float:
    """Draws a value as the pool does."""
    kind, mode = row[0], row[-1] if isinstance(row[-1], str) else "set"
    if kind == "choice":
        drawn = row[1][rng.integers(len(row[1]))]
    elif kind == "loguniform":
        drawn = math.exp(rng.uniform(math.log(row[1]), math.log(row[2])))
    else:
        drawn = getattr(rng, kind)(row[1], row[2])
    if mode == "set":
        return drawn  # type: ignore[no-any-return]
    return float(usual * drawn if mode == "scale" else usual + drawn)


class DrawnEnv(GymnasiumEnv):
    """Draws an official env's parameters before each reset.

    Args:
      env: the env.
      seed: the seed of the first reset, and of the draws.
      rows: the pool's option `randomize`, with distributions of numbers.
    """

    def __init__(self, env: Any, seed: int, rows: Mapping[str, Any]) -> None:
        super().__init__(env, seed)
        sequence = np.random.SeedSequence(seed, spawn_key=(_SPAWN_KEY,))
        self._rng = np.random.default_rng(sequence)
        self._rows = rows
        self._usual = {name: getattr(env.unwrapped, name, math.nan) for name in rows}

    def write(self, values: dict[str, float]) -> None:
        """Gives the env new values; by default writes to its attributes."""
        for name, value in values.items():
            setattr(self.env.unwrapped, name, value)

    def reset(self) -> Row:
        """Draws, and starts an episode."""
        values = {}
        for name, row in self._rows.items():
            values[name] = _draw(self._rng, row, self._usual[name])
        self.write(values)
        return super().reset()

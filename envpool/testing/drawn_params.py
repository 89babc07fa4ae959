# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Official envs with parameters that are drawn before each reset, as in a pool."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from envpool.testing.oracle import Case, GymnasiumEnv, Row

__all__ = ["DrawnEnv", "drawn", "without_draws"]

_SPAWN_KEY = int.from_bytes(b"param", "big")


def _draw(rng: Any, row: tuple[Any, ...], default: Any) -> float:
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
    return float(default * drawn if mode == "scale" else default + drawn)


class DrawnEnv(GymnasiumEnv):
    """Draws an official env's parameters before each reset.

    Args:
      env: the env.
      case: a case with the option `randomize`: distributions of numbers.
      seed: the seed of the first reset, and of the draws.
    """

    def __init__(self, env: Any, case: Case, seed: int) -> None:
        super().__init__(env, seed)
        sequence = np.random.SeedSequence(seed, spawn_key=(_SPAWN_KEY,))
        self._rng = np.random.default_rng(sequence)
        self._rows = case.options["randomize"]
        self._defaults = {
            name: getattr(env.unwrapped, name, math.nan) for name in self._rows
        }

    def write(self, values: dict[str, float]) -> None:
        """Gives the env new values; by default writes to its attributes."""
        for name, value in values.items():
            setattr(self.env.unwrapped, name, value)

    def reset(self) -> Row:
        """Draws the parameters and starts an episode."""
        values = {}
        for name, row in self._rows.items():
            values[name] = _draw(self._rng, row, self._defaults[name])
        self.write(values)
        return super().reset()


def without_draws(case: Case) -> Case:
    """Returns the case without its option `randomize`."""
    options = {k: v for k, v in case.options.items() if k != "randomize"}
    return replace(case, options=options)


def drawn(base: Any, make_env: Callable[[Any, Case, int], DrawnEnv]) -> Any:
    """Returns an adapter of the class `base` with envs that draw their parameters.

    Args:
      base: a class of adapters, whose envs are `GymnasiumEnv`s.
      make_env: makes a `DrawnEnv` of an official env, the case and a seed.
    """

    class Drawn(base):  # type: ignore[misc]
        def make(self, case: Case, seed: int) -> DrawnEnv:
            """Returns an official env."""
            return make_env(super().make(without_draws(case), seed).env, case, seed)

    return Drawn()

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recorded episodes as an adapter of `envpool.testing.oracle`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.testing import trace
from envpool.testing.oracle import Adapter, Case, Official, Row

__all__ = ["Recorded"]


class Recorded(Adapter):
    """Plays a file that `envpool/testing/trace.py` wrote.

    Args:
      path: the path of the file.

    Attributes:
      cases: the recorded cases, for `compare`.
    """

    def __init__(self, path: Any) -> None:
        self.cases = [
            Case(each.task_id, len(each.columns["action"]) - 1, 0, each.options, each)
            for each in trace.load(path)
        ]
        seeds = {case.official.seed for case in self.cases}
        counts = {case.official.columns["action"].shape[1] for case in self.cases}
        assert len(seeds) == len(counts) == 1, "one seed and number of envs per file"
        (self.seed,), (self.num_envs,) = seeds, counts

    def make(self, case: Case, seed: int) -> Official:
        """Returns a player of an env's recording."""
        return _Player(case.official.columns, seed - self.seed)

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns the recorded actions."""
        return np.asarray(case.official.columns["action"][step])


class _Player:
    """One recorded env."""

    def __init__(self, columns: Mapping[str, Any], env: int) -> None:
        self._columns, self._env, self._step = columns, env, -1

    def reset(self) -> Row:
        return self._next(True)

    def step(self, action: Any) -> Row:
        return self._next(False)

    def _next(self, is_reset: bool) -> Row:
        self._step += 1
        at = (self._step, self._env)
        assert self._columns["is_reset"][at] == is_reset, "the record goes another way"
        return {
            name: column[at]
            for name, column in self._columns.items()
            if name not in ("action", "is_reset")
            and not name.startswith("?")
            and (f"?{name}" not in self._columns or self._columns[f"?{name}"][at])
        }

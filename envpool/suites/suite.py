# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The contents of a family's `suites.py`: its suites, and the scores of its tasks.

    SCORES = {"Pendulum-v1": Linear("solved", -1200.0, -150.0, "A et al. 2026")}
    SUITES = (Suite(name="pendula", title=..., source=..., tasks=(...)),)

Each number has its source; a task without a published scale has no score.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Linear", "Score", "Success", "Suite"]


@dataclasses.dataclass(frozen=True)
class Linear:
    """A score that is linear in the return.

    Attributes:
      kind: its name, such as "human" for a human-normalised score.
      low: the return that scores 0, e.g. that of random actions.
      high: the return that scores 1, e.g. that of people.
      source: where both numbers were published.
      settings: the config values that the numbers hold for.
    """

    kind: str
    low: float
    high: float
    source: str
    settings: Mapping[str, Any] = dataclasses.field(default_factory=dict, hash=False)

    def of(self, returns: ArrayLike) -> NDArray[np.float64]:
        """Returns the scores of returns, float64 of the same shape."""
        values = np.asarray(returns, np.float64)
        return np.asarray((values - self.low) / (self.high - self.low))

    @property
    def formula(self) -> str:
        """The score in words."""
        return f"0 for a return of {self.low:g}, 1 for {self.high:g}"


@dataclasses.dataclass(frozen=True)
class Success:
    """A score that is 1 if the return is positive, and 0 otherwise.

    Attributes:
      source: where success was defined.
      kind: the name of the score.
      settings: the config values that it needs.
    """

    source: str
    kind: str = "success"
    settings: Mapping[str, Any] = dataclasses.field(default_factory=dict, hash=False)

    def of(self, returns: ArrayLike) -> NDArray[np.float64]:
        """Returns the scores of returns, float64 of the same shape."""
        values = np.asarray(returns, np.float64)
        scores = np.asarray(values > 0, np.float64)
        return np.where(np.isnan(values), np.nan, scores)

    @property
    def formula(self) -> str:
        """The score in words."""
        return "1 for a positive return, 0 otherwise"


Score = Linear | Success


@dataclasses.dataclass(frozen=True, kw_only=True)
class Suite:
    """A list of tasks that papers report together.

    Attributes:
      name: its name; a number in it is the paper's number of tasks.
      title: one line about it.
      source: where the list was published.
      tasks: the ids, in the order of that list.
      note: how the tasks here differ from those of the paper, if they do.
    """

    name: str
    title: str
    source: str
    tasks: tuple[str, ...]
    note: str = ""

    def __len__(self) -> int:
        return len(self.tasks)

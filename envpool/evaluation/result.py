# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The result of `envpool.evaluate`, with its statistics."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from envpool.python.apis import notebook
from envpool.python.config.argument_checks import as_float

if TYPE_CHECKING:
    from envpool.replays import Episode

__all__ = ["Evaluation", "student_quantile"]


class Evaluation:
    """The episodes of an evaluation, in the order of their seeds.

    Attributes:
      task_id: the id of the envs.
      seeds: the seed of each episode, int64 of shape (episodes,).
      returns: the sum of each episode's rewards over all players, float64.
      lengths: the number of steps of each episode, int64.
      terminated: whether each episode ended by itself, bool; else it was truncated.
      players: an `Evaluation` of each player, with its own returns; a player that
        had no row in an episode has the return 0. Empty for envs with one player.
      film: the best or the worst episode, if `evaluate` got `film`:
        `film.save("best.mp4")` writes a video, and a notebook shows one.
    """

    def __init__(
        self,
        task_id: str,
        seeds: NDArray[np.int64],
        returns: NDArray[np.float64],
        lengths: NDArray[np.int64],
        terminated: NDArray[np.bool_],
        players: tuple[Evaluation, ...] = (),
    ) -> None:
        self.task_id = task_id
        self.seeds = seeds
        self.returns = returns
        self.lengths = lengths
        self.terminated = terminated
        self.players = players
        self.film: Episode | None = None

    @property
    def mean(self) -> float:
        """The mean return."""
        return float(self.returns.mean())

    @property
    def std(self) -> float:
        """The standard deviation of the returns (n - 1); NaN for a single episode."""
        if len(self) < 2:
            return math.nan
        return float(self.returns.std(ddof=1))

    @property
    def best(self) -> int:
        """The number of the episode with the highest return, the first if several."""
        return int(self.returns.argmax())

    @property
    def worst(self) -> int:
        """The number of the episode with the lowest return, the first if several."""
        return int(self.returns.argmin())

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Returns a confidence interval of the mean return, by Student's t.

        It estimates the possible distance of the mean of other seeds from this one.
        Returns that are far from a normal distribution need many episodes.

        Args:
          confidence: the probability that such an interval contains the true mean.

        Returns:
          The lower and the upper bound; infinite for a single episode.

        Raises:
          ConfigError: `confidence` is not between 0 and 1.
        """
        confidence = as_float("confidence", confidence, 0.0, math.nextafter(1.0, 0.0))
        if len(self) < 2:
            return -math.inf, math.inf
        error = self.std / math.sqrt(len(self))
        margin = student_quantile(confidence, len(self) - 1) * error
        return self.mean - margin, self.mean + margin

    def __len__(self) -> int:
        return len(self.returns)

    def __repr__(self) -> str:
        low, high = self.interval()
        means = ", ".join(f"{player.mean:.6g}" for player in self.players)
        return (
            f"Evaluation({self.task_id!r}, {len(self)} episodes, mean return "
            f"{self.mean:.6g}, 95% interval [{low:.6g}, {high:.6g}]"
            + (f", of its players: {means})" if means else ")")
        )

    def _repr_html_(self) -> str:
        low, high = self.interval()
        rows = [
            ("mean return", f"{self.mean:.6g}"),
            ("95% interval", f"{low:.6g} to {high:.6g}"),
            *(
                (f"mean return of player {i}", f"{player.mean:.6g}")
                for i, player in enumerate(self.players)
            ),
            ("standard deviation", f"{self.std:.6g}"),
            ("worst and best", f"{self.returns.min():g}, {self.returns.max():g}"),
            ("mean length", f"{self.lengths.mean():.6g}"),
            ("truncated", f"{np.mean(~self.terminated):.1%}"),
        ]
        title = f"{self.task_id}, {len(self)} episodes"
        found = notebook.table(("", ""), rows, title)
        return found if self.film is None else found + self.film._repr_html_()


def student_quantile(confidence: float, degrees: int) -> float:
    """Returns t such that P(|x| < t) = `confidence`, for Student's t distribution.

    Args:
      confidence: the probability.
      degrees: the degrees of freedom, at least 1. More than 1,000 make no difference.
    """
    degrees = min(degrees, 1000)
    low, high = 0.0, math.pi / 2  # bounds of the angle; tan grows too fast
    for _ in range(60):
        middle = (low + high) / 2
        if _within(middle, degrees) < confidence:
            low = middle
        else:
            high = middle
    return math.sqrt(degrees) * math.tan(low)


def _within(angle: float, degrees: int) -> float:
    """Returns the probability of |x| < tan(angle) * sqrt(degrees), a finite series."""
    sine, cosine = math.sin(angle), math.cos(angle)
    is_odd = degrees % 2
    term = cosine if is_odd else 1.0
    total = 0.0
    for k in range(2 + is_odd, degrees + 1, 2):
        total += term
        term *= cosine * cosine * (k - 1) / k
    if is_odd:
        return 2 / math.pi * (angle + sine * total)
    return sine * total

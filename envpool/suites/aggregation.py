# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Aggregates scores over the tasks of a suite, with bootstrap intervals.

The metrics and the intervals are those of Agarwal et al. 2021, Deep Reinforcement
Learning at the Edge of the Statistical Precipice, and equal those of its package
rliable when that draws from the same seed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from envpool.python.apis import notebook
from envpool.python.config.argument_checks import as_float, as_int, show
from envpool.python.errors import ArgumentError, ArgumentTypeError
from envpool.suites.catalogue import normalize

__all__ = ["Aggregate", "Estimate", "aggregate"]

Scores = NDArray[np.float64]

# The number of values that are resampled at a time.
_CHUNK = 2**20
_TRIMMED = 0.25  # of the scores, at each end, for the interquartile mean
_NAMES = ("mean", "median", "iqm", "optimality_gap")


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A number with its confidence interval.

    Attributes:
      value: the number.
      low: the interval's lower end.
      high: the interval's upper end.
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}]"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Aggregate:
    """The scores of a suite, aggregated.

    Attributes:
      mean: the mean over tasks of the mean over runs.
      median: the median over tasks of the mean over runs.
      iqm: the mean of the middle half of the scores of all runs and tasks.
      optimality_gap: the mean shortfall of scores below 1; scores above 1 count as 1.
      tasks: the number of tasks.
      runs: the number of runs of each task.
      confidence: the probability that such an interval contains the true value.
    """

    mean: Estimate
    median: Estimate
    iqm: Estimate
    optimality_gap: Estimate
    tasks: int
    runs: int
    confidence: float

    def _rows(self) -> list[tuple[str, str]]:
        titles = ("mean", "median", "interquartile mean", "optimality gap")
        values = (self.mean, self.median, self.iqm, self.optimality_gap)
        return [
            (title, str(value)) for title, value in zip(titles, values, strict=True)
        ]

    def _title(self) -> str:
        return f"{self.tasks} tasks, {self.runs} runs, {self.confidence:.0%} intervals"

    def __str__(self) -> str:
        rows = (f"{title}: {value}" for title, value in self._rows())
        return f"{self._title()}; {', '.join(rows)}"

    def _repr_html_(self) -> str:
        return notebook.table(("", ""), self._rows(), self._title())


def aggregate(
    scores: Mapping[str, ArrayLike],
    *,
    kind: str | None = None,
    confidence: float = 0.95,
    reps: int = 50_000,
    seed: int | None = 0,
) -> Aggregate:
    """Aggregates scores over tasks.

    Intervals are percentiles of a bootstrap that draws runs of each task anew, with
    replacement. They tell how the numbers may differ for other runs, of the same tasks.

    Args:
      scores: for each task, the scores of its runs, an array of shape (runs, ...); the
        mean over further axes, such as episodes, is the score of a run. All tasks have
        the same number of runs.
      kind: if it is given, `scores` has returns instead, by the tasks' ids, which
        `normalize` turns into scores of this kind.
      confidence: the probability that such an interval contains the true value.
      reps: the number of draws of the runs.
      seed: the seed of the draws; None for a random one.

    Returns:
      The mean, the median, the interquartile mean and the optimality gap.

    Raises:
      ArgumentError, ArgumentTypeError: there are no scores, a score is not a finite
        number, or tasks differ in their number of runs.
      ConfigError: another argument is out of range.
    """
    confidence = as_float("confidence", confidence, 0.0, 1.0)
    reps = as_int("reps", reps, 1)
    if seed is not None:
        seed = as_int("seed", seed, 0, 2**32 - 1)
    matrix = _matrix(scores, kind)
    values = _metrics(matrix[None])[0]
    tail = (1.0 - confidence) / 2
    draws = np.concatenate([_metrics(each) for each in _resamples(matrix, reps, seed)])
    low, high = np.percentile(draws, [100 * tail, 100 * (1 - tail)], axis=0)
    bounds = zip(_NAMES, values.tolist(), low.tolist(), high.tolist(), strict=True)
    return Aggregate(
        **{name: Estimate(*numbers) for name, *numbers in bounds},
        tasks=matrix.shape[1],
        runs=matrix.shape[0],
        confidence=confidence,
    )


def _matrix(scores: Mapping[str, ArrayLike], kind: str | None) -> Scores:
    """Returns the scores as an array of shape (runs, tasks)."""
    if not isinstance(scores, Mapping):
        raise ArgumentTypeError(
            f"scores: expected a dict of arrays, by task, got {show(scores)}"
        )
    columns = {task: _column(task, values, kind) for task, values in scores.items()}
    counts = {len(column): task for task, column in columns.items()}
    if not columns or len(counts) > 1:
        got = ", ".join(f"{count} for {task!r}" for count, task in counts.items())
        raise ArgumentError(
            "scores: expected one or more tasks with the same number of runs, got "
            + (got or "none")
        )
    return np.stack(list(columns.values()), axis=1)


def _column(task: str, values: ArrayLike, kind: str | None) -> Scores:
    """Returns the scores of a task's runs, of shape (runs,)."""
    name = f"scores[{task!r}]"
    try:
        array = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        raise ArgumentTypeError(
            f"{name}: expected an array of numbers, got {show(values)}"
        ) from None
    if not array.ndim or not array.size or not np.isfinite(array).all():
        raise ArgumentError(
            f"{name}: expected a finite number for each run, got {show(values)}"
        )
    if kind is not None:
        array = normalize(task, array, kind)
    means: Scores = array.reshape(len(array), -1).mean(axis=1)
    return means


def _resamples(matrix: Scores, reps: int, seed: int | None) -> Iterator[Scores]:
    """Yields arrays of shape (n, runs, tasks) with runs drawn anew for each task."""
    random = np.random.RandomState(seed)
    runs, tasks = matrix.shape
    size = max(1, _CHUNK // matrix.size)
    for first in range(0, reps, size):
        count = min(size, reps - first)
        # One draw at a time, so that chunks do not change the numbers.
        drawn = random.randint(0, runs, size=(count, runs, tasks))
        yield matrix[drawn, np.arange(tasks)]


def _metrics(scores: Scores) -> Scores:
    """Returns the metrics of arrays of shape (n, runs, tasks), of shape (n, 4)."""
    means = scores.mean(axis=1)
    flat = scores.reshape(len(scores), -1)
    count = flat.shape[1]
    cut = int(_TRIMMED * count)
    middle = np.partition(flat, (cut, count - cut - 1), axis=1)[:, cut : count - cut]
    columns = (
        means.mean(axis=1),
        np.median(means, axis=1),
        middle.mean(axis=1),
        1.0 - np.minimum(flat, 1.0).mean(axis=1),
    )
    return np.stack(columns, axis=1)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pool of a suite: a mixed pool that adds the scores of finished episodes."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.results.plans import ApiPlans, Columns
from envpool.suites.catalogue import score_of
from envpool.suites.suite import Score

if TYPE_CHECKING:
    from envpool.mixed.pool import MixedPoolMixin

    _Base = MixedPoolMixin
else:
    _Base = object

__all__ = ["scored_class"]


class EpisodeScores:
    """The hook that adds `info["score"]` to results in which an episode ended.

    Args:
      scores: the score of each task, by its number.
      plans: the plans of the pool, which may have another hook.
      columns: the columns of the pool.
      has_masks: whether each info has a mask.
    """

    def __init__(
        self,
        scores: Sequence[Score | None],
        plans: ApiPlans,
        columns: Columns,
        has_masks: bool,
    ) -> None:
        self._scores = scores
        self._hook = plans.hook
        self._hook_columns = plans.hook_columns
        self._task = columns.index["info:task_id"]
        self._ended = columns.index["_episode"]
        self._return = columns.index["episode:r"]
        self._has_masks = has_masks

    def __call__(self, result: Any, columns: list[NDArray[Any]]) -> Any:
        """Adds the score, in the last part of the result."""
        if self._hook is not None and any(columns[c].any() for c in self._hook_columns):
            result = self._hook(result, columns)
        ended = columns[self._ended]
        if ended.any():
            scores = np.full(len(ended), np.nan)
            rows = np.flatnonzero(ended)
            tasks, returns = columns[self._task][rows], columns[self._return][rows]
            for task in np.unique(tasks).tolist():
                score = self._scores[task]
                if score is not None:
                    own = tasks == task
                    scores[rows[own]] = score.of(returns[own])
            info = result[-1]
            info["score"] = scores
            if self._has_masks:
                info["_score"] = ~np.isnan(scores)
        return result


class ScoredMixin(_Base):
    """The additions of a suite's pool to a mixed pool."""

    def _make_plans(self, columns: Any) -> ApiPlans:
        plans = super()._make_plans(columns)
        scores = [score_of(task.id) for task in self.tasks]
        hook = EpisodeScores(scores, plans, columns, self.env_type == "gymnasium")
        ended = columns.index["_episode"]
        return plans._replace(hook=hook, hook_columns=(*plans.hook_columns, ended))


@functools.cache
def scored_class(cls: type[Any]) -> type[Any]:
    """Returns the subclass of a mixed pool's class whose results have scores.

    Args:
      cls: the class of a mixed pool, of any API but "dm".
    """
    make: Any = type(cls)
    names = {"__module__": cls.__module__, "__doc__": cls.__doc__}
    made: type[Any] = make(cls.__name__, (ScoredMixin, cls), names)
    return made

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The published scores of tasks, and their aggregation over a suite.

    scores = {task: envpool.scores.normalize(task, returns[task]) for task in returns}
    print(envpool.scores.aggregate(scores))

`score_of` returns the numbers of a task's score with their source.
"""

from __future__ import annotations

from envpool.suites.aggregation import Aggregate, Estimate, aggregate
from envpool.suites.catalogue import normalize, score_of
from envpool.suites.suite import Linear, Score, Success, Suite

__all__ = [
    "Aggregate",
    "Estimate",
    "Linear",
    "Score",
    "Success",
    "Suite",
    "aggregate",
    "normalize",
    "score_of",
]

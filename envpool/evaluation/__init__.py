# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Scores of policies: a fixed number of episodes, with an interval and a film."""

from envpool.evaluation.episodes import evaluate
from envpool.evaluation.result import Evaluation

__all__ = ["Evaluation", "evaluate"]

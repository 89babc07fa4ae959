# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The list of classic control tasks."""

from __future__ import annotations

from envpool.suites.suite import Score, Suite

__all__ = ["SCORES", "SUITES"]

# Papers report returns.
SCORES: dict[str, Score] = {}

SUITES = (
    Suite(
        name="classic-control",
        title="The classic control tasks of Gymnasium",
        source="Gymnasium 1.2.3",
        tasks=(
            "Acrobot-v1",
            "CartPole-v1",
            "MountainCar-v0",
            "MountainCarContinuous-v0",
            "Pendulum-v1",
        ),
        note="There are no published scales of scores.",
    ),
)

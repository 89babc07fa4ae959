# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The lists of tasks of MiniGrid and BabyAI, which are scored by success."""

from __future__ import annotations

import envpool.minigrid.registration  # noqa: F401  registers the ids
from envpool.registration import registry
from envpool.suites.suite import Success, Suite

__all__ = ["SCORES", "SUITES"]

_BABYAI = (
    "Chevalier-Boisvert et al. 2019, BabyAI: A Platform to Study the Sample Efficiency "
    "of Grounded Language Learning"
)
_MINIGRID = (
    "Chevalier-Boisvert et al. 2023, Minigrid & Miniworld: Modular & Customizable "
    "Reinforcement Learning Environments for Goal-Oriented Tasks"
)
# Rewards are positive only in the step that reaches the goal; in Playground, never.
_TASKS = tuple(
    task_id
    for task_id, (package, *_) in registry.specs.items()
    if package == "envpool.minigrid" and task_id != "MiniGrid-Playground-v0"
)
_LEVELS = tuple(
    f"BabyAI-{level}-v0"
    for level in (
        *("GoToObj", "GoToRedBallGrey", "GoToRedBall", "GoToLocal", "PutNextLocal"),
        *("PickupLoc", "GoToObjMaze", "GoTo", "Pickup", "UnblockPickup", "Open"),
        *("Unlock", "Synth", "SynthLoc", "GoToSeq", "SynthSeq", "GoToImpUnlock"),
        "BossLevel",
    )
)

SCORES = {
    task_id: Success(_BABYAI if task_id.startswith("BabyAI") else _MINIGRID)
    for task_id in _TASKS
}

SUITES = (
    Suite(
        name="minigrid",
        title="The tasks of MiniGrid that have a goal",
        source=_MINIGRID,
        tasks=tuple(each for each in _TASKS if each.startswith("MiniGrid")),
    ),
    Suite(
        name="babyai-18",
        title="The levels of the BabyAI platform",
        source=_BABYAI,
        tasks=_LEVELS,
        note="The paper has 19 levels; the package minigrid lacks PutNext.",
    ),
)

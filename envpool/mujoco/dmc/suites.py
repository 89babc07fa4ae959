# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The lists of tasks of the DeepMind Control suite that papers report."""

from __future__ import annotations

from envpool.mujoco.dmc.registration import DOMAINS, task_id
from envpool.suites.suite import Linear, Suite

__all__ = ["SCORES", "SUITES"]

_SUITE_PAPER = "Tassa et al. 2018, DeepMind Control Suite"
_SCORE = Linear(
    "dmc", 0.0, 1000.0, f"{_SUITE_PAPER}: rewards in [0, 1] for 1,000 steps"
)

_ALL = {domain: " ".join(tasks) for domain, tasks in DOMAINS.items()}
# `suite.BENCHMARKING`.
_BENCHMARKING = {
    "acrobot": "swingup swingup_sparse",
    "ball_in_cup": "catch",
    "cartpole": "balance balance_sparse swingup swingup_sparse",
    "cheetah": "run",
    "finger": "spin turn_easy turn_hard",
    "fish": "upright swim",
    "hopper": "stand hop",
    "humanoid": "stand walk run",
    "manipulator": "bring_ball",
    "pendulum": "swingup",
    "point_mass": "easy",
    "reacher": "easy hard",
    "swimmer": "swimmer6 swimmer15",
    "walker": "stand walk run",
}
_PROPRIOCEPTION = {
    "acrobot": "swingup",
    "ball_in_cup": "catch",
    "cartpole": "balance balance_sparse swingup swingup_sparse",
    "cheetah": "run",
    "finger": "spin turn_easy turn_hard",
    "hopper": "hop stand",
    "pendulum": "swingup",
    "reacher": "easy hard",
    "walker": "run stand walk",
}
_PLANET = {
    "ball_in_cup": "catch",
    "cartpole": "swingup",
    "cheetah": "run",
    "finger": "spin",
    "reacher": "easy",
    "walker": "walk",
}
_HARD = {"dog": "run stand trot walk", "humanoid": "run stand walk"}


def _ids(tasks: dict[str, str]) -> tuple[str, ...]:
    return tuple(
        task_id(domain, task)
        for domain in sorted(tasks)
        for task in tasks[domain].split()
    )


# The rewards of the domain LQR are not in [0, 1].
SCORES = dict.fromkeys(_ids({**_ALL, "lqr": ""}), _SCORE)

SUITES = (
    Suite(
        name="dmc-51",
        title="All tasks of the DeepMind Control suite",
        source="dm_control 1.0.38, suite.ALL_TASKS",
        tasks=_ids(_ALL),
        note="The two tasks of the domain LQR have no score.",
    ),
    Suite(
        name="dmc-28",
        title="The benchmarking tasks of the DeepMind Control suite",
        source=f"{_SUITE_PAPER}; suite.BENCHMARKING of dm_control 1.0.38",
        tasks=_ids(_BENCHMARKING),
    ),
    Suite(
        name="dmc-20",
        title="Control from pixels",
        source="Hafner et al. 2020, Dream to Control: Learning Behaviors by Latent "
        "Imagination",
        tasks=_ids({**_PROPRIOCEPTION, "quadruped": "run walk"}),
        note="The paper observes pixels: from_pixels=True.",
    ),
    Suite(
        name="dmc-18",
        title="Control from positions and velocities",
        source="Hafner et al. 2025, Mastering Diverse Control Tasks through World "
        "Models",
        tasks=_ids(_PROPRIOCEPTION),
    ),
    Suite(
        name="dmc-7",
        title="The hard tasks: dogs and humanoids",
        source="Lee et al. 2025, SimBa: Simplicity Bias for Scaling Up Parameters in "
        "Deep Reinforcement Learning",
        tasks=_ids(_HARD),
    ),
    Suite(
        name="dmc-6",
        title="Control from pixels with little data: DMC 100k and 500k",
        source="Hafner et al. 2019, Learning Latent Dynamics for Planning from Pixels",
        tasks=_ids(_PLANET),
        note="The papers observe pixels: from_pixels=True.",
    ),
)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The lists of Gymnasium's robots that papers report."""

from __future__ import annotations

from envpool.suites.suite import Linear, Suite

__all__ = ["SCORES", "SUITES"]

_D4RL = "Fu et al. 2020, D4RL: Datasets for Deep Data-Driven Reinforcement Learning"


def _score(low: float, high: float) -> Linear:
    """The returns of random actions and of the expert."""
    return Linear("d4rl", low, high, "Fu et al. 2020; d4rl/infos.py of D4RL")


SCORES = {
    "HalfCheetah-v4": _score(-280.178953, 12135.0),
    "Hopper-v4": _score(-20.272305, 3234.3),
    "Walker2d-v4": _score(1.629008, 4592.3),
}
_LATER = "The paper has version 1 of the tasks, and no normalised scores."


def _ids(names: str) -> tuple[str, ...]:
    return tuple(f"{name}-v5" for name in names.split())


SUITES = (
    Suite(
        name="d4rl-3",
        title="Robots of the datasets of D4RL, with its normalised scores",
        source=_D4RL,
        tasks=tuple(SCORES),
        note="The scores were published for version 2 of the tasks.",
    ),
    Suite(
        name="mujoco-7",
        title="Seven robots, as for TD3",
        source="Fujimoto et al. 2018, Addressing Function Approximation Error in "
        "Actor-Critic Methods",
        tasks=_ids(
            "HalfCheetah Hopper Walker2d Ant Reacher InvertedPendulum "
            "InvertedDoublePendulum"
        ),
        note=_LATER,
    ),
    Suite(
        name="mujoco-7-ppo",
        title="Seven robots, as for PPO",
        source="Schulman et al. 2017, Proximal Policy Optimization Algorithms",
        tasks=_ids(
            "HalfCheetah Hopper InvertedDoublePendulum InvertedPendulum Reacher "
            "Swimmer Walker2d"
        ),
        note=_LATER,
    ),
)

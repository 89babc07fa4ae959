# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Adroit hand: Door, Hammer, Pen and Relocate."""

from __future__ import annotations

from envpool.mujoco.robotics.configs import COMMON_RULES, REWARD_TYPES, with_model_path
from envpool.registration import Family, InfoKeys

__all__ = ["IDS", "add"]

_TASKS = ("Door", "Hammer", "Pen", "Relocate")
_SUFFIXES = {"": "dense", "Sparse": "sparse"}
_LIMIT = 200  # steps

IDS = tuple(f"AdroitHand{task}{end}-v1" for task in _TASKS for end in _SUFFIXES)


def add(family: Family) -> None:
    """Registers the tasks.

    Args:
      family: the family.
    """
    for task in _TASKS:
        env = f"AdroitHand{task}"
        family.rules(
            env,
            {**COMMON_RULES, "reward_type": REWARD_TYPES},
            validate_config=with_model_path,
        )
        family.official(
            env,
            action_dtype="float32",
            infos=lambda config: InfoKeys(
                absent=frozenset({"distance"}), step_only=frozenset({"success"})
            ),
            render_fps=lambda config: 1 / (0.002 * config["frame_skip"]),
        )
        for suffix, reward_type in _SUFFIXES.items():
            family.task(
                f"{env}{suffix}-v1",
                env,
                max_episode_steps=_LIMIT,
                reward_type=reward_type,
            )

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The task of dm_control to follow clips of motion capture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from envpool.registration import Family

__all__ = ["TRACKING_ID", "add"]

_TASK = "cmu_humanoid_tracking"
TRACKING_ID = f"dm_control/locomotion/{_TASK}"

_TIMESTEP = 0.005  # in seconds
_STEPS = 1001  # in 30 seconds, as for all official humanoids
_MOST_FRAMES = 10_000  # in a clip


def _render_fps(config: Mapping[str, Any]) -> float:
    return float(1 / (_TIMESTEP * config["frame_skip"]))


def add(family: Family, check: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Adds the task.

    Args:
      family: the family of locomotion tasks.
      check: checks the assets of a config, and returns the config.
    """

    def check_steps(config: dict[str, Any]) -> dict[str, Any]:
        steps = config["ref_steps"]
        if not steps or not all(0 <= step < _MOST_FRAMES for step in steps):
            raise ValueError(
                "ref_steps: expected numbers of steps from 0 to "
                f"{_MOST_FRAMES - 1}, at least one, got {steps}"
            )
        return check(config)

    family.meanings(
        {
            "ref_path": "File of motion-capture clips to follow; by default, those of "
            "the official data set `walk_tiny`.",
            "ref_steps": "The clip's frames that are observed, as numbers of steps "
            "from the current one.",
            "termination_error_threshold": "The largest mean distance from the clip, "
            "of joints and bodies; a larger one terminates the episode.",
            "min_steps": "Number of steps that an episode can have at least, before "
            "its clip ends.",
            "reward_type": "The official reward function.",
            "always_init_at_clip_start": "Episodes start at a clip's first frame, not "
            "at any frame.",
            "body_error_multiplier": "Weight of distances of bodies, in metres, "
            "relative to those of joints, in radians.",
        },
        "Tracking",
    )
    family.official("Tracking", render_fps=_render_fps)
    family.rules(
        "Tracking",
        {
            "frame_skip": {"min": 1, "max": 1000},
            "frame_stack": {"min": 1, "max": 64},
            "obs_dtype": {"choices": ("float64", "float32")},
            "task_name": {"choices": (_TASK,)},
            "termination_error_threshold": {"min": 1e-6},
            "ref_path": {"path": True},
            "min_steps": {"min": 1, "max": _MOST_FRAMES},
            "reward_type": {
                "choices": ("comic", "multi_term_pose_reward", "termination_reward")
            },
            "body_error_multiplier": {"min": 0.0},
        },
        validate_config=check_steps,
    )
    family.task(TRACKING_ID, "Tracking", task_name=_TASK, max_episode_steps=_STEPS)

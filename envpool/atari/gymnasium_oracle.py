# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's counterparts: see testing/system/official_test.py."""

from typing import Any

import ale_py
import gymnasium
from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation

IS_PLAIN = False
# ale-py says 30 for any frame skip, which is twice real time when skipping 4 frames.
RENDER_FPS = 15


def register() -> None:
    """Registers the official envs."""
    gymnasium.register_envs(ale_py)


def name_of(task_id: str) -> str:
    """Returns the official id."""
    return f"ALE/{task_id.replace('3d', '3D')}"


def make(name: str) -> gymnasium.Env[Any, Any]:
    """Returns the official env, preprocessed."""
    env: Any = gymnasium.make(name, frameskip=1).unwrapped
    # A few games lack NOOP, the action with which the wrapper begins an episode.
    noop_max = 30 if env.get_action_meanings()[0] == "NOOP" else 0
    return FrameStackObservation(AtariPreprocessing(env, noop_max=noop_max), 4)


def max_episode_steps(kwargs: dict[str, int]) -> int:
    """Returns the official limit, converted from frames to steps."""
    return kwargs["max_num_frames_per_episode"] // kwargs["frameskip"]

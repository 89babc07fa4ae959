# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's counterparts: see testing/system/official_test.py."""

from typing import Any

import ale_py
import gymnasium
from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation

IS_PLAIN = False
# Theirs says 30 whatever frames are skipped, which is twice as fast as life.
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
    # A few games lack the action that the wrapper begins an episode with.
    noop_max = 30 if env.get_action_meanings()[0] == "NOOP" else 0
    return FrameStackObservation(AtariPreprocessing(env, noop_max=noop_max), 4)


def max_episode_steps(kwargs: dict[str, int]) -> int:
    """Returns a limit in steps; theirs counts frames."""
    return kwargs["max_num_frames_per_episode"] // kwargs["frameskip"]

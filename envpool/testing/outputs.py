# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools with short episodes for tests of `output=`, and their results."""

from __future__ import annotations

from typing import Any

import numpy as np

import envpool

__all__ = ["CASES", "ENV_TYPES", "NUM_ENVS", "arrays_of", "make"]

NUM_ENVS = 6
ENV_TYPES = ("gym", "gymnasium", "dm")
# Ids and APIs with observations of numbers, tuples of numbers, dicts with texts.
CASES = [
    *(("CartPole-v1", env_type) for env_type in ENV_TYPES),
    *(("Blackjack-v1", env_type) for env_type in ENV_TYPES),
    ("BabyAI-OpenDoor-v0", "gymnasium"),
]


def make(
    task_id: str = "CartPole-v1", env_type: str = "gymnasium", **kwargs: Any
) -> Any:
    """Makes a pool with short episodes and infos about their ends.

    Args:
      task_id: the id.
      env_type: the API.
      **kwargs: as for `envpool.make`.
    """
    options = {"num_envs": NUM_ENVS, "max_episode_steps": 5, **kwargs}
    if env_type != "dm":
        options = {"autoreset_mode": "same_step", "episode_stats": True, **options}
    return envpool.make(task_id, env_type, **options)


def arrays_of(tree: Any) -> list[Any]:
    """Returns the arrays of a result, without the durations of episodes.

    Args:
      tree: a result; a tuple of str counts as an array.
    """
    if isinstance(tree, dict):
        tree = tuple(value for key, value in tree.items() if key != "t")
    if isinstance(tree, tuple) and not (tree and isinstance(tree[0], str)):
        return [array for item in tree for array in arrays_of(item)]
    if isinstance(tree, np.ndarray) and tree.dtype == object:
        return [array for item in tree if item is not None for array in arrays_of(item)]
    return [tree]

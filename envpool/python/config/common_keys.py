# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The config keys that all tasks have, as rows; see `keywords.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from envpool.python.config.argument_checks import MAX_SEED
from envpool.python.config.values import Rule

__all__ = ["COMMON_KEYS", "OF_THE_POOL", "CommonKey"]

_ANY: Rule = {}


class CommonKey(NamedTuple):
    """A config key of all tasks; its default and range are native.

    Attributes:
      type: the annotation, valid in keywords.py.
      meaning: a sentence; backticks are for code.
      rule: further restrictions of its values.
      of_the_pool: whether it affects only how envs run, not their results.
    """

    type: str
    meaning: str
    rule: Rule = _ANY
    of_the_pool: bool = True


COMMON_KEYS: Mapping[str, CommonKey] = {
    "num_envs": CommonKey("int", "Number of environments in the pool."),
    "batch_size": CommonKey(
        "int",
        "Number of rows in a result; 0 means one for each env, and fewer than "
        "`num_envs` make the pool asynchronous.",
    ),
    "num_threads": CommonKey(
        "NumThreads",
        'Number of worker threads; 0 or "auto" means as many as the CPUs and '
        "`batch_size` can use.",
        {"names": {"auto": 0}},
    ),
    "max_num_players": CommonKey(
        "int", "Maximum number of players in an env.", of_the_pool=False
    ),
    "thread_affinity_offset": CommonKey(
        "int",
        "Unless -1, worker thread i is pinned to CPU offset + i, modulo their number, "
        "of those that the process may use.",
    ),
    "base_path": CommonKey(
        "PathLike",
        "Folder in which the family looks for its data files.",
        {"path": True},
        of_the_pool=False,
    ),
    "seed": CommonKey(
        "int | Integers | None",
        "Env i gets seed + i; may also be a list with a seed for each env, or None "
        "for a random seed.",
    ),
    "env_seed": CommonKey(
        "Integers",
        "One seed for each env; a list given as `seed` ends up here.",
        {"item": "int", "max": MAX_SEED},
    ),
    "gym_reset_return_info": CommonKey(
        "bool", "Kept for programs written for EnvPool 1.x; must be True."
    ),
    "max_episode_steps": CommonKey(
        "int | None",
        "Number of steps after which an episode is truncated; None means the task's "
        "own limit, 0 none but the env's own.",
        of_the_pool=False,
    ),
}

OF_THE_POOL = frozenset(name for name, key in COMMON_KEYS.items() if key.of_the_pool)

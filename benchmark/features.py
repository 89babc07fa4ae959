# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Further systems of `make bench`: what a pool costs that does more than step one task.

They step CartPole. Its steps are short, so additional costs are visible.
"""

from __future__ import annotations

from typing import Any

import envpool
from envpool.bench.pool import Pool, System
from envpool.bench.worker import Player, of_envpool, of_vector

__all__ = [
    "SYSTEMS",
    "mixed",
    "normalized",
    "python_envs",
    "randomized",
    "wrapped",
]


def mixed(pool: dict[str, Any]) -> Player:
    """A mixed pool of two tasks, each with half of the envs."""
    name, count = pool["task_id"], pool["num_envs"]
    env = envpool.make_mixed([(name, count // 2), (name, count - count // 2)])
    return of_envpool(env, pool, envpool.__version__)


def randomized(pool: dict[str, Any]) -> Player:
    """A pool that draws two parameters at each reset, so that all envs differ."""
    env = envpool.make_gym(
        pool["task_id"],
        num_envs=pool["num_envs"],
        randomize={
            "masspole": ("uniform", 0.5, 2.0, "scale"),
            "gravity": ("uniform", 0.9, 1.1, "scale"),
        },
    )
    return of_envpool(env, pool, envpool.__version__)


def normalized(pool: dict[str, Any]) -> Player:
    """A pool that normalizes observations and rewards."""
    env = envpool.make_gym(
        pool["task_id"],
        num_envs=pool["num_envs"],
        normalize_obs=True,
        normalize_reward=True,
    )
    return of_envpool(env, pool, envpool.__version__)


def wrapped(pool: dict[str, Any]) -> Player:
    """A plain pool, normalized by Gymnasium's wrappers."""
    from gymnasium.wrappers.vector import NormalizeObservation, NormalizeReward

    env: Any = envpool.make_gymnasium(pool["task_id"], num_envs=pool["num_envs"])
    return of_vector(NormalizeReward(NormalizeObservation(env)))


def python_envs(pool: dict[str, Any]) -> Player:
    """A pool of Gymnasium's own envs, in worker processes."""
    env = envpool.from_gymnasium(pool["task_id"], pool["num_envs"], env_type="gym")
    return of_envpool(env, pool, envpool.__version__)


def _plays(pool: Pool) -> bool:
    return pool.task_id == "CartPole-v1" and pool.num_envs > 1 and not pool.is_async


SYSTEMS = tuple(
    System(key=key, title=title, player=f"benchmark.features:{key}", plays=_plays)
    for key, title in {
        "mixed": "EnvPool, mixed pool",
        "randomized": "EnvPool, randomized",
        "normalized": "EnvPool, normalized",
        "wrapped": "EnvPool in Gymnasium's NormalizeObservation and NormalizeReward",
        "python_envs": "EnvPool, Gymnasium's envs",
    }.items()
)

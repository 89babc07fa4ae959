# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Loops in C++ over envs that take long: a system of `make bench`, the limit.

No pool that plays these envs can be faster. A family with a loop has loop.cc and
loop.py in its folder: `bare(pool)` returns what plays the loop, and `SYSTEMS`, if it
is there, has further systems that play the family's pools.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from envpool import families
from envpool.bench.systems import System
from envpool.bench.worker import Player
from envpool.registration import registry

__all__ = ["BARE", "SYSTEMS", "bare", "loop_of"]


@functools.cache
def _loops() -> dict[str, ModuleType]:
    return {str(module.__package__): module for module in families.modules("loop")}


def loop_of(task_id: str) -> ModuleType | None:
    """Returns the loop.py of the task's family; None if it has none."""
    import envpool

    envpool.list_all_envs()  # also those of other wheels
    if task_id not in registry.specs:
        return None
    return _loops().get(registry.specs[task_id][0])


def bare(pool: dict[str, Any]) -> Player:
    """Steps of envs in a loop of C++, on as many threads as a pool has.

    Args:
      pool: as a worker gets it.

    Raises:
      ValueError: there is no loop of the pool's task.
    """
    loop = loop_of(pool["task_id"])
    if loop is None:
        raise ValueError(f"{pool['task_id']}: its family has no loop.py")
    player: Player = loop.bare(pool)
    return player


BARE = System(
    key="bare",
    title="bare loop in C++",
    player="benchmark.loops:bare",
    plays=lambda pool: loop_of(pool.task_id) is not None,
    is_limit=True,
)
SYSTEMS: tuple[System, ...] = (
    *(each for loop in _loops().values() for each in getattr(loop, "SYSTEMS", ())),
    BARE,
)

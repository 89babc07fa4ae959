# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""C++ loops over costly envs: a system of `make bench` that shows the limit.

A pool that does the same work cannot be faster. A family with a loop has loop.cc and
loop.py in its folder. In loop.py, `bare(pool)` returns a player of the loop, and the
optional `SYSTEMS` has further systems for the family's pools, as has peer_loop.py.
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

    envpool.list_all_envs()  # registers families of other wheels, too
    if task_id not in registry.specs:
        return None
    return _loops().get(registry.specs[task_id][0])


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that steps envs in a C++ loop, on as many threads as a pool.

    Args:
      pool: the description of a pool that a worker gets.

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
    is_upper_bound=True,
)
SYSTEMS: tuple[System, ...] = (
    *(
        each
        for loop in (*_loops().values(), *families.modules("peer_loop"))
        for each in getattr(loop, "SYSTEMS", ())
    ),
    BARE,
)

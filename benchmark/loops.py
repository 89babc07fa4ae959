# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Loops in C++ over envs that take long: a system of `make bench`, the limit.

No pool that plays these envs can be faster. The loops are those of *_loop.cc.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
from collections.abc import Callable, Sequence
from typing import Any

from benchmark import mujoco_peers
from envpool.bench.pools import Pool
from envpool.bench.systems import System
from envpool.bench.worker import Player
from envpool.registration import registry

__all__ = ["BARE", "bare", "play_loop"]

FOLDER = pathlib.Path(__file__).parent
# How many batches are played in turn, of which nothing depends on the number.
BATCHES = 1024


def _config(task_id: str) -> Any:
    import envpool

    return envpool.make_spec(task_id).config


def _of_box2d(pool: dict[str, Any]) -> list[str]:
    return [pool["task_id"].partition("-")[0]]


def _of_minigrid(pool: dict[str, Any]) -> list[str]:
    return [pool["task_id"], str(pool["options"].get("max_episode_steps", 0))]


def _of_procgen(pool: dict[str, Any]) -> list[str]:
    config = _config(pool["task_id"])
    return [f"{config.base_path}/procgen", config.env_name]


def _of_vizdoom(pool: dict[str, Any]) -> list[str]:
    config = _config(pool["task_id"])
    return [config.vzd_path, config.iwad_path, config.cfg_path, config.wad_path]


# What a family's loop is made from.
ARGUMENTS: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "box2d": _of_box2d,
    "minigrid": _of_minigrid,
    "procgen": _of_procgen,
    "vizdoom": _of_vizdoom,
}

# Where a thread waits while its env, a process, plays.
THREADS_PER_CPU = {"vizdoom": 3}


def _family(task_id: str) -> str:
    import envpool

    envpool.list_all_envs()  # also those of other wheels
    import_path = registry.specs[task_id][0] if task_id in registry.specs else ""
    return import_path.rpartition(".")[2]


def _plays(pool: Pool) -> bool:
    """Returns whether there is a loop of the pool's envs."""
    return mujoco_peers.plays(pool) or _family(pool.task_id) in ARGUMENTS


def play_loop(
    family: str, arguments: Sequence[str], num_envs: int
) -> Callable[[Sequence[Any]], None]:
    """Returns what plays as many steps of each env as it gets batches.

    Args:
      family: whose loop.
      arguments: of its MakeLoop.
      num_envs: how many envs.

    Raises:
      ValueError: there is no such loop.
    """
    library = ctypes.CDLL(str(FOLDER / f"lib{family}_loop.so"))
    library.LoopMake.restype = ctypes.c_void_p
    library.LoopPlay.restype = ctypes.c_bool
    texts = (ctypes.c_char_p * len(arguments))(*map(os.fsencode, arguments))
    threads = mujoco_peers.num_threads(num_envs, THREADS_PER_CPU.get(family, 1))
    made = library.LoopMake(len(texts), texts, num_envs, threads)
    if not made:
        raise ValueError(f"{family}: no loop over {' '.join(arguments)}")
    loop = ctypes.c_void_p(made)

    def play(batches: Sequence[Any]) -> None:
        if not library.LoopPlay(loop, len(batches)):
            raise RuntimeError(f"{family}: an env of the loop failed")

    return play


def bare(pool: dict[str, Any]) -> Player:
    """Steps of envs in a loop of C++, on as many threads as a pool has.

    Args:
      pool: as a worker gets it.
    """
    family, rows = _family(pool["task_id"]), pool["num_envs"]
    if family not in ARGUMENTS:
        return mujoco_peers.bare(pool)
    play = play_loop(family, ARGUMENTS[family](pool), rows)
    return Player(play, list(range(BATCHES)), rows, "")


BARE = System(
    key="bare",
    title="bare loop in C++",
    player="benchmark.loops:bare",
    plays=_plays,
    is_limit=True,
)

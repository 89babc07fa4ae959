# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Plays a family's loop.cc: envs in C++ threads, without a pool and Python.

benchmark/loop.h declares the functions of its library.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
from collections.abc import Sequence
from typing import Any

from envpool.bench.worker import Player

__all__ = ["load", "num_threads", "play_library"]

# The number of placeholder batches; a loop draws its own actions.
BATCHES = 1024


def num_threads(num_envs: int, per_cpu: int = 1) -> int:
    """Returns the number of threads of a loop over these envs, as for a pool.

    Args:
      num_envs: the number of envs.
      per_cpu: the maximum number of threads per CPU.
    """
    return min(num_envs, per_cpu * len(os.sched_getaffinity(0)))


def load(file: str) -> ctypes.CDLL:
    """Returns the library of a loop.

    Args:
      file: the path of the family's loop.py, or of another such module, whose library
        has its name, too.
    """
    path = pathlib.Path(file)
    name = f"lib{path.parent.name}_{path.stem}.so"
    library = ctypes.CDLL(str(path.with_name(name)))
    library.LoopMake.restype = ctypes.c_void_p
    return library


def play_library(
    file: str, arguments: Sequence[str], pool: dict[str, Any], per_cpu: int = 1
) -> Player:
    """Returns a player for a loop over the pool's envs.

    Args:
      file: as for `load`.
      arguments: the arguments of its MakeLoop.
      pool: the pool, as a worker gets it.
      per_cpu: the maximum number of threads per CPU.

    Raises:
      ValueError: there is no such loop.
    """
    library = load(file)
    library.LoopPlay.restype = ctypes.c_bool
    rows = pool["num_envs"]
    texts = (ctypes.c_char_p * len(arguments))(*map(os.fsencode, arguments))
    threads = num_threads(rows, per_cpu)
    made = library.LoopMake(len(texts), texts, rows, threads)
    if not made:
        raise ValueError(f"no loop over {' '.join(arguments)}")
    loop = ctypes.c_void_p(made)

    def play(batches: Sequence[Any]) -> None:
        if not library.LoopPlay(loop, len(batches)):
            raise RuntimeError(f"an env of {pool['task_id']} failed")

    return Player(play, list(range(BATCHES)), rows, "")

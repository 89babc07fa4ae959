# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Counts the locks of a batch for up to 128 threads, and estimates many cores.

    bazel run //benchmark:contention -- [--batches 200] [id ...]

mutex_counter.cc counts the mutexes that the threads of a process lock, and how many
acquisitions found the mutex locked. Threads outnumber the cores of most machines, so
that a thread also loses its core while it holds a mutex.

From the counts of the most threads, the time of the envs and that of the caller, the
program estimates how much faster a pool is on many cores than on one. Work that is done
in parallel is divided by the cores. The caller's work and the locks are serial; a lock
is assumed to take LOCK_SECONDS, three times as long as measured on one core, since its
cache line comes from another socket. Memory bandwidth is not part of the estimate.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import pathlib
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import envpool
from benchmark import memory

__all__ = ["Counts", "main", "speed_up"]

COUNTER = pathlib.Path(__file__).with_name("libmutex_counter.so")
THREADS = (1, 2, 8, 32, 128)
CORES = (2, 8, 16, 64, 128, 256)
IDS = ("CartPole-v1", "Pong-v5", "HalfCheetah-v5", "Ant-v5")
NUM_ENVS = 1024
LOCK_SECONDS = 0.3e-6


class Counts(NamedTuple):
    """Averages over the batches of a pool.

    Attributes:
      locks: the number of acquisitions of a mutex.
      contended: the number of those that found the mutex locked.
      envs: the seconds of the envs' steps, on all threads.
      caller: the seconds of the rest of the calls.
    """

    locks: float
    contended: float
    envs: float
    caller: float


def speed_up(few: Counts, many: Counts, cores: int) -> float:
    """Estimates how much faster a pool is on `cores` cores than on one.

    The envs and the locks overlap: the longer one counts fully, and half of the shorter
    one, for the time that threads wait.

    Args:
      few: counts with one thread.
      many: counts with many threads.
      cores: the number of cores.
    """
    shorter, longer = sorted((few.envs / cores, many.locks * LOCK_SECONDS))
    return (few.envs + few.caller) / (few.caller + longer + shorter / 2)


def count(task_id: str, batch_size: int, num_threads: int, batches: int) -> Counts:
    """Counts while a pool is played."""
    library = ctypes.CDLL(None).envpool_locks
    numbers = (ctypes.c_int64 * 2)()
    pool: Any = envpool.make_gym(
        task_id, num_envs=NUM_ENVS, batch_size=batch_size, num_threads=num_threads
    )
    play = memory.player_of(
        pool, task_id, "gym", batch_size if batch_size < NUM_ENVS else 0
    )
    play(batches // 4)
    library(numbers)
    before = list(numbers)
    with envpool.profile(pool) as profile:
        play(batches)
    library(numbers)
    locks, contended = ((b - a) / batches for a, b in zip(before, numbers, strict=True))
    envs = (profile.envs + profile.workers) / batches
    pool.close()
    return Counts(locks, contended, envs, profile.overhead / batches)


def ask(*arguments: Any) -> Counts:
    """Calls `count` in a new process that counts locks."""
    environment = {"LD_PRELOAD": str(COUNTER.absolute())}
    return Counts(
        *memory.ask("count", *arguments, environment=environment, program=__file__)
    )


def report(task_id: str, batch_size: int, batches: int) -> None:
    """Prints the counts and estimates of a pool."""
    found = [ask(task_id, batch_size, threads, batches) for threads in THREADS]
    print(f"\n{task_id}, {NUM_ENVS} envs, batches of {batch_size}")
    for threads, each in zip(THREADS, found, strict=True):
        print(
            f"  {threads:4} threads: {each.locks:7.1f} locks a batch, "
            f"{each.locks / batch_size:5.2f} a row, {each.contended:5.2f} contended"
        )
    estimates = [f"{speed_up(found[0], found[-1], cores):.0f}" for cores in CORES]
    print(f"  on {CORES} cores: {', '.join(estimates)} times as fast as on one")


def main(arguments: Sequence[str] | None = None) -> None:
    """Makes one measurement (in a child process), or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--batches", type=int, default=50)
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    args = parser.parse_args(arguments)
    if args.answer is not None:
        print(json.dumps(count(*json.loads(args.answer)[1:])))
        return
    for task_id in args.ids or IDS:
        for batch_size in (NUM_ENVS, NUM_ENVS // 4):
            report(task_id, batch_size, args.batches)


if __name__ == "__main__":
    # Python puts this file's folder first, but its files are not top-level modules.
    del sys.path[0]
    main()

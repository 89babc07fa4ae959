# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The cost of a pool of an author's env: bazel run //benchmark/grid_world:compare.

Uses 1,024 envs on one CPU. For an `Env` and for a `BatchEnv`, a loop in C++ over the
envs, the pool stepped from C++ and the pool stepped from Python take turns; the
medians are printed, with their ratio to the loop.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import pathlib
import statistics
import time
from collections.abc import Callable, Sequence

import numpy as np

import benchmark.grid_world.registration  # noqa: F401
import envpool

NUM_ENVS = 1024
BATCHES = 64
TASKS = {"env": "GridWorld-v1", "batch": "GridLanes-v1"}
LIBRARY = pathlib.Path(__file__).with_name("libgrid_world_loop.so")

Play = Callable[[int], None]  # batches per call


def from_cpp(system: str) -> Play:
    """Returns a function that steps a loop or a pool of the library."""
    library = ctypes.CDLL(str(LIBRARY))
    library.LoopMake.restype = ctypes.c_void_p
    library.LoopPlay.restype = ctypes.c_bool
    arguments = (ctypes.c_char_p * 1)(system.encode())
    loop = ctypes.c_void_p(library.LoopMake(1, arguments, NUM_ENVS, 1))

    def play(batches: int) -> None:
        assert library.LoopPlay(loop, batches)

    return play


def from_python(task_id: str) -> Play:
    """Returns a function that steps a pool from Python."""
    env = envpool.make_gymnasium(task_id, num_envs=NUM_ENVS, num_threads=1)
    env.reset()
    random = np.random.default_rng(1)
    actions = random.integers(0, 4, (BATCHES, NUM_ENVS), np.int32)

    def play(batches: int) -> None:
        for i in range(batches):
            env.step(actions[i % BATCHES])

    return play


def timed(play: Play, seconds: float) -> float:
    """Returns env steps per second of CPU time."""
    batches = 0
    start = now = time.process_time()
    while now - start < seconds:
        play(BATCHES)
        batches += BATCHES
        now = time.process_time()
    return batches * NUM_ENVS / (now - start)


def main(argv: Sequence[str] | None = None) -> None:
    """Prints a table.

    Args:
      argv: arguments of the command line, by default those of this process.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3)
    args = parser.parse_args(argv)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for kind, task_id in TASKS.items():
        systems = {
            "loop in C++": from_cpp(f"{kind}-loop"),
            "pool from C++": from_cpp(f"{kind}-pool"),
            "pool from Python": from_python(task_id),
        }
        rates: dict[str, list[float]] = {name: [] for name in systems}
        for round_ in range(args.rounds + 1):
            for name, play in systems.items():
                rate = timed(play, args.seconds)
                if round_ > 0:  # the first round warms up
                    rates[name].append(rate)
        limit = statistics.median(rates["loop in C++"])
        for name, found in rates.items():
            median = statistics.median(found)
            spread = f"{min(found) / 1e6:.1f} to {max(found) / 1e6:.1f}"
            print(
                f"{task_id:<13} {name:<17} {median / 1e6:7.2f} M steps/s "
                f"({spread}), {median / limit:.2f} of the loop"
            )


if __name__ == "__main__":
    main()

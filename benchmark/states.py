# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures saving, loading and cloning of states.

    bazel run //benchmark:states -- [--num-envs 64] [--seconds 1] [id ...]

Of each id it prints the bytes of a state after some random steps, the time of a call
for one env, and the time for each further env of a call for all of them: the least of
many calls, in microseconds. One env's state is cloned to all others.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

import numpy as np

import envpool

TASKS = ("TicTacToe-v1", "ConnectFour-v1", "Othello-v1", "Chess-v1", "Go9x9-v1")


def least(call: Callable[[], object], seconds: float) -> float:
    """Returns the least time of a call, in microseconds."""
    found: list[float] = []
    end = time.perf_counter() + seconds
    while not found or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        found.append(time.perf_counter() - start)
    return 1e6 * min(found)


def measure(task_id: str, num_envs: int, seconds: float) -> str:
    """Returns a row of the table.

    Args:
      task_id: the id.
      num_envs: the number of envs of large calls.
      seconds: how long each function is called.
    """
    env = envpool.make_gymnasium(task_id, num_envs=2 * num_envs, seed=1)
    env.reset()
    for _ in range(9):
        env.step(env.sample_actions())
    first, second = np.arange(num_envs), np.arange(num_envs, 2 * num_envs)
    states = env.save_state(first)
    cells = [f"{task_id:<20}{len(states[0]):>7}"]
    for one, all_envs in (
        (
            lambda: env.clone_state(0, second[:1]),
            lambda: env.clone_state(0, second),
        ),
        (lambda: env.save_state(first[:1]), lambda: env.save_state(first)),
        (
            lambda: env.load_state(states[:1], first[:1]),
            lambda: env.load_state(states, first),
        ),
    ):
        alone = least(one, seconds)
        more = (least(all_envs, seconds) - alone) / (num_envs - 1)
        cells.append(f"{alone:>8.1f}{more:>8.2f}")
    env.close()
    return "".join(cells)


def main(args: Sequence[str] | None = None) -> None:
    """Measures the ids of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", default=TASKS)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=1.0)
    parsed = parser.parse_args(args)
    heads = ("clone", "each", "save", "each", "load", "each")
    print(f"{'id':<20}{'bytes':>7}" + "".join(f"{head:>8}" for head in heads))
    for task_id in parsed.tasks:
        print(measure(task_id, parsed.num_envs, parsed.seconds), flush=True)


if __name__ == "__main__":
    main()

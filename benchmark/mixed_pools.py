# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Mixed pools, against pools with one task each that take turns.

    bazel run //benchmark:mixed_pools -- [--case games|control] [--rounds 9]

The systems take turns, in rounds; printed are the medians of steps per second, and the
median of the ratios of the rounds.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import envpool

__all__ = ["main"]

_LOOK = 4  # batches between looks at the clock
CASES: dict[str, tuple[list[tuple[str, int]], dict[str, Any]]] = {
    "games": (
        [("Pong-v5", 32), ("Breakout-v5", 32)],
        {"full_action_space": True},
    ),
    "control": ([("CartPole-v0", 512), ("CartPole-v1", 512)], {}),
}

Step = Callable[[], object]


def mixed(tasks: list[tuple[str, int]], keys: dict[str, Any]) -> Step:
    """Steps all envs as one pool."""
    pool = envpool.make_mixed(tasks, **keys)
    pool.reset()
    actions = np.zeros(len(pool), np.int32)
    return lambda: pool.step(actions)


def apart(tasks: list[tuple[str, int]], keys: dict[str, Any]) -> Step:
    """Steps one pool after the other."""
    pools = [envpool.make_gym(task, num_envs=n, **keys) for task, n in tasks]
    actions = [np.zeros(n, np.int32) for _, n in tasks]
    for pool in pools:
        pool.reset()

    def step() -> None:
        for pool, action in zip(pools, actions, strict=True):
            pool.step(action)

    return step


def interleaved(tasks: list[tuple[str, int]], keys: dict[str, Any]) -> Step:
    """Steps one pool of the last task with two alternating configs."""
    task, count = tasks[-1][0], sum(n for _, n in tasks)
    limits = [400 + 100 * (i % 2) for i in range(count)]
    config = {"max_episode_steps": limits}
    pool = envpool.make_gym(task, num_envs=count, env_config=config, **keys)
    pool.reset()
    actions = np.zeros(count, np.int32)
    return lambda: pool.step(actions)


def one(tasks: list[tuple[str, int]], keys: dict[str, Any]) -> Step:
    """Steps one plain pool of the last task."""
    count = sum(n for _, n in tasks)
    return apart([(tasks[-1][0], count)], keys)


SYSTEMS = {
    "mixed pool": mixed,
    "pools apart": apart,
    "two configs in turn": interleaved,
    "one task, plain": one,
}


def rate(step: Step, count: int, seconds: float) -> float:
    """Returns the steps per second of a function that makes `count`."""
    start = time.perf_counter()
    batches = 0
    while (taken := time.perf_counter() - start) < seconds:
        for _ in range(_LOOK):
            step()
        batches += _LOOK
    return batches * count / taken


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", choices=CASES, default="control")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    tasks, keys = CASES[args.case]
    count = sum(n for _, n in tasks)
    steps = {name: make(tasks, keys) for name, make in SYSTEMS.items()}
    rates: dict[str, list[float]] = {name: [] for name in steps}
    for i in range(args.rounds + 1):
        for name, step in steps.items():
            now = rate(step, count, args.seconds)
            if i:  # the first round warms up
                rates[name].append(now)
    first = rates["mixed pool"]
    for name, measured in rates.items():
        ratio = statistics.median(a / b for a, b in zip(first, measured, strict=True))
        median = statistics.median(measured)
        print(f"{name:20} {median:14,.0f} steps/s   mixed pool: {ratio:.3f} x")


if __name__ == "__main__":
    main()

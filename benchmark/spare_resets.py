# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the slowest steps of a pool, with and without `spare_resets`.

    bazel run //benchmark:spare_resets -- [--pause 2] [--steps 2000] [id ...]

Between two steps the program waits for the time that a learner needs. The pools with
and without spares take turns, step by step, with the same actions. It prints the median
and the 99th percentile of a step's milliseconds, and the ratio of the percentiles.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import envpool

__all__ = ["main"]

IDS = (
    "BabyAI-BossLevel-v0",
    "MiniGrid-WFC-MazeSimple-v0",
    "MiniGrid-MultiRoom-N6-v0",
    "CarRacing-v3",
    "Basic-v1",
    "VizdoomDeadlyCorridor-v1",
)


def measure(task_id: str, num_envs: int, steps: int, pause: float) -> Any:
    """Returns the seconds of each step, without and with spares."""
    pools = [
        envpool.make_gymnasium(
            task_id, num_envs=num_envs, max_episode_steps=50, spare_resets=spares
        )
        for spares in (0, num_envs)
    ]
    space = pools[0].action_space
    space.seed(1)
    taken = np.zeros((2, steps))
    for pool in pools:
        pool.reset()
        # Spreads the ends of episodes over time.
        for first in range(1, num_envs):
            ids = np.arange(first)
            pool.step(space.sample()[:first], ids)
    for step in range(steps):
        actions = space.sample()
        for which, pool in enumerate(pools):
            time.sleep(pause)
            start = time.perf_counter()
            pool.step(actions)
            taken[which, step] = time.perf_counter() - start
    for pool in pools:
        pool.close()
    return taken


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=IDS)
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--pause", type=float, default=2, help="milliseconds")
    args = parser.parse_args()
    print(f"{args.num_envs} envs, {args.pause} ms between steps; ms of a step")
    print(f"{'':32} {'median':>15} {'p99':>17} ratio")
    for task_id in args.ids:
        taken = measure(task_id, args.num_envs, args.steps, args.pause / 1000) * 1000
        median, high = np.median(taken, axis=1), np.percentile(taken, 99, axis=1)
        print(
            f"{task_id:32} {median[0]:7.3f} {median[1]:7.3f} {high[0]:8.3f} "
            f"{high[1]:8.3f} {high[0] / high[1]:5.1f}"
        )


if __name__ == "__main__":
    main()

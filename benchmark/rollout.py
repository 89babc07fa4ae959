# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures rollouts against loops of single steps.

All systems of a task take turns, and make the same number of steps with actions that
are drawn beforehand, except for random rollouts, which draw them. Rollouts write into
arrays that exist, since new memory takes time. It prints the median
time of an env's step, and the median of the ratios to the rollout.

    bazel run //benchmark:rollout -- [TASK ...] [--num-envs 64] [--steps 64]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import envpool
from envpool.policies import OpenLoop, Random

__all__ = ["Calls", "compare", "main"]

Calls = dict[str, Callable[[], Any]]


def _calls(task: str, num_envs: int, steps: int) -> Calls:
    def make() -> Any:
        env: Any = envpool.make_gymnasium(task, num_envs=num_envs, seed=0)
        env.reset()
        return env

    rolled, drawn, single = make(), make(), make()
    first = drawn.rollout(steps, Random(1))
    actions, policy = first.action.copy(), Random(2)
    out = {key: getattr(first, key) for key in ("obs", "reward", "terminated")}

    def step() -> None:
        for row in actions:
            single.step(row)

    return {
        "rollout, open loop": lambda: rolled.rollout(steps, OpenLoop(actions), out),
        "rollout, random": lambda: drawn.rollout(steps, policy, out),
        "single steps": step,
    }


def measure(calls: Calls, rounds: int) -> dict[str, list[float]]:
    """Returns the seconds of each call in each round."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(rounds + 1):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            if number:  # the first round maps the memory pages
                times[name].append(time.perf_counter() - start)
    return times


def compare(task: str, num_envs: int, steps: int, others: Calls, rounds: int) -> None:
    """Measures a task, and `others` that make the same steps, and prints."""
    times = measure(_calls(task, num_envs, steps) | others, rounds)
    base = times["rollout, open loop"]
    print(f"{task}, {num_envs} envs, {steps} steps")
    for name, own in times.items():
        nanos = statistics.median(own) / (num_envs * steps) * 1e9
        ratio = statistics.median(
            mine / first for mine, first in zip(own, base, strict=True)
        )
        print(f"  {name:20}{nanos:12.1f} ns{ratio:8.2f}")


def main() -> None:
    """Compares the tasks that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "tasks", nargs="*", default=["CartPole-v1", "Ant-v5", "Pong-v5"]
    )
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    for task in args.tasks:
        compare(task, args.num_envs, args.steps, {}, args.rounds)


if __name__ == "__main__":
    main()

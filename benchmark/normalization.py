# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the options that normalize and clip, against Gymnasium's wrappers.

    plain      a pool without them
    options    normalize_obs, clip_obs, normalize_reward, clip_reward
    wrappers   Gymnasium's vector wrappers around the plain pool

The three take turns, rollout by rollout. Printed are the medians of the time of a step,
what the options and the wrappers add to the plain pool's, and the ratio of these two:

    bazel run //benchmark:normalization -- [--task CartPole-v1] [--num-envs 1024]
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

import gymnasium
import numpy as np
from gymnasium.wrappers.vector import (
    ClipReward,
    NormalizeObservation,
    NormalizeReward,
    TransformObservation,
)

import envpool

__all__ = ["main", "measure"]

OPTIONS: dict[str, Any] = {
    "normalize_obs": True,
    "clip_obs": 10,
    "normalize_reward": True,
    "clip_reward": 10,
}


def wrapped(pool: Any) -> Any:
    """Puts Gymnasium's wrappers around a pool."""

    def clip(obs: Any) -> Any:
        return np.clip(obs, -10, 10)

    env = TransformObservation(NormalizeObservation(pool), clip)
    return ClipReward(NormalizeReward(env), -10, 10)


def measure(
    task: str, num_envs: int, steps: int, rounds: int
) -> dict[str, list[float]]:
    """Returns the microseconds of a step, for each round of each way."""

    def make(**options: Any) -> Any:
        return envpool.make_gymnasium(task, num_envs=num_envs, seed=0, **options)

    envs = {"plain": make(), "options": make(**OPTIONS), "wrappers": wrapped(make())}
    space: Any = envs["plain"].single_action_space
    rng = np.random.default_rng(0)
    if isinstance(space, gymnasium.spaces.Discrete):
        actions = rng.integers(int(space.n), size=(steps, num_envs))
    else:
        shape = (steps, num_envs, *space.shape)
        actions = rng.uniform(space.low, space.high, shape).astype(space.dtype)
    for env in envs.values():
        env.reset()
    times: dict[str, list[float]] = {way: [] for way in envs}
    for number in range(rounds + 1):
        for way, env in envs.items():
            start = time.perf_counter()
            for action in actions:
                env.step(action)
            if number:  # the first round maps the memory pages
                times[way].append((time.perf_counter() - start) / steps * 1e6)
    return times


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="CartPole-v1")
    parser.add_argument("--num-envs", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=64, help="of a round")
    parser.add_argument("--rounds", type=int, default=30)
    args = parser.parse_args()
    times = measure(args.task, args.num_envs, args.steps, args.rounds)
    print(f"{args.task}, {args.num_envs} envs: microseconds of a step")
    for way, each in times.items():
        added = statistics.median(
            a - b for a, b in zip(each, times["plain"], strict=True)
        )
        print(f"  {way:9}{statistics.median(each):9.1f}  added {added:9.1f}")
    ratios = [
        (wrappers - plain) / max(options - plain, 1e-3)
        for plain, options, wrappers in zip(*times.values(), strict=True)
    ]
    print(f"  wrappers add {statistics.median(ratios):.1f} times what the options add")


if __name__ == "__main__":
    main()

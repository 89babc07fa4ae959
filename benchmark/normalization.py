# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures options that change results, against Gymnasium's wrappers.

For each option: a plain pool, a pool with the option, and the wrapper of the same name
around a plain pool. The three take turns, rollout by rollout. It prints the median time
of a step in microseconds for the plain pool, the additional time of the option and of
the wrapper, and their ratio.

    bazel run //benchmark:normalization -- [--task CartPole-v1] [--num-envs 1024]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

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


class Case(NamedTuple):
    """An option of pools, and the wrapper with the same effect."""

    options: dict[str, Any]
    wrap: Callable[[Any], Any]


def _clipped(env: Any) -> Any:
    def clip(obs: Any) -> Any:
        return np.clip(obs, -1, 1)

    return TransformObservation(env, clip)


def _both(env: Any) -> Any:
    return NormalizeReward(NormalizeObservation(env))


CASES = {
    "normalize_obs": Case({"normalize_obs": True}, NormalizeObservation),
    "clip_obs": Case({"clip_obs": 1}, _clipped),
    "normalize_reward": Case({"normalize_reward": True}, NormalizeReward),
    "clip_reward": Case({"clip_reward": 1}, lambda env: ClipReward(env, -1, 1)),
    "normalize both": Case({"normalize_obs": True, "normalize_reward": True}, _both),
}


def measure(
    case: Case, task: str, num_envs: int, steps: int, rounds: int
) -> tuple[list[float], list[float], list[float]]:
    """Returns the microseconds of a step in each round: plain, option, wrapper."""

    def make(**options: Any) -> Any:
        return envpool.make_gymnasium(task, num_envs=num_envs, seed=0, **options)

    envs = [make(), make(**case.options), case.wrap(make())]
    space: Any = envs[0].single_action_space
    rng = np.random.default_rng(0)
    if isinstance(space, gymnasium.spaces.Discrete):
        actions = rng.integers(int(space.n), size=(steps, num_envs))
    else:
        shape = (steps, num_envs, *space.shape)
        actions = rng.uniform(space.low, space.high, shape).astype(space.dtype)
    for env in envs:
        env.reset()
    times: tuple[list[float], list[float], list[float]] = ([], [], [])
    for number in range(rounds + 1):
        for env, own in zip(envs, times, strict=True):
            start = time.perf_counter()
            for action in actions:
                env.step(action)
            if number:  # the first round maps the memory pages
                own.append((time.perf_counter() - start) / steps * 1e6)
    return times


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="CartPole-v1")
    parser.add_argument("--num-envs", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=32, help="of a round")
    parser.add_argument("--rounds", type=int, default=30)
    args = parser.parse_args()
    print(f"{args.task}, {args.num_envs} envs: microseconds of a step")
    print(f"{'':18}{'plain':>9}{'option':>10}{'wrapper':>10}{'ratio':>8}")
    for name, case in CASES.items():
        plain, option, wrapper = (
            statistics.median(each)
            for each in measure(case, args.task, args.num_envs, args.steps, args.rounds)
        )
        own, theirs = option - plain, wrapper - plain
        ratio = f"{theirs / own:8.1f}" if own > 0 else "       -"
        print(f"{name:18}{plain:9.1f}{own:+10.1f}{theirs:+10.1f}{ratio}")


if __name__ == "__main__":
    main()

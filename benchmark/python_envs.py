# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools of envs in Python, against other libraries that run them in processes.

    bazel run //benchmark:python_envs -- [--env nothing|pong] [--rounds 5]

Each system is measured in a process of its own, and the systems take turns. It prints
the medians of steps per second, and the speed of EnvPool relative to each other system.
Libraries that are not installed are left out.

"loops" are plain loops over Gymnasium's envs, one in each of `--workers` processes.
"envpool-async" receives half of the envs at a time, the first ones that are ready.
"envpool-stack" is for Pong: the pool's `frame_stack=4` in place of Gymnasium's wrapper.
"""

from __future__ import annotations

import argparse
import functools
import importlib.util
import multiprocessing
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

__all__ = ["main"]

_WARM_UP = 10  # batches
_LOOK = 4  # batches between looks at the clock


class Nothing(gymnasium.Env[Any, Any]):
    """An env that does nothing."""

    observation_space = gymnasium.spaces.Box(-1, 1, (4,), np.float32)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self) -> None:
        self._observation = np.zeros(4, np.float32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Does nothing."""
        return self._observation, {}

    def step(self, action: Any) -> Any:
        """Does nothing."""
        return self._observation, 0.0, False, False, {}


def single_frames() -> Any:
    """Makes ALE's Pong with Gymnasium's preprocessing, but no stack of frames."""
    import ale_py

    gymnasium.register_envs(ale_py)
    env = gymnasium.make("ALE/Pong-v5", frameskip=1)
    return gymnasium.wrappers.AtariPreprocessing(env)


def pong() -> Any:
    """Makes ALE's Pong with Gymnasium's wrappers."""
    return gymnasium.wrappers.FrameStackObservation(single_frames(), 4)


ENVS: dict[str, Callable[[], Any]] = {"nothing": Nothing, "pong": pong}


def rate(step: Callable[[], object], count: int, seconds: float) -> float:
    """Returns the steps per second of a function that makes `count`."""
    for _ in range(_WARM_UP):
        step()
    start = time.perf_counter()
    batches = 0
    while (taken := time.perf_counter() - start) < seconds:
        for _ in range(_LOOK):
            step()
        batches += _LOOK
    return batches * count / taken


def of_pool(pool: Any, count: int, seconds: float) -> float:
    """Returns the steps per second of a vector env or a similar object."""
    pool.reset()
    actions = np.zeros(count, np.int64)
    result = rate(lambda: pool.step(actions), count, seconds)
    pool.close()
    return result


def envpool_system(make: Any, count: int, workers: int, seconds: float) -> float:
    """EnvPool."""
    import envpool

    pool = envpool.from_gymnasium(make, count, workers=workers)
    return of_pool(pool, count, seconds)


def half_batches_system(make: Any, count: int, workers: int, seconds: float) -> float:
    """EnvPool with batches of half of the envs."""
    import envpool

    pool = envpool.from_gymnasium(make, count, workers=workers, batch_size=count // 2)
    pool.async_reset()
    actions = np.zeros(count // 2, np.int64)

    def step() -> None:
        *_, info = pool.recv()
        pool.send(actions, info["env_id"])

    result = rate(step, count // 2, seconds)
    pool.close()
    return result


def stacked_system(make: Any, count: int, workers: int, seconds: float) -> float:
    """EnvPool, which also stacks the frames."""
    import envpool

    assert make is pong
    pool = envpool.from_gymnasium(single_frames, count, workers=workers, frame_stack=4)
    return of_pool(pool, count, seconds)


def async_system(make: Any, count: int, workers: int, seconds: float) -> float:
    """Gymnasium's AsyncVectorEnv, which has a process for each env."""
    del workers
    pool = gymnasium.vector.AsyncVectorEnv([make] * count)
    return of_pool(pool, count, seconds)


def sb3_system(make: Any, count: int, workers: int, seconds: float) -> float:
    """Stable-Baselines3's SubprocVecEnv, which has a process for each env."""
    from stable_baselines3.common.vec_env import SubprocVecEnv

    del workers
    pool = SubprocVecEnv([make] * count, start_method="fork")
    return of_pool(pool, count, seconds)


def pufferlib_system(make: Any, count: int, workers: int, seconds: float) -> float:
    """PufferLib's multiprocessing."""
    import pufferlib.emulation
    import pufferlib.vector

    def create(buf: Any = None, seed: int = 0, **kwargs: Any) -> Any:
        del kwargs
        return pufferlib.emulation.GymnasiumPufferEnv(make(), buf=buf, seed=seed)

    pool = pufferlib.vector.make(
        create,
        backend=pufferlib.vector.Multiprocessing,
        num_envs=count,
        num_workers=workers,
    )
    return of_pool(pool, count, seconds)


def loops_system(make: Any, count: int, workers: int, seconds: float) -> float:
    """Plain loops, each over its part of the envs."""
    play = functools.partial(_loop, make, count // workers, seconds)
    with multiprocessing.get_context("fork").Pool(workers) as processes:
        rates = processes.map(play, range(workers), 1)
    return sum(rates)


def _loop(make: Any, count: int, seconds: float, number: int) -> float:
    del number
    envs = [make() for _ in range(count)]
    for env in envs:
        env.reset()

    def step() -> None:
        for env in envs:
            _, _, terminated, truncated, _ = env.step(0)
            if terminated or truncated:
                env.reset()

    return rate(step, count, seconds)


# By name: the function, and the required library.
SYSTEMS = {
    "envpool": (envpool_system, "envpool"),
    "envpool-async": (half_batches_system, "envpool"),
    "envpool-stack": (stacked_system, "envpool"),
    "loops": (loops_system, "gymnasium"),
    "AsyncVectorEnv": (async_system, "gymnasium"),
    "SubprocVecEnv": (sb3_system, "stable_baselines3"),
    "PufferLib": (pufferlib_system, "pufferlib"),
}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", choices=list(ENVS), default="nothing")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--systems", nargs="+", choices=list(SYSTEMS))
    parser.add_argument("--one", choices=list(SYSTEMS), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        system = SYSTEMS[args.one][0]
        print(system(ENVS[args.env], args.num_envs, args.workers, args.seconds))
        return
    wanted = args.systems or list(SYSTEMS)
    names = [name for name in wanted if importlib.util.find_spec(SYSTEMS[name][1])]
    if args.env != "pong":
        names = [name for name in names if name != "envpool-stack"]
    rates: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(args.rounds):
        for name in names:
            command = [sys.executable, __file__, *sys.argv[1:], "--one", name]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            rates[name].append(float(done.stdout.split()[-1]))
    medians = {name: statistics.median(each) for name, each in rates.items()}
    print(f"{args.env}, {args.num_envs} envs, steps per second:")
    for name, median in medians.items():
        ratio = medians.get("envpool", median) / median
        spread = f"{min(rates[name]):,.0f} to {max(rates[name]):,.0f}"
        print(f"  {name:16} {median:12,.0f}   {spread:24} EnvPool is {ratio:.2f}x")


if __name__ == "__main__":
    main()

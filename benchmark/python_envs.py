# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools of envs in Python, against other libraries that run them in processes.

    bazel run //benchmark:python_envs -- [--env nothing|frames|pong] [--rounds 20]

Each system has a process of its own, which stays alive and sleeps while others take
their turns. Turns are short, since the speed of virtual CPUs changes from second to
second. It prints the medians of steps per second, and the speed of EnvPool
relative to each other system: the median of the rounds' ratios. Libraries that are not
installed are left out.

"loops" are plain loops over Gymnasium's envs, one in each of `--workers` processes.
"envpool-async" receives half of the envs at a time, the first ones that are ready.
"envpool-stack" is for Pong: the pool's `frame_stack=4` in place of Gymnasium's wrapper.

"frames" is an env that does nothing, with observations as large as Pong's: compared
with "nothing", it shows what their copies cost.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
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
        space = self.observation_space
        self._observation = np.zeros(space.shape or (), space.dtype)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Does nothing."""
        return self._observation, {}

    def step(self, action: Any) -> Any:
        """Does nothing."""
        return self._observation, 0.0, False, False, {}


class Frames(Nothing):
    """An env that does nothing, with four frames as observations."""

    observation_space = gymnasium.spaces.Box(0, 255, (4, 84, 84), np.uint8)


def single_frames() -> Any:
    """Makes ALE's Pong with Gymnasium's preprocessing, but no stack of frames."""
    import ale_py

    gymnasium.register_envs(ale_py)
    env = gymnasium.make("ALE/Pong-v5", frameskip=1)
    return gymnasium.wrappers.AtariPreprocessing(env)


def pong() -> Any:
    """Makes ALE's Pong with Gymnasium's wrappers."""
    return gymnasium.wrappers.FrameStackObservation(single_frames(), 4)


ENVS: dict[str, Callable[[], Any]] = {
    "nothing": Nothing,
    "frames": Frames,
    "pong": pong,
}


class Stepper:
    """What is measured: a function that makes `count` steps.

    Args:
      step: the function; it is called some times beforehand.
      count: the steps that it makes.
    """

    def __init__(self, step: Callable[[], object], count: int) -> None:
        self._step, self._count = step, count
        for _ in range(_WARM_UP):
            step()

    def rate(self, seconds: float) -> float:
        """Returns the steps per second, measured for so long."""
        start = time.perf_counter()
        batches = 0
        while (taken := time.perf_counter() - start) < seconds:
            for _ in range(_LOOK):
                self._step()
            batches += _LOOK
        return batches * self._count / taken


Rate = Callable[[float], float]  # measures for some seconds, returns steps/s


def of_pool(pool: Any, count: int) -> Rate:
    """Returns the rate of a vector env or a similar object."""
    pool.reset()
    actions = np.zeros(count, np.int64)
    return Stepper(lambda: pool.step(actions), count).rate


def envpool_system(make: Any, count: int, workers: int) -> Rate:
    """EnvPool."""
    import envpool

    return of_pool(envpool.from_gymnasium(make, count, workers=workers), count)


def half_batches_system(make: Any, count: int, workers: int) -> Rate:
    """EnvPool with batches of half of the envs."""
    import envpool

    pool = envpool.from_gymnasium(make, count, workers=workers, batch_size=count // 2)
    pool.async_reset()
    actions = np.zeros(count // 2, np.int64)

    def step() -> None:
        *_, info = pool.recv()
        pool.send(actions, info["env_id"])

    return Stepper(step, count // 2).rate


def stacked_system(make: Any, count: int, workers: int) -> Rate:
    """EnvPool, which also stacks the frames."""
    import envpool

    assert make is pong
    pool = envpool.from_gymnasium(single_frames, count, workers=workers, frame_stack=4)
    return of_pool(pool, count)


def async_system(make: Any, count: int, workers: int) -> Rate:
    """Gymnasium's AsyncVectorEnv, which has a process for each env."""
    del workers
    return of_pool(gymnasium.vector.AsyncVectorEnv([make] * count), count)


def sb3_system(make: Any, count: int, workers: int) -> Rate:
    """Stable-Baselines3's SubprocVecEnv, which has a process for each env."""
    from stable_baselines3.common.vec_env import SubprocVecEnv

    del workers
    return of_pool(SubprocVecEnv([make] * count, start_method="fork"), count)


def pufferlib_system(make: Any, count: int, workers: int) -> Rate:
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
    return of_pool(pool, count)


def loops_system(make: Any, count: int, workers: int) -> Rate:
    """Plain loops, each over its part of the envs."""
    context = multiprocessing.get_context("fork")
    connections = []
    for _ in range(workers):
        ours, theirs = context.Pipe()
        connections.append(ours)
        args = (make, count // workers, theirs, tuple(connections))
        context.Process(target=_loop, args=args, daemon=True).start()
    for connection in connections:
        connection.recv()

    def rate(seconds: float) -> float:
        for connection in connections:
            connection.send(seconds)
        return sum(connection.recv() for connection in connections)

    return rate


def _loop(make: Any, count: int, connection: Any, others: Any) -> None:
    for other in others:  # so that this one ends with the process that has them
        other.close()
    envs = [make() for _ in range(count)]
    for env in envs:
        env.reset()
    # Numbers of NumPy, as vector envs pass them: some envs are slower with them.
    actions = np.zeros(count, np.int64)

    def step() -> None:
        for env, action in zip(envs, actions, strict=True):
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()

    stepper = Stepper(step, count)
    connection.send(None)
    with contextlib.suppress(EOFError):
        while True:
            connection.send(stepper.rate(connection.recv()))


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


def serve(system: str, args: argparse.Namespace) -> None:
    """Measures one system each time that a line comes, until the input ends."""
    rate = SYSTEMS[system][0](ENVS[args.env], args.num_envs, args.workers)
    print("ready", flush=True)
    for _ in sys.stdin:
        print(rate(args.seconds), flush=True)


def turns(names: list[str], rounds: int) -> Iterator[dict[str, float]]:
    """Yields the rates of each round."""
    processes: dict[str, subprocess.Popen[str]] = {}
    try:
        for name in names:  # one after the other
            processes[name] = _start(name)
            _answer(name, processes[name], "ready")
        for _ in range(rounds):
            rates = {}
            for name, process in processes.items():
                assert process.stdin is not None
                process.stdin.write("\n")
                process.stdin.flush()
                rates[name] = float(_answer(name, process, "."))
            yield rates
    finally:
        for process in processes.values():  # PufferLib's do not end by themselves
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _start(name: str) -> subprocess.Popen[str]:
    """Starts the process of a system, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, __file__, *sys.argv[1:], "--one", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )


def _answer(name: str, process: subprocess.Popen[str], part: str) -> str:
    """Returns the next line that has this part; libraries print others."""
    assert process.stdout is not None
    for line in process.stdout:
        if part in line:
            return line
    raise RuntimeError(f"{name} ended with status {process.wait()}")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", choices=list(ENVS), default="nothing")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--systems", nargs="+", choices=list(SYSTEMS))
    parser.add_argument("--one", choices=list(SYSTEMS), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        serve(args.one, args)
        return
    wanted = args.systems or list(SYSTEMS)
    names = [name for name in wanted if importlib.util.find_spec(SYSTEMS[name][1])]
    if args.env != "pong":
        names = [name for name in names if name != "envpool-stack"]
    rounds = list(turns(names, args.rounds))
    first = names[0]
    print(f"{args.env}, {args.num_envs} envs, steps per second:")
    for name in names:
        rates = [each[name] for each in rounds]
        ratio = statistics.median(each[first] / each[name] for each in rounds)
        spread = f"{min(rates):,.0f} to {max(rates):,.0f}"
        median = statistics.median(rates)
        print(f"  {name:16} {median:12,.0f}   {spread:24} {first} is {ratio:.2f}x")


if __name__ == "__main__":
    main()

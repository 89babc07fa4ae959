# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Steps per second with a policy in JAX: NumPy loop, io_callback, custom calls.

    bazel run -c opt //benchmark:xla
    bazel run -c opt //benchmark:xla -- --task=CartPole-v1 --num-envs=64,1024

Three ways to play the same envs with the same small policy, which uses one number of
the observation:

    numpy      a Python loop: the policy in NumPy, `env.step`
    callback   `lax.scan` in which `io_callback` calls `env.step`
    xla        `lax.scan` over the `step` of `env.xla()`

They take turns; medians are printed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import io_callback

import envpool

Play = Callable[[], None]


def make(task: str, num_envs: int) -> tuple[Any, Any]:
    env: Any = envpool.make_gymnasium(task, num_envs=num_envs, seed=0)
    return env, env.reset()[0]


def choose(obs: Any) -> Any:
    """The policy: returns action 0 or 1, by the sign of a number of `obs`."""
    return (obs.reshape(len(obs), -1)[:, -2] > 0).astype(np.int32)


def numpy_loop(task: str, num_envs: int, steps: int) -> Play:
    env, first = make(task, num_envs)
    carry = {"obs": first}

    def play() -> None:
        obs = carry["obs"]
        for _ in range(steps):
            obs = env.step(choose(obs))[0]
        carry["obs"] = obs

    return play


def callback(task: str, num_envs: int, steps: int) -> Play:
    env, first = make(task, num_envs)
    shapes = jax.tree.map(
        lambda x: jax.ShapeDtypeStruct(x.shape, jax.dtypes.canonicalize_dtype(x.dtype)),
        env.step(choose(first))[:4],
    )

    def step(action: Any) -> Any:
        return env.step(np.asarray(action))[:4]

    @jax.jit
    def scan(obs: Any) -> Any:
        def body(obs: Any, _: None) -> tuple[Any, Any]:
            result = io_callback(step, shapes, choose(obs), ordered=True)
            return result[0], result[1].sum()

        return lax.scan(body, obs, None, length=steps)

    carry = {"obs": jnp.asarray(first)}

    def play() -> None:
        carry["obs"], rewards = scan(carry["obs"])
        jax.block_until_ready(rewards)

    return play


def custom_call(task: str, num_envs: int, steps: int) -> Play:
    env, first = make(task, num_envs)
    handle, _, _, step = env.xla()

    @jax.jit
    def scan(handle: Any, obs: Any) -> Any:
        def body(carry: Any, _: None) -> tuple[Any, Any]:
            handle, result = step(carry[0], choose(carry[1]))
            return (handle, result[0]), result[1].sum()

        return lax.scan(body, (handle, obs), None, length=steps)

    carry = {"state": (jnp.asarray(handle), jnp.asarray(first))}

    def play() -> None:
        carry["state"], rewards = scan(*carry["state"])
        jax.block_until_ready(rewards)

    return play


WAYS = {"numpy": numpy_loop, "callback": callback, "xla": custom_call}


def measure(task: str, num_envs: int, steps: int, rounds: int) -> dict[str, float]:
    """Returns the median steps per second of each method."""
    plays = {name: way(task, num_envs, steps) for name, way in WAYS.items()}
    found: dict[str, list[float]] = {name: [] for name in plays}
    for round_number in range(rounds + 1):
        for name, play in plays.items():
            start = time.perf_counter()
            play()
            if round_number:  # the first round compiles
                elapsed = time.perf_counter() - start
                found[name].append(steps * num_envs / elapsed)
    return {name: statistics.median(speeds) for name, speeds in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="CartPole-v1", help="with two actions")
    parser.add_argument("--num-envs", default="64,1024", help="separated by commas")
    parser.add_argument("--steps", type=int, default=2000, help="of each env")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    for num_envs in map(int, args.num_envs.split(",")):
        speeds = measure(args.task, num_envs, args.steps, args.rounds)
        for name, speed in speeds.items():
            print(
                f"{args.task} x {num_envs:5}  {name:8} {speed:>12,.0f} steps/s, "
                f"{speed / speeds['numpy']:5.2f} times numpy"
            )


if __name__ == "__main__":
    main()

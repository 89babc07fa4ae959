# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Double buffering: envs step while the policy computes.

With `env.step`, the policy and the envs take turns: while one of them works, the
other waits. With `batch_size = num_envs // 2`, the policy handles one half of the
envs while the workers step the other half. `envpool.profile` shows where the time
goes in each case.

The policy here is a network in NumPy that uses one thread. With `--device-micros` it
waits instead, as for a GPU, for this number of microseconds per row. Double buffering
helps if the policy leaves processors to the envs.
"""

import argparse
import itertools
import os
import time
from collections.abc import Callable

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import numpy as np
from numpy.typing import NDArray

import envpool

Array = NDArray[np.float32]
Policy = Callable[[NDArray[np.float64]], Array]


def make_policy(env: envpool.GymEnvPool, hidden: int) -> Policy:
    """Returns a network with two hidden layers; its weights are never trained."""
    rng = np.random.default_rng(0)
    sizes = [env.observation_space.shape[0], hidden, hidden, env.action_space.shape[0]]
    weights = [
        rng.normal(scale=a**-0.5, size=(a, b)).astype(np.float32)
        for a, b in itertools.pairwise(sizes)
    ]

    def policy(obs: NDArray[np.float64]) -> Array:
        x: Array = obs.astype(np.float32)
        for weight in weights:
            x = np.tanh(x @ weight)
        return x

    return policy


def make_waiting_policy(env: envpool.GymEnvPool, micros: float) -> Policy:
    """Returns a policy that waits for each row, without using a processor."""
    (size,) = env.action_space.shape

    def policy(obs: NDArray[np.float64]) -> Array:
        time.sleep(1e-6 * micros * len(obs))
        return obs[:, :size].astype(np.float32).clip(-1, 1)

    return policy


def take_turns(env: envpool.GymEnvPool, policy: Policy, steps: int) -> None:
    """Makes `steps` steps of each env; all envs wait for the policy."""
    obs, _ = env.reset()
    for _ in range(steps):
        obs = env.step(policy(obs))[0]


def overlap(env: envpool.GymEnvPool, policy: Policy, steps: int) -> None:
    """Makes as many steps in total; half of the envs step while the policy computes."""
    env.async_reset()
    for _ in range(2 * steps):
        obs, *_, info = env.recv()
        env.send(policy(obs), info["env_id"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="HalfCheetah-v5", help="with a Box of actions")
    parser.add_argument("--num-envs", type=int, default=128)
    parser.add_argument("--hidden", type=int, default=512)
    parser.add_argument("--steps", type=int, default=2000, help="of each env")
    parser.add_argument(
        "--device-micros", type=float, help="how long a device takes for a row"
    )
    args = parser.parse_args()

    speeds = {}
    for name, batch_size, play in (
        ("taking turns", args.num_envs, take_turns),
        ("double buffering", args.num_envs // 2, overlap),
    ):
        with envpool.make_gym(
            args.env, num_envs=args.num_envs, batch_size=batch_size
        ) as env:
            if args.device_micros is None:
                policy = make_policy(env, args.hidden)
            else:
                policy = make_waiting_policy(env, args.device_micros)
            play(env, policy, args.steps // 10)  # warm-up
        with envpool.make_gym(
            args.env, num_envs=args.num_envs, batch_size=batch_size
        ) as env:
            start = time.perf_counter()
            with envpool.profile(env) as profile:
                play(env, policy, args.steps)
            seconds = time.perf_counter() - start
        speeds[name] = args.num_envs * args.steps / seconds
        print(f"{name}: {speeds[name]:,.0f} steps/s\n{profile}\n")
    ratio = speeds["double buffering"] / speeds["taking turns"]
    print(f"double buffering is {ratio:.2f} times as fast")


if __name__ == "__main__":
    main()

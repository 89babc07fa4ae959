# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Asynchronous mode: take the envs that finish first.

With `batch_size` below `num_envs`, `recv` returns as soon as that many envs
have stepped; `info["env_id"]` tells which. The others continue in the meantime,
even while the agent computes actions, so nothing waits for the slowest env.
"""

import argparse
import time

import numpy as np

import envpool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="CartPole-v1")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--batches", type=int, default=20000)
    args = parser.parse_args()

    env = envpool.make(
        args.env, env_type="gym", num_envs=args.num_envs, batch_size=args.batch_size
    )
    rng = np.random.default_rng(0)
    steps_of = np.zeros(args.num_envs, int)  # steps of each env so far
    actions = rng.integers(env.action_space.n, size=(256, args.batch_size))

    start = time.perf_counter()
    env.async_reset()  # requests all first observations and returns at once
    for batch in range(args.batches):
        obs, reward, terminated, truncated, info = env.recv()
        env_id = info["env_id"]
        steps_of[env_id] += 1
        # A real agent computes actions from `obs`; row i belongs to env_id[i].
        env.send(actions[batch % len(actions)], env_id)
    seconds = time.perf_counter() - start

    print(f"{steps_of.sum() / seconds:,.0f} steps/s")
    print(f"an env did {steps_of.min()} to {steps_of.max()} steps")
    env.close()


if __name__ == "__main__":
    main()

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Poles and carts of many masses in one pool: set for each env, or drawn at each reset.

A simple controller balances poles that are drawn at random, and then a row of given
ones, from light to heavy.
"""

import argparse

import numpy as np

import envpool


def lengths(env: envpool.GymnasiumEnvPool, steps: int) -> np.ndarray:
    """Returns the length of the first episode of each env, in steps."""
    obs, _ = env.reset(seed=0)
    alive = np.ones(len(env), bool)
    total = np.zeros(len(env), int)
    for _ in range(steps):
        action = (obs[:, 2] + 0.3 * obs[:, 3] > 0).astype(int)
        obs, _, terminated, truncated, _ = env.step(action)
        total += alive
        alive &= ~(terminated | truncated)
    return total


def main() -> None:
    """Prints the lengths of episodes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--num-envs", type=int, default=8)
    parser.add_argument("--steps", type=int, default=300)
    args = parser.parse_args()

    env = envpool.make_gymnasium(
        "CartPole-v1",
        num_envs=args.num_envs,
        randomize={
            "masspole": ("loguniform", 0.5, 20.0, "scale"),
            "length": ("uniform", 0.3, 1.0),
        },
    )
    print("drawn:", *lengths(env, args.steps))
    print("masses:", *env.get_params("masspole")["masspole"].round(2))
    env.close()

    env = envpool.make_gymnasium("CartPole-v1", num_envs=args.num_envs)
    print(env.params)
    env.set_params({"masspole": np.geomspace(0.1, 10, args.num_envs), "force_mag": 20})
    print("set:", *lengths(env, args.steps))
    env.close()


if __name__ == "__main__":
    main()

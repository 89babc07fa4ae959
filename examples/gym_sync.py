# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Many envs, one call: the classic interface, in sync mode.

A finished env starts its next episode by itself: its next step ignores the
action and returns the first observation.
"""

import argparse

import numpy as np

import envpool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="CartPole-v1")
    parser.add_argument("--num-envs", type=int, default=100)
    parser.add_argument("--steps", type=int, default=1000)
    args = parser.parse_args()

    env = envpool.make(
        args.env, env_type="gym", num_envs=args.num_envs, seed=0, episode_stats=True
    )
    print(f"{args.env}: {env.observation_space}, {env.action_space}")
    obs, info = env.reset()
    print(f"observations: {obs.shape} {obs.dtype}, infos: {sorted(info)}")

    env.action_space.seed(0)
    returns: list[float] = []
    for _ in range(args.steps):
        action = np.array([env.action_space.sample() for _ in range(args.num_envs)])
        obs, reward, terminated, truncated, info = env.step(action)
        if (terminated | truncated).any():
            ended = info["_episode"]  # rows with an episode that just ended
            returns.extend(info["episode"]["r"][ended])

    if returns:
        mean, best = np.mean(returns), np.max(returns)
        print(f"{len(returns)} episodes: mean return {mean:.2f}, best {best:.2f}")
    env.close()


if __name__ == "__main__":
    main()

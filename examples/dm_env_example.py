# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The dm_env interface: specs, and TimeSteps of many envs at once."""

import argparse

import numpy as np

import envpool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="Catch-v0")
    parser.add_argument("--num-envs", type=int, default=8)
    parser.add_argument("--steps", type=int, default=100)
    args = parser.parse_args()

    env = envpool.make(args.env, env_type="dm", num_envs=args.num_envs, seed=1)
    print("observation:", env.observation_spec())
    print("action:     ", env.action_spec())

    rng = np.random.default_rng(0)
    episodes, rewards = 0, 0.0
    timestep = env.reset()
    for _ in range(args.steps):
        action = rng.integers(env.action_spec().num_values, size=args.num_envs)
        timestep = env.step(action)
        # first(), mid() and last() return arrays with an entry for each env.
        episodes += int(timestep.last().sum())
        rewards += float(timestep.reward.sum())
    print("a TimeStep's observation:", type(timestep.observation).__name__)
    for name, value in timestep.observation._asdict().items():
        print(f"  {name}: {getattr(value, 'shape', value)}")
    print(f"{episodes} episodes, {rewards / max(episodes, 1):.2f} reward in each")
    env.close()


if __name__ == "__main__":
    main()

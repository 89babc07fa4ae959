# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""One pool of envs that differ: a config for each env, and several tasks.

A policy that looks at the task's number could be trained on all of them at once; here,
actions are random.
"""

from __future__ import annotations

import argparse

import numpy as np

import envpool


def main() -> None:
    """Runs the example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100)
    args = parser.parse_args()
    rng = np.random.default_rng(0)

    limits = [20, 50, 100, 200]
    with envpool.make(
        "Pendulum-v1",
        "gymnasium",
        num_envs=4,
        env_config={"max_episode_steps": limits},
    ) as env:
        env.reset(seed=0)
        ends = np.zeros(4, int)
        for _ in range(args.steps):
            actions = rng.uniform(-2, 2, (4, 1)).astype(np.float32)
            *_, truncated, info = env.step(actions)
            ends += truncated
        print("episodes with limits", limits, "ended:", ends.tolist())

    tasks = [("CartPole-v1", 4), ("Acrobot-v1", 2)]
    with envpool.make_mixed(tasks, env_type="gymnasium") as env:
        obs, info = env.reset(seed=0)
        for _ in range(args.steps):
            action = {
                "CartPole-v1": rng.integers(0, 2, 4),
                "Acrobot-v1": rng.integers(0, 3, 2),
            }
            obs, reward, terminated, truncated, info = env.step(action)
        print("by task:", {name: rows.shape for name, rows in obs.items()})

    with envpool.make_mixed(tasks, batch_size=3, pad=True) as env:
        env.async_reset()
        rewards = np.zeros(len(env.tasks))
        for _ in range(args.steps):
            obs, reward, terminated, truncated, info = env.recv()
            np.add.at(rewards, info["task_id"], reward)
            masks = env.action_masks[
                info["task_id"]
            ]  # False where the task has no such action
            noise = rng.random(masks.shape)
            env.send(np.where(masks, noise, -1).argmax(axis=1), info["env_id"])
        for task in env.tasks:
            print(f"{task.name}: sum of rewards {rewards[task.index]:.0f}")


if __name__ == "__main__":
    main()

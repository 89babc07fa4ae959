# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluates a random policy on all tasks of a suite, in one pool.

Each env plays the same number of episodes, which counts as a run; then the scores are
aggregated over the tasks, with confidence intervals.
"""

from __future__ import annotations

import argparse

import numpy as np

import envpool


def main() -> None:
    """Runs the example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", default="atari-5")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--episodes", type=int, default=2)
    parser.add_argument("--max-steps", type=int, default=200)
    args = parser.parse_args()

    tasks = envpool.list_suites()[args.suite].tasks
    random = np.random.default_rng(0)
    with envpool.make_suite(
        args.suite,
        num_envs=args.runs,
        full_action_space=True,
        max_episode_steps=args.max_steps,
    ) as env:
        scores = np.full((len(env), args.episodes), np.nan)
        counts = np.zeros(len(env), int)
        env.reset(seed=0)
        while counts.min() < args.episodes:
            action = random.integers(0, env.action_space.n, len(env))
            obs, reward, terminated, truncated, info = env.step(action)
            for row in np.flatnonzero(info["_episode"]):
                env_id = info["env_id"][row]
                if counts[env_id] < args.episodes:
                    scores[env_id, counts[env_id]] = info["score"][row]
                counts[env_id] += 1
    by_task = scores.reshape(len(tasks), args.runs, args.episodes)
    for task, own in zip(tasks, by_task, strict=True):
        print(f"{task:18} {own.mean():8.3f}")
    print(envpool.scores.aggregate(dict(zip(tasks, by_task, strict=True)), reps=2000))


if __name__ == "__main__":
    main()

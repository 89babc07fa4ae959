# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Normalized observations and rewards: statistics of several pools, and an evaluation.

Two pools play with random actions, each with its own statistics. Their sum normalizes
the observations of a third pool, for evaluations: there, it no longer changes.
"""

import argparse
from typing import Any

import numpy as np

import envpool

CHANGES: dict[str, Any] = {
    "normalize_obs": True,
    "clip_obs": 10,
    "rescale_action": (-1, 1),
}


def play(env: envpool.GymnasiumEnvPool, steps: int) -> np.ndarray:
    """Takes random actions in [-1, 1]; returns the last observations."""
    rng = np.random.default_rng(0)
    obs, _ = env.reset()
    for _ in range(steps):
        action = rng.uniform(-1, 1, (len(env), 1)).astype(np.float32)
        obs, *_ = env.step(action)
    return obs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    args = parser.parse_args()

    pools = [
        envpool.make_gymnasium(
            "Pendulum-v1",
            num_envs=32,
            seed=seed,
            normalize_reward=True,
            clip_reward=10,
            **CHANGES,
        )
        for seed in (0, 32)
    ]
    for env in pools:
        play(env, args.steps)
    states = [env.normalization.state_dict() for env in pools]
    total = envpool.merge_normalization(states)
    print(f"{total['obs']['count']:.0f} observations, mean {total['obs']['mean']}")

    evaluation = envpool.make_gymnasium("Pendulum-v1", num_envs=8, seed=99, **CHANGES)
    evaluation.normalization.load_state_dict({"obs": total["obs"]})
    evaluation.normalization.frozen = True
    obs = play(evaluation, 50)
    moments: Any = evaluation.normalization.obs
    assert moments.count == total["obs"]["count"] + 1e-4
    print(f"normalized observations between {obs.min():.2f} and {obs.max():.2f}")


if __name__ == "__main__":
    main()

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Plans CartPole by the cross-entropy method, with `evaluate`.

In each step of the real env, a pool of other envs tries sequences of actions from the
real env's state. The sequences come from a Bernoulli distribution for each step, which
moves towards the best of them.
"""

import argparse
from typing import Any

import numpy as np

import envpool


def plan(
    trials: Any,
    state: bytes,
    chances: np.ndarray[Any, Any],
    rng: np.random.Generator,
    rounds: int,
) -> np.ndarray[Any, Any]:
    """Returns the chances of action 1 in the next steps."""
    for _ in range(rounds):
        actions = (rng.random((len(trials), len(chances))) < chances).astype(np.int32)
        returns = trials.evaluate([state], actions).returns[0]
        # Among equal returns, argsort's order is no information.
        best = actions[np.argsort(-returns, kind="stable")[: len(trials) // 8]]
        chances = 0.3 * chances + 0.7 * best.mean(axis=0)
    return chances


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--trials", type=int, default=64)
    parser.add_argument("--horizon", type=int, default=25)
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()

    rng = np.random.default_rng(0)
    env: Any = envpool.make_gymnasium("CartPole-v1", seed=1)
    trials: Any = envpool.make_gymnasium("CartPole-v1", num_envs=args.trials, seed=1)
    env.reset()
    chances = np.full(args.horizon, 0.5)
    for step in range(1, args.steps + 1):
        chances = plan(trials, env.save_state()[0], chances, rng, args.rounds)
        action = np.array([chances[0] > 0.5], np.int32)
        _, _, terminated, truncated, _ = env.step(action)
        if terminated[0] or truncated[0]:
            print(f"the episode ended after {step} steps")
            return
        chances = np.append(np.clip(chances[1:], 0.1, 0.9), 0.5)
    print(f"kept the pole up for {args.steps} steps")


if __name__ == "__main__":
    main()

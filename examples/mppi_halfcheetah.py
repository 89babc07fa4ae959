# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Plans HalfCheetah by MPPI (model predictive path integrals), with `evaluate`.

In each step of the real env, a pool of other envs tries noisy variants of the plan from
the real env's state. The new plan is their mean, weighted by their returns.
"""

import argparse
import time
from typing import Any

import numpy as np

import envpool

TASK = "HalfCheetah-v5"


def smooth_noise(
    rng: np.random.Generator, shape: tuple[int, int, int]
) -> np.ndarray[Any, Any]:
    """Noise (trials, steps, numbers), in which each step resembles the last."""
    noise = rng.normal(size=shape)
    for step in range(1, shape[1]):
        noise[:, step] = 0.7 * noise[:, step - 1] + 0.714 * noise[:, step]
    noise[0] = 0  # one trial is the plan itself
    return noise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--trials", type=int, default=64)
    parser.add_argument("--horizon", type=int, default=20)
    parser.add_argument("--noise", type=float, default=0.5)
    parser.add_argument("--temperature", type=float, default=0.1)
    args = parser.parse_args()

    rng = np.random.default_rng(0)
    env: Any = envpool.make_gymnasium(TASK, seed=1)
    trials: Any = envpool.make_gymnasium(TASK, num_envs=args.trials, seed=1)
    env.reset()
    plan = np.zeros((args.horizon, env.single_action_space.shape[0]))
    total, start = 0.0, time.perf_counter()
    for step in range(1, args.steps + 1):
        noise = smooth_noise(rng, (args.trials, *plan.shape))
        actions = np.clip(plan + args.noise * noise, -1, 1)
        returns = trials.evaluate([env.save_state()[0]], actions).returns[0]
        spread = max(float(returns.max() - returns.min()), 1e-6)
        weights = np.exp((returns - returns.max()) / (args.temperature * spread))
        plan = np.tensordot(weights / weights.sum(), actions, 1)
        _, reward, *_ = env.step(plan[:1])
        total += float(reward[0])
        plan = np.append(plan[1:], plan[-1:], axis=0)
        if step % 50 == 0 or step == args.steps:
            seconds = time.perf_counter() - start
            tried = step * args.trials * args.horizon / seconds
            print(f"step {step}: return {total:.1f}, {tried:,.0f} tried steps/s")


if __name__ == "__main__":
    main()

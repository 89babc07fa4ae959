# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Saving states, and planning with copies of an env.

Env 0 of the pool is the real env; the others simulate possible futures. Each turn
they become copies of env 0 and play random actions; then env 0 takes the first action
of the copy that survived longest. This balances a pole without learning.
"""

import argparse

import numpy as np

import envpool


def choose(env: envpool.GymEnvPool, rng: np.random.Generator, horizon: int) -> int:
    """Returns the first action of the best of some random plans for env 0."""
    copies = np.arange(1, len(env))
    env.clone_state(0, copies)
    plans = rng.integers(2, size=(horizon, len(copies)))
    alive = np.ones(len(copies), bool)
    score = np.zeros(len(copies))
    for plan in plans:
        obs, _, terminated, _, _ = env.step(plan, copies)
        alive &= ~terminated
        score += alive * (1 - np.abs(obs[:, 2]) - 0.1 * np.abs(obs[:, 0]))
    return int(plans[0, score.argmax()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--copies", type=int, default=64)
    parser.add_argument("--horizon", type=int, default=20)
    args = parser.parse_args()

    env = envpool.make_gym("CartPole-v1", num_envs=1 + args.copies, seed=5)
    env.reset()
    rng = np.random.default_rng(0)
    me = np.array([0])
    for _ in range(args.steps):
        action = choose(env, rng, args.horizon)
        _, _, terminated, truncated, info = env.step(np.array([action]), me)
        if terminated[0] or truncated[0]:
            break
    print(f"planning kept the pole up for {info['elapsed_step'][0]} steps")

    # A state is bytes, which can be stored, sent elsewhere, or loaded much later.
    # The continuation is the same bit by bit, also across the end of an episode.
    saved = env.save_state(me)
    actions = rng.integers(2, size=50)
    before = [env.step(actions[k : k + 1], me)[0] for k in range(50)]
    env.load_state(saved, me)
    after = [env.step(actions[k : k + 1], me)[0] for k in range(50)]
    assert np.array_equal(before, after)
    print(f"a saved state has {len(saved[0])} bytes; loading it repeats the episode")
    env.close()


if __name__ == "__main__":
    main()

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Two policies play Connect4 against each other."""

import numpy as np

import envpool

NUM_ENVS = 64
rng = np.random.default_rng(0)


def random_policy(obs, mask):
    """Chooses a random legal column."""
    return np.argmax(mask * rng.random(mask.shape), axis=1)


def stacking_policy(obs, mask):
    """Chooses the legal column with most of its own stones."""
    own = obs[:, 0].sum(axis=1)  # (rows, columns)
    return np.argmax((own + 1 + 0.1 * rng.random(mask.shape)) * mask, axis=1)


env = envpool.make("Connect4-v0", env_type="gymnasium", num_envs=NUM_ENVS, seed=1)
obs, info = env.reset()
everyone = np.arange(NUM_ENVS)
wins = np.zeros(2, int)
while wins.sum() < 200:
    mover, mask = info["current_player"], info["action_mask"]
    view = obs.reshape(NUM_ENVS, 2, *obs.shape[1:])[everyone, mover]
    # Player 0 plays at random, player 1 builds towers.
    action = np.where(
        mover == 0, random_policy(view, mask), stacking_policy(view, mask)
    )
    obs, reward, terminated, truncated, info = env.step(action)
    wins += (reward.reshape(NUM_ENVS, 2) > 0).sum(axis=0)
print(f"at random: {wins[0]} wins, towers: {wins[1]} wins")
env.close()

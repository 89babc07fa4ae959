# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # PPO: swap one line
#
# A pool made with `env_type="gymnasium"` is a `gymnasium.vector.VectorEnv`. A training
# loop written for Gymnasium's vector environments therefore runs on EnvPool after
# changing the line that makes the envs.
#
# This tutorial trains PPO on CartPole twice with one and the same loop, first on
# Gymnasium's envs, then on a pool. Both runs learn the same, because the same seeds
# give the same episodes. What differs is the time.

# %%
import time

import gymnasium
import matplotlib.pyplot as plt
import numpy as np
from cartpole_ppo_numpy import Agent, Collector
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import envpool

# %% [markdown]
# `cartpole_ppo_numpy.py` is in the folder `examples`: an actor and a critic in NumPy,
# and a collector that steps a vector env and estimates advantages. Put that folder on
# `PYTHONPATH` to run this notebook, or use a PPO of your own: nothing below depends on
# it.
#
# Two settings, and the training loop. It never asks where its envs come from.

# %% tags=["parameters"]
NUM_ENVS = 64
UPDATES = 40


# %%
def train(env):
    """Returns steps, seconds of CPU time and mean return after each update."""
    env = RecordEpisodeStatistics(env)
    agent = Agent(np.random.default_rng(0), num_obs=4, num_actions=2)
    collector = Collector(agent, env, horizon=64, seed=0)
    curve = []
    start = time.process_time()
    for update in range(1, UPDATES + 1):
        agent.learn(collector.collect(), rate=2e-3)
        mean = np.mean(collector.returns[-100:] or [np.nan])
        curve.append((update * 64 * NUM_ENVS, time.process_time() - start, mean))
    env.close()
    return np.array(curve)


# %% [markdown]
# ## With Gymnasium

# %%
env = gymnasium.make_vec("CartPole-v1", num_envs=NUM_ENVS, vectorization_mode="sync")
theirs = train(env)
print(f"{theirs[-1, 0]:,.0f} steps, {theirs[-1, 1]:.1f} s, return {theirs[-1, 2]:.1f}")

# %% [markdown]
# ## With EnvPool
#
# One line changes. Once EnvPool is imported,
# `gymnasium.make_vec("envpool/CartPole-v1", num_envs=NUM_ENVS)` makes the same pool.

# %%
env = envpool.make_gymnasium("CartPole-v1", num_envs=NUM_ENVS)
ours = train(env)
print(f"{ours[-1, 0]:,.0f} steps, {ours[-1, 1]:.1f} s, return {ours[-1, 2]:.1f}")

# %% [markdown]
# ## The same curve, sooner
#
# Mean returns are identical, to the last bit, as long as all observations are. NumPy
# takes sines from the C library, and their last bit depends on the CPU. A policy that
# has learned from a different number acts differently.

# %%
is_same = np.equal(ours[:, 2], theirs[:, 2]) | np.isnan(ours[:, 2])
same = UPDATES if is_same.all() else int(is_same.argmin())
assert same > 0
print(f"the same bits after each of the first {same} of {UPDATES} updates")

figure, panels = plt.subplots(1, 2, figsize=(9, 3.5), sharey=True)
for axes, column, unit in zip(
    panels, (0, 1), ("steps", "seconds of CPU time"), strict=True
):
    axes.plot(theirs[:, column], theirs[:, 2], label="Gymnasium", lw=4, alpha=0.4)
    axes.plot(ours[:, column], ours[:, 2], label="EnvPool")
    axes.set(xlabel=unit)
    axes.grid(alpha=0.3)
panels[0].set(ylabel="mean return")
panels[1].legend()
plt.show()

# %% [markdown]
# Most of the time that is left is the learner's: pools cannot make that faster.
# `envpool.profile` shows the shares, see [where the time
# goes](../content/running_pools.rst).
#
# Two things to check when you move your own loop:
#
# * **Autoreset.** Gymnasium's default and ours is `next_step`: the step after the end
#   of an episode ignores its action and returns the first observation of the next one.
#   That row is no transition; leave it out of the loss, as `Collector` does.
#   `autoreset_mode="same_step"` gives the other convention.
# * **Infos.** With `env_type="gymnasium"`, a pool returns the infos that the official
#   env has. `infos="all"` adds ours.
#
# [Other libraries](../content/integrations.rst) shows the line for Stable-Baselines3,
# TorchRL, RLlib and others.

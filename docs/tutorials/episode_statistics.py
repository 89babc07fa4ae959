# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Episode statistics and plots
#
# With `episode_stats=True` a pool adds up rewards and steps of each env in C++, and
# reports every finished episode in the infos, in the layout of Gymnasium's
# `RecordEpisodeStatistics`. Your loop needs no counters of its own.

# %%
import matplotlib.pyplot as plt
import numpy as np

import envpool

# %% tags=["parameters"]
NUM_ENVS = 64
STEPS = 1000

# %% [markdown]
# ## Collecting them
#
# `info["episode"]` is there if an episode ended in this step. It has an entry for each
# env; the mask `info["_episode"]` tells which of them are new.

# %%
env = envpool.make_gymnasium("LunarLander-v3", num_envs=NUM_ENVS, episode_stats=True)
env.action_space.seed(0)
obs, info = env.reset(seed=0)

episodes = []  # step of the pool, return, length
for step in range(STEPS):
    obs, reward, terminated, truncated, info = env.step(env.action_space.sample())
    if "episode" in info:
        new = info["_episode"]
        returns, lengths = info["episode"]["r"][new], info["episode"]["l"][new]
        episodes += [(step, r, n) for r, n in zip(returns, lengths, strict=True)]
env.close()

steps, returns, lengths = np.array(episodes).T
print(f"{len(episodes)} episodes, mean return {returns.mean():.1f}")

# %% [markdown]
# `r` and `l` are the return and the length, `t` the duration in seconds. The length
# counts the steps of the episode, without the one that resets the env.
#
# ## Distributions say more than means

# %%
figure, panels = plt.subplots(1, 2, figsize=(9, 3.3))
panels[0].hist(returns, bins=40)
panels[0].axvline(returns.mean(), color="black", ls=":", label="mean")
panels[0].set(xlabel="return", ylabel="episodes")
panels[0].legend()
panels[1].scatter(lengths, returns, s=6, alpha=0.5)
panels[1].set(xlabel="length", ylabel="return")
for axes in panels:
    axes.grid(alpha=0.3)
plt.show()

# %% [markdown]
# ## A running mean over time
#
# The usual learning curve: the mean of the last 100 episodes, over the steps of all
# envs together. Random actions learn nothing, so this one is flat.

# %%
window = min(100, len(returns))
mean = np.convolve(returns, np.ones(window) / window, mode="valid")
figure, axes = plt.subplots(figsize=(6, 3))
axes.plot(steps[window - 1 :] * NUM_ENVS, mean)
axes.set(xlabel="steps", ylabel=f"mean return of {window} episodes")
axes.grid(alpha=0.3)
plt.show()

# %% [markdown]
# The first points of such a curve are made of short episodes only, since long ones have
# not ended yet. For a fair estimate of one policy, count one episode per env, as in
# [Evaluate a policy](evaluation.ipynb).
#
# With `env_type="gym"` the statistics are in the infos of every step, so the loop needs
# no `if`. See also [Running pools](../content/running_pools.rst).

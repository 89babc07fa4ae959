# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Domain randomisation
#
# A policy that has seen one world learns that world. Three things can vary in a pool:
# where episodes start, what they look like, and the physics.

# %%
import matplotlib.pyplot as plt
import numpy as np

import envpool

# %% tags=["parameters"]
STEPS = 200

# %% [markdown]
# ## Where episodes start
#
# Every env has a random generator of its own, so starts differ without further ado. How
# widely is an option of the reset, with the names that Gymnasium uses. It holds for the
# episodes that this call starts.

# %%
env = envpool.make_gymnasium("CartPole-v1", num_envs=512)
usual, _ = env.reset(seed=0)
wide, _ = env.reset(seed=0, options={"low": -0.15, "high": 0.15})
print(
    f"pole angles up to {abs(usual[:, 2]).max():.3f}, now {abs(wide[:, 2]).max():.3f}"
)
env.close()

# %% [markdown]
# To keep wide starts over many episodes, use `autoreset_mode="disabled"` and reset the
# envs that have ended yourself, with the options of your choice:

# %%
rng = np.random.default_rng(0)
env = envpool.make_gymnasium("CartPole-v1", num_envs=64, autoreset_mode="disabled")
obs, _ = env.reset(seed=0)
resets = 0
for _ in range(STEPS):
    obs, _, terminated, truncated, _ = env.step(env.action_space.sample())
    ended = terminated | truncated
    if ended.any():
        spread = rng.uniform(0.01, 0.15)
        obs, _ = env.reset(
            options={"reset_mask": ended, "low": -spread, "high": spread}
        )
        resets += int(ended.sum())
print(f"{resets} episodes, each batch of resets with a spread of its own")
env.close()

# %% [markdown]
# ## What they look like
#
# Some envs draw a new world for every episode: MiniGrid and BabyAI a level, Procgen a
# level of `num_levels`, CarRacing a track and, with `domain_randomize=True`, its
# colours as well.

# %%
env = envpool.make_gymnasium("CarRacing-v3", num_envs=4, domain_randomize=True)
obs, _ = env.reset(seed=0)
for _ in range(50):  # past the opening zoom
    obs, *_ = env.step(np.zeros((4, 3), np.float32))
figure, panels = plt.subplots(1, 4, figsize=(10, 2.6))
for axes, image in zip(panels, obs, strict=True):
    axes.imshow(image)
    axes.axis("off")
plt.show()
env.close()

# %% [markdown]
# ## The physics
#
# The config of a pool holds for all of its envs. For several worlds, make a pool for
# each, and let them share their threads. Here Pendulum has five gravities, and one
# batch has a row of each pool. `g` is the option that the official env has, too;
# MuJoCo's robots take a model file (`xml_file`), with whatever masses and frictions it
# says.

# %%
GRAVITIES = [6.0, 8.0, 10.0, 12.0, 14.0]
PER_WORLD = 16
pools = [
    envpool.make_gymnasium(
        "Pendulum-v1", num_envs=PER_WORLD, g=g, seed=100 * k, shared_threads=True
    )
    for k, g in enumerate(GRAVITIES)
]


def step_all(actions):
    """Steps all pools; returns the observations and rewards of all their envs."""
    for pool, action in zip(pools, actions, strict=True):
        pool.send(action)
    results = [pool.recv() for pool in pools]
    return (np.concatenate([result[k] for result in results]) for k in (0, 1))


for pool in pools:
    pool.reset()
totals = np.zeros(len(GRAVITIES) * PER_WORLD)
for _ in range(STEPS):
    motors = rng.uniform(-2, 2, (len(GRAVITIES), PER_WORLD, 1)).astype(np.float32)
    obs, reward = step_all(motors)
    totals += reward

figure, axes = plt.subplots(figsize=(6, 3))
axes.boxplot(
    totals.reshape(len(GRAVITIES), PER_WORLD).T,
    tick_labels=[f"g = {g:g}" for g in GRAVITIES],
)
axes.set(ylabel=f"reward in {STEPS} steps")
plt.show()
for pool in pools:
    pool.close()

# %% [markdown]
# `send` returns at once, so the pools step at the same time. A curriculum is the same
# loop with other numbers: make a new pool when the policy is ready for it.
#
# Which options an env has: `python -m envpool info Pendulum-v1`, or its page among [all
# environments](../env/index.rst).

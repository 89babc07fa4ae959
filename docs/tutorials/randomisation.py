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
# Masses, lengths, gravity and friction are [parameters](../content/parameters.rst), of
# which each env has its own. `set_params` sets them: here one pool of Pendulum has five
# gravities.

# %%
GRAVITIES = [6.0, 8.0, 10.0, 12.0, 14.0]
PER_WORLD = 16
env = envpool.make_gymnasium("Pendulum-v1", num_envs=len(GRAVITIES) * PER_WORLD)
env.set_params({"g": np.repeat(GRAVITIES, PER_WORLD)})
env.reset(seed=0)
totals = np.zeros(env.num_envs)
for _ in range(STEPS):
    motors = rng.uniform(-2, 2, (env.num_envs, 1)).astype(np.float32)
    _, reward, *_ = env.step(motors)
    totals += reward

figure, axes = plt.subplots(figsize=(6, 3))
axes.boxplot(
    totals.reshape(len(GRAVITIES), PER_WORLD).T,
    tick_labels=[f"g = {g:g}" for g in GRAVITIES],
)
axes.set(ylabel=f"reward in {STEPS} steps")
plt.show()
env.close()

# %% [markdown]
# The option `randomize` draws them anew at each reset, from the env's own seed. Robots
# of MuJoCo have all fields of their model, by name:

# %%
env = envpool.make_gymnasium(
    "Hopper-v5",
    num_envs=4,
    randomize={
        "body_mass[torso]": ("uniform", 0.8, 1.2, "scale"),
        "geom_friction[*][0]": ("loguniform", 0.5, 2.0, "scale"),
    },
)
env.reset(seed=0)
print(env.get_params("body_mass[torso]")["body_mass[torso]"].round(2))
env.close()

# %% [markdown]
# A curriculum is a call of `set_params` when the policy is ready for it; with
# `when="reset"`, running episodes end as they began.
# [Parameters and randomisation](../content/parameters.rst) has all options, and
# `examples/cartpole_ppo_randomized.py` compares agents that learn with and without it.

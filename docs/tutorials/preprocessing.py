# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Normalise, stack, clip, discretise
#
# What an env does by itself runs in C++, for the whole batch. For the rest, Gymnasium's
# vector wrappers take a pool as it is. Wrappers for single envs are not needed: they
# would run Python code for each env in each step.

# %%
import gymnasium
import matplotlib.pyplot as plt
import numpy as np
from gymnasium.wrappers import vector

import envpool

# %% tags=["parameters"]
STEPS = 500

# %% [markdown]
# ## In the pool: options
#
# Atari's usual preprocessing is the default: 84 by 84 gray pixels, four frames stacked,
# and each action repeated for four. Options change it, and add clipped rewards.

# %%
env = envpool.make_gymnasium("Pong-v5", num_envs=4, stack_num=2, reward_clip=True)
obs, _ = env.reset(seed=0)
print(obs.shape, obs.dtype)

for _ in range(30):
    obs, *_ = env.step(env.action_space.sample())
figure, panels = plt.subplots(1, 2, figsize=(5, 2.7))
for axes, frame, title in zip(panels, obs[0], ("older", "newest"), strict=True):
    axes.imshow(frame, cmap="gray")
    axes.set(title=title)
    axes.axis("off")
plt.show()
env.close()

# %% [markdown]
# ViZDoom, and MuJoCo with `from_pixels=True`, have options for size and stacking as
# well.
#
# ## Normalise
#
# `NormalizeObservation` keeps a running mean and variance of all envs,
# `NormalizeReward` scales rewards by the spread of discounted returns. Both update
# their statistics in every step: set `update_running_mean = False` to evaluate.

# %%
env = envpool.make_gymnasium("Pendulum-v1", num_envs=64)
env = vector.NormalizeObservation(env)
env = vector.NormalizeReward(env, gamma=0.99)
env.action_space.seed(0)
obs, _ = env.reset(seed=0)
seen, rewards = [], []
for _ in range(STEPS):
    obs, reward, *_ = env.step(env.action_space.sample())
    seen.append(obs)
    rewards.append(reward)
half = STEPS // 2  # once the statistics have settled
print("mean", np.mean(seen[half:], axis=(0, 1)).round(2))
print("std ", np.std(seen[half:], axis=(0, 1)).round(2))
print(f"rewards from {np.min(rewards[half:]):.2f} to {np.max(rewards[half:]):.2f}")

# %% [markdown]
# ## Clip
#
# A Gaussian policy has no bounds, the motors have. Envs clip actions as the official
# ones do; `ClipAction` does it where the action passes, which is right if something
# else, such as a recording, is to see the clipped one. Observations and rewards are
# clipped by a function:

# %%
env = vector.TransformReward(env, lambda reward: np.clip(reward, -1, 1))
env = vector.TransformObservation(env, lambda obs: np.clip(obs, -3, 3))
obs, _ = env.reset()
obs, reward, *_ = env.step(env.action_space.sample())
assert abs(obs).max() <= 3
assert abs(reward).max() <= 1
env.close()

# %% [markdown]
# ## Discretise
#
# Algorithms for discrete actions can drive a continuous motor: choose from a few
# torques. The wrapper turns the choice into what the pool takes.

# %%
torques = np.linspace(-2, 2, 5, dtype=np.float32)[:, None]
env = envpool.make_gymnasium("Pendulum-v1", num_envs=8)
env = vector.TransformAction(
    env,
    lambda choice: torques[choice],
    action_space=gymnasium.spaces.MultiDiscrete([len(torques)] * 8),
    single_action_space=gymnasium.spaces.Discrete(len(torques)),
)
env.reset(seed=0)
obs, *_ = env.step(env.action_space.sample())
print(env.single_action_space, "->", env.unwrapped.single_action_space)
env.close()

# %% [markdown]
# ## Stack
#
# Gymnasium has no vector wrapper that stacks, but one is short. It must refill the
# stack when an env begins a new episode. With the default autoreset mode that is the
# step after the end.


# %%
class Stack(gymnasium.vector.VectorWrapper):
    """Shows the last `depth` observations of each env, the newest last."""

    def __init__(self, env, depth):
        super().__init__(env)
        space = env.single_observation_space
        self.single_observation_space = gymnasium.spaces.Box(
            np.repeat(space.low[None], depth, 0), np.repeat(space.high[None], depth, 0)
        )
        self.observation_space = gymnasium.vector.utils.batch_space(
            self.single_observation_space, env.num_envs
        )
        self.depth = depth

    def reset(self, *, seed=None, options=None):
        obs, info = self.env.reset(seed=seed, options=options)
        self.stack = np.repeat(obs[:, None], self.depth, 1)
        self.ended = np.zeros(self.num_envs, bool)
        return self.stack.copy(), info

    def step(self, actions):
        obs, reward, terminated, truncated, info = self.env.step(actions)
        self.stack = np.concatenate([self.stack[:, 1:], obs[:, None]], 1)
        self.stack[self.ended] = obs[self.ended, None]
        self.ended = terminated | truncated
        return self.stack.copy(), reward, terminated, truncated, info


env = Stack(envpool.make_gymnasium("CartPole-v1", num_envs=8), depth=3)
obs, _ = env.reset(seed=0)
for _ in range(100):
    before = env.ended
    obs, *_ = env.step(env.action_space.sample())
    assert obs in env.observation_space
    assert (obs[before] == obs[before][:, :1]).all()  # a new episode: all the same
print(obs.shape)
env.close()

# %% [markdown]
# Order matters: stack what is normalised, so that all frames of a stack are in the
# units of their time, or normalise the stack, so that they share one; both are in use.
# Statistics belong in the [checkpoint](checkpoints.ipynb).

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Evaluate a policy and film it
#
# How good is a policy? Play many episodes in parallel, count each of them once, and
# look at some.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import envpool

# %% tags=["parameters"]
EPISODES = 256
FILM_STEPS = 300


# %% [markdown]
# The policy of this tutorial balances CartPole with a rule. Anything that maps a batch
# of observations to a batch of actions will do.


# %%
def policy(obs):
    """Pushes the cart towards the side to which the pole is falling."""
    angle, velocity = obs[:, 2], obs[:, 3]
    return (angle + 0.015 * velocity > 0).astype(np.int64)


# %% [markdown]
# ## Count each env once
#
# It is tempting to step a pool until *n* episodes have ended, and to average those.
# That average is wrong: short episodes end first, so bad ones are counted too often.
# Give each env exactly one episode instead, with `autoreset_mode="disabled"`, and step
# only the envs that are still playing.


# %%
def evaluate(task_id, policy, episodes, seed=0):
    """Returns the return of each of `episodes` episodes."""
    with envpool.make_gymnasium(
        task_id, num_envs=episodes, autoreset_mode="disabled"
    ) as env:
        obs, _ = env.reset(seed=seed)
        returns = np.zeros(episodes)
        playing = np.arange(episodes)
        while len(playing):
            obs, reward, terminated, truncated, _ = env.step(
                policy(obs), env_id=playing
            )
            returns[playing] += reward
            going_on = ~(terminated | truncated)
            obs, playing = obs[going_on], playing[going_on]
    return returns


returns = evaluate("CartPole-v1", policy, EPISODES)
error = returns.std(ddof=1) / np.sqrt(EPISODES)
print(f"mean return {returns.mean():.1f} ± {error:.1f} of {EPISODES} episodes")
print(f"worst {returns.min():.0f}, best {returns.max():.0f}")

# %% [markdown]
# The numbers are reproducible: the same seed gives the same episodes, with any number
# of threads.

# %%
assert np.array_equal(returns, evaluate("CartPole-v1", policy, EPISODES))

figure, axes = plt.subplots(figsize=(6, 3))
axes.hist(returns, bins=20)
axes.set(xlabel="return", ylabel="episodes")
plt.show()

# %% [markdown]
# ## Film it
#
# `record` names a folder for videos of whole episodes. A thread of its own encodes them
# with `imageio-ffmpeg` (`pip install "envpool[video]"`). Here the worst episode is the
# interesting one. Env *i* was seeded with `0 + i`, so a pool with that seed alone plays
# the same episode:

# %%
worst = int(returns.argmin())
with envpool.make_gymnasium(
    "CartPole-v1", num_envs=1, record="videos", max_episode_steps=FILM_STEPS
) as env:
    obs, _ = env.reset(seed=worst)
    ended = False
    while not ended:
        obs, _, terminated, truncated, _ = env.step(policy(obs))
        ended = bool(terminated[0] or truncated[0])
print(*(path.name for path in Path("videos").iterdir()))

# %% [markdown]
# For a look without a video, `render` returns frames, of as many envs as you ask for:

# %%
with envpool.make_gymnasium("CartPole-v1", num_envs=1, render_mode="rgb_array") as env:
    obs, _ = env.reset(seed=worst)
    frames = []
    for step in range(60):
        if step % 15 == 0:
            frames.append(env.render()[0])
        obs, *_ = env.step(policy(obs))

figure, panels = plt.subplots(1, len(frames), figsize=(12, 2.2))
for axes, frame, step in zip(panels, frames, range(0, 60, 15), strict=True):
    axes.imshow(frame)
    axes.set(title=f"step {step}")
    axes.axis("off")
plt.show()

# %% [markdown]
# `record_every`, GIFs, and recording actions now to draw them later:
# [recording](../content/recording.rst). From a shell, `python -m envpool record
# CartPole-v1 --policy policy.py` does the same.

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
# ## Count each episode once
#
# It is tempting to step a pool until *n* episodes have ended, and to average those.
# That average is wrong: short episodes end first, so bad ones are counted too often.


# %%
def first_to_end(task_id, policy, episodes):
    """Returns the returns of the episodes that end first, a biased sample."""
    returns = []
    with envpool.make_gymnasium(task_id, num_envs=episodes, episode_stats=True) as env:
        obs, _ = env.reset(seed=0)
        while len(returns) < episodes:
            obs, *_, info = env.step(policy(obs))
            if "episode" in info:
                returns += info["episode"]["r"][info["_episode"]].tolist()
    return np.array(returns[:episodes])


print(f"the first to end: {first_to_end('CartPole-v1', policy, EPISODES).mean():.1f}")

# %% [markdown]
# `envpool.evaluate` fixes the episodes before the first step, by their seeds, and plays
# each of them to its end.

# %%
result = envpool.evaluate(policy, "CartPole-v1", EPISODES, seed=0, film="worst")
low, high = result.interval()
print(f"all of them: {result.mean:.1f}, 95% interval {low:.1f} to {high:.1f}")
print(f"worst {result.returns.min():.0f}, best {result.returns.max():.0f}")

# %% [markdown]
# The numbers are reproducible: the same seeds give the same episodes, with any number
# of envs and threads.

# %%
again = envpool.evaluate(policy, "CartPole-v1", EPISODES, seed=0, num_envs=5)
assert np.array_equal(result.returns, again.returns)

returns = result.returns
figure, axes = plt.subplots(figsize=(6, 3))
axes.hist(returns, bins=20)
axes.set(xlabel="return", ylabel="episodes")
plt.show()

# %% [markdown]
# ## Film it
#
# With `film="worst"`, `result.film` is the episode with the lowest return. A notebook
# shows it as a video, and `save` writes one, with `imageio-ffmpeg`
# (`pip install "envpool[video]"`).

# %%
result.film.save("worst.mp4")
result.film

# %% [markdown]
# Any other episode can be played again, as episode *k* has the seed `seed + k`.
# `record` names a folder for videos of whole episodes:

# %%
worst = int(result.seeds[result.worst])
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
# A policy of PyTorch, seeds and the interval: [running
# pools](../content/running_pools.rst). `record_every`, GIFs, and recording actions now
# to draw them later:
# [recording](../content/recording.rst). From a shell, `python -m envpool record
# CartPole-v1 --policy policy.py` does the same.

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Debug one env
#
# Something odd happened in env 37 of 64 at step 12,345. Since envs do not depend on
# each other, on threads or on the batch, you can take that one env out of the batch and
# look at it alone.

# %%
import gymnasium
import matplotlib.pyplot as plt
import numpy as np

import envpool
from envpool.python import errors

# %% tags=["parameters"]
STEPS = 120

# %% [markdown]
# ## The same env, alone
#
# Env *i* of a pool with `seed=s` has the seed `s + i`. A pool of one env with that seed
# and the same actions does the same, and so does the official env.

# %%
rng = np.random.default_rng(0)
actions = rng.integers(2, size=(STEPS, 64))

pool = envpool.make_gymnasium("CartPole-v1", num_envs=64)
pool.reset(seed=100)
in_pool = [pool.step(action)[0][37] for action in actions]

alone = envpool.make_gymnasium("CartPole-v1", num_envs=1)
alone.reset(seed=137)
by_itself = [alone.step(action[37:38])[0][0] for action in actions]

official = gymnasium.make_vec("CartPole-v1", num_envs=1, vectorization_mode="sync")
official.reset(seed=137)
by_gymnasium = [official.step(action[37:38])[0][0] for action in actions]

assert np.array_equal(in_pool, by_itself)
assert np.array_equal(in_pool, by_gymnasium)
print("three times the same observations")

# %% [markdown]
# A single env steps in the calling thread, so breakpoints, `print` and profilers of
# Python behave as with any other function. `gymnasium.make("envpool/CartPole-v1")`
# gives the plain `Env`, for tools that expect one.
#
# ## Stop before it happens
#
# To look at one step again and again, save the state before it. It contains the random
# generator.

# %%
alone.reset(seed=137)
for action in actions[:10]:
    alone.step(action[37:38])
(state,) = alone.save_state()

copy = envpool.make_gymnasium("CartPole-v1", num_envs=2, render_mode="rgb_array")
copy.reset()
copy.load_state([state, state])
obs, reward, *_ = copy.step([0, 1])  # tries another action
print("left: ", obs[0].round(3))
print("right:", obs[1].round(3))

figure, panels = plt.subplots(1, 2, figsize=(7, 2.4))
for axes, frame, title in zip(panels, copy.render(), ("left", "right"), strict=True):
    axes.imshow(frame)
    axes.set(title=title)
    axes.axis("off")
plt.show()

# %% [markdown]
# ## When you do not know the step: record
#
# `record_actions` writes seeds, resets and actions to a file, about a byte for each
# step of an env with discrete actions. Nothing is lost if the process is killed.
# `envpool.replay` plays any episode of any env again.

# %%
with envpool.make_gymnasium(
    "CartPole-v1", num_envs=64, record_actions="run.actions"
) as env:
    env.reset(seed=100)
    for action in actions:
        env.step(action)

recording = envpool.replay("run.actions")
episode = recording.episode(37, 0)
print(episode)
steps = list(episode.steps())
assert np.array_equal(steps[5].observation[0], in_pool[4])  # the first is the reset

# %% [markdown]
# From a shell: `python -m envpool replay run.actions --env 37 --episode 0 --video
# episode.mp4`.
#
# ## When an env raises
#
# A mistake in a call is an exception that says what was expected. Nothing has been sent
# then, and the pool goes on:

# %%
try:
    pool.step(np.full(64, 2))
except errors.ArgumentError as error:
    print(error)
obs, *_ = pool.step(actions[0])

# %% [markdown]
# If an env itself fails, `EnvStepError` lists the failed envs in `env_ids` and has the
# rows of all others in `result`. With `record_actions`, its message ends with the
# command that plays the episode up to the failing step.
#
# ## When it hangs or crawls
#
# `recv(timeout=seconds)` raises an error instead of waiting without end.
# `envpool.profile` tells whether envs, the pool, or your own code takes the time, and
# `python -m envpool doctor` looks at the machine: see [the command
# line](../content/command_line.rst).

# %%
with envpool.profile(alone) as profile:
    for action in actions:
        alone.step(action[37:38])
print(f"{profile.calls['step'].count} steps, {profile.overhead:.6f} s in the pool")
for env in (pool, alone, copy, official):
    env.close()

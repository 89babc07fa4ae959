# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Asynchronous pools, and when they pay
#
# A pool with `batch_size < num_envs` returns the first `batch_size` results that are
# ready. Slow envs do not hold up fast ones, and while your policy looks at one batch,
# the workers step the other envs. That sounds as if it were always faster. It is not;
# this tutorial measures both cases on the machine that runs it.

# %%
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import matplotlib.pyplot as plt
import numpy as np

import envpool

# %% tags=["parameters"]
SECONDS = 1.0

# %% [markdown]
# ## The loop
#
# `send` starts steps, `recv` collects results. `info["env_id"]` tells which envs the
# rows belong to, and goes back with the actions.


# %%
def play(env, batch_size, policy):
    """Plays for some time; returns steps per second and the profile."""
    env.async_reset()
    for seconds in (SECONDS / 4, SECONDS):  # the first time to warm up
        steps, start = 0, time.perf_counter()
        with envpool.profile(env) as profile:
            while time.perf_counter() - start < seconds:
                obs, *_, info = env.recv()
                env.send(policy(obs), info["env_id"])
                steps += batch_size
    return steps / (time.perf_counter() - start), profile


def compare(task_id, policy, num_envs=64, **config):
    """Measures pools from one synchronous to small batches; returns the rates."""
    rates = {}
    print(f"{task_id:16} batch     steps/s   batches/s   envs  waiting  overhead  rest")
    for batch_size in (num_envs, num_envs // 2, num_envs // 4):
        with envpool.make_gym(
            task_id, num_envs=num_envs, batch_size=batch_size, **config
        ) as env:
            rates[batch_size], profile = play(env, batch_size, policy)
        total = profile.envs + profile.waiting + profile.overhead + profile.rest
        shares = (profile.envs, profile.waiting, profile.overhead, profile.rest)
        print(
            f"{'':16} {batch_size:5} {rates[batch_size]:11,.0f}"
            f"{rates[batch_size] / batch_size:12,.0f}"
            + "".join(f"{share / total:8.0%}" for share in shares)
        )
    return rates


# %% [markdown]
# ## HalfCheetah with a policy that costs nothing
#
# Each step of HalfCheetah takes the same time, about 20 microseconds. A synchronous
# pool hands each thread its part of the batch, and all are ready at about the same
# moment: there is nobody to wait for, and so nothing to gain.


# %%
def stand_still(obs):
    return np.zeros((len(obs), 6))


cheetah = compare("HalfCheetah-v5", stand_still)

# %% [markdown]
# What remains is the price. A batch of a quarter needs four times as many calls for the
# same number of steps: look at the column *batches/s*, and at the overhead, which is
# per call, not per env. Each call also has less work to share out, so threads hand over
# to each other more often. On machines with few cores the asynchronous pool is
# therefore slightly *slower* here. On the two cores that the README's figures come
# from, it made 108 thousand steps per second and the synchronous one 110.
#
# ## HalfCheetah with a policy that takes its time
#
# Now the policy is a network that keeps the calling thread busy. In the synchronous
# pool all workers idle meanwhile. With batches of a half, they step one half of the
# envs while the policy looks at the other: double buffering. It can only help if there
# is a core to spare, that is, if the policy uses fewer cores than there are, or a GPU.

# %%
rng = np.random.default_rng(0)
WEIGHTS = [
    rng.normal(scale=a**-0.5, size=(a, b)).astype(np.float32)
    for a, b in ((17, 512), (512, 512), (512, 6))
]


def network(obs):
    x = obs.astype(np.float32)
    for weight in WEIGHTS:
        x = np.tanh(x @ weight)
    return x


thinking = compare("HalfCheetah-v5", network)

# %% [markdown]
# ## Envs whose steps differ
#
# Some steps take much longer than others. CarRacing builds a whole track when an
# episode begins, which takes as long as many steps. In a synchronous batch everyone
# waits for the env that is resetting. With small batches, its row simply comes later.
# Episodes are cut short here, so that resets are frequent.


# %%
def drive(obs):
    return np.zeros((len(obs), 3))


racing = compare("CarRacing-v3", drive, num_envs=16, max_episode_steps=40)

# %% [markdown]
# ## The measurements in one picture

# %%
figure, axes = plt.subplots(figsize=(7, 3.2))
names = ("HalfCheetah", "HalfCheetah,\nslow policy", "CarRacing,\nshort episodes")
for k, part in enumerate((1, 2, 4)):
    ratios = []
    for rates in (cheetah, thinking, racing):
        full = max(rates)
        ratios.append(rates[full // part] / rates[full])
    label = "synchronous" if part == 1 else f"batches of 1/{part}"
    bars = axes.bar(np.arange(3) + 0.27 * (k - 1), ratios, 0.25, label=label)
    axes.bar_label(bars, fmt="%.2f", fontsize=8)
axes.axhline(1, color="black", lw=0.7, ls=":")
axes.set_xticks(range(3), names)
axes.set(ylabel="steps/s, relative")
axes.legend(fontsize=8)
plt.show()

print(f"{len(os.sched_getaffinity(0))} CPUs")

# %% [markdown]
# ## When it pays
#
# * The policy keeps the calling thread busy, or waits for a GPU, and workers have cores
#   to themselves meanwhile.
# * Steps differ: levels or tracks are built, engines of their own are waited for
#   (ViZDoom), physics has contacts.
# * There are many cores. The more threads there are, the more of them wait for the
#   slowest.
#
# When it does not: steps that cost little or all the same, a policy that uses all cores
# itself, few cores. And an asynchronous learner must live with rows in changing order,
# and with old policies' actions if it is not careful.
#
# Do not guess: `python -m envpool tune ID` measures batch sizes and threads on your
# machine, and [profile](../content/running_pools.rst) shows whether your loop has
# waiting to hide. What an env computes does not depend on any of this; only the order
# of rows does.

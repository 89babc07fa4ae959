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
SECONDS = 0.4
ROUNDS = 5
STEPS = 1000

# %% [markdown]
# ## The loop
#
# `send` starts steps, `recv` collects results. `info["env_id"]` tells which envs the
# rows belong to, and goes back with the actions. `envpool.profile` tells where the time
# goes.


# %%
def play(env, policy):
    """Plays for some time; returns steps per second and the shares of the time."""
    steps, start = 0, time.perf_counter()
    with envpool.profile(env) as profile:
        while time.perf_counter() - start < SECONDS:
            obs, *_, info = env.recv()
            env.send(policy(obs), info["env_id"])
            steps += len(obs)
    seconds = time.perf_counter() - start
    parts = profile.envs, profile.waiting, profile.overhead, profile.rest
    return steps / seconds, *(part / seconds for part in parts)


# %% [markdown]
# The pools of a comparison take turns, since other programs may disturb; medians count.


# %%
def compare(task_id, policy, num_envs=64, **config):
    """Measures a synchronous pool and smaller batches; returns the rates."""
    sizes = [num_envs, num_envs // 2, num_envs // 4]
    pools = [
        envpool.make_gym(task_id, num_envs=num_envs, batch_size=size, **config)
        for size in sizes
    ]
    for pool in pools:
        pool.async_reset()
    rounds = [[play(pool, policy) for pool in pools] for _ in range(ROUNDS + 1)]
    medians = np.median(rounds[1:], axis=0)  # the first is to warm up
    print("batch    steps/s  batches/s   envs  waiting  overhead   rest")
    for size, (rate, *shares) in zip(sizes, medians, strict=True):
        print(
            f"{size:5} {rate:10,.0f} {rate / size:10,.0f} "
            "{:6.0%}  {:7.0%}  {:8.0%} {:6.0%}".format(*shares)
        )
    for pool in pools:
        pool.close()
    return medians[:, 0]


# %% [markdown]
# ## HalfCheetah with a policy that costs nothing
#
# All steps of HalfCheetah take about the same time, some 20 microseconds. A
# synchronous pool gives each thread its part of the batch, and all are ready at about
# the same moment: no env waits for another, so there is nothing to gain.

# %%
ACTIONS = np.random.default_rng(0).uniform(-1, 1, (64, 6))


def no_policy(obs):
    return ACTIONS[: len(obs)]


cheetah = compare("HalfCheetah-v5", no_policy)

# %% [markdown]
# What remains is the price of small batches:
#
# * A batch of a quarter needs four times as many calls for the same number of steps:
#   see *batches/s*. The *overhead* of the pool and the time of your own loop, *rest*,
#   are per call, not per env.
# * In a synchronous pool, the thread that waits helps to step the envs, and no other
#   thread wants its CPU meanwhile. In an asynchronous one the workers always have
#   something to do, so on few CPUs they compete with your loop.
#
# So expect no gain here, and often a small loss: on two otherwise idle CPUs, the
# [benchmark](../content/benchmark.rst) found 108 thousand steps per second against 110
# of the synchronous pool. (If other programs use the machine while this runs, the
# figures above vary by more than that.)
#
# ## HalfCheetah with a policy that takes its time
#
# Now the policy is a network that keeps the calling thread busy. In the synchronous
# pool all workers idle meanwhile. With batches of a half, they step one half of the
# envs while the policy looks at the other: double buffering. It needs a core to spare.
# If your policy uses all cores by itself, or if two CPUs are two threads of the same
# core, there is little to win; if it runs on a GPU, a lot.

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

# %%
figure, axes = plt.subplots(figsize=(6, 3))
for k, label in enumerate(("synchronous", "batches of a half", "of a quarter")):
    ratios = [rates[k] / rates[0] for rates in (cheetah, thinking)]
    bars = axes.bar(np.arange(2) + 0.27 * (k - 1), ratios, 0.25, label=label)
    axes.bar_label(bars, fmt="%.2f", fontsize=8)
axes.axhline(1, color="black", lw=0.7, ls=":")
axes.set_xticks(range(2), ("no policy", "slow policy"))
cpus = len(os.sched_getaffinity(0))
axes.set(ylabel="steps/s, relative", title=f"HalfCheetah, {cpus} CPUs")
axes.margins(y=0.3)  # room for the legend
axes.legend(fontsize=8, loc="upper center", ncols=3)
plt.show()

# %% [markdown]
# ## Envs with steps that differ
#
# CarRacing builds a track when an episode begins, and that takes as long as many steps.
# A synchronous batch is complete when its slowest env is. How much that costs depends
# on the number of cores: with few, the others have enough to do in the meantime; with
# many, they wait. Measure the steps of one env, to see what would happen:

# %%
with envpool.make_gym("CarRacing-v3", num_envs=1, max_episode_steps=100) as env:
    env.reset()
    seconds, is_reset = [], []
    for _ in range(STEPS):
        start = time.perf_counter()
        *_, info = env.step(np.zeros((1, 3)))
        seconds.append(time.perf_counter() - start)
        is_reset.append(info["elapsed_step"][0] == 0)
seconds, is_reset = np.array(seconds), np.array(is_reset)
step, reset = np.median(seconds[~is_reset]), np.median(seconds[is_reset])
print(f"a step takes {step * 1e3:.2f} ms, a reset {reset * 1e3:.1f} ms")

# %% [markdown]
# A batch cannot be ready before its slowest env, and not before all work is done by all
# cores. With random batches of these steps:

# %%
batches = rng.choice(seconds, (1000, 64))
work, slowest = batches.sum(1), batches.max(1)
for cores in (2, 8, 32, 64):
    share = (work / cores).sum() / np.maximum(work / cores, slowest).sum()
    print(f"{cores:2} cores: at best {share:4.0%} of them are busy with 64 envs")

# %% [markdown]
# The rest is what an asynchronous pool can win: there, the row of the env that is
# resetting simply comes later.
#
# ## When it pays
#
# * The policy runs elsewhere, on a GPU or on cores that the workers do not need.
# * Steps differ, and there are many cores: levels or tracks are built, engines of their
#   own are waited for (ViZDoom).
#
# When it does not: steps that cost little or all the same, a policy that uses all cores
# itself, few cores. And an asynchronous learner must cope with rows in changing order.
#
# Do not guess: `python -m envpool tune ID` measures batch sizes and threads on your
# machine, and [profile](../content/running_pools.rst) shows whether your loop has
# waiting to hide. What an env computes does not depend on any of this; only the order
# of rows does.

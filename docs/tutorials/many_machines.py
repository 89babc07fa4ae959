# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Many machines
#
# One process with one pool is the fastest way to use one machine. For more machines,
# run one pool on each, and decide where the policy runs. Both ways rest on the same
# property: a part of a pool does what the whole would do.

# %%
import numpy as np

import envpool

# %% [markdown]
# ## Parts of a pool
#
# Env *i* of a pool with `seed=s` has the seed `s + i`. So a pool of 64 envs and four
# pools of 16, with their seeds in sequence, play the same episodes, wherever the four
# are. (Procgen is the exception: its episodes depend on the env's id as well.)

# %%
rng = np.random.default_rng(0)
actions = rng.integers(2, size=(100, 64))

whole = envpool.make_gym("CartPole-v1", num_envs=64, seed=1000)
parts = [
    envpool.make_gym("CartPole-v1", num_envs=16, seed=1000 + 16 * rank)
    for rank in range(4)
]
obs, _ = whole.reset()
pieces = [part.reset()[0] for part in parts]
for action in actions:
    assert np.array_equal(obs, np.concatenate(pieces))
    obs = whole.step(action)[0]
    shares = np.split(action, 4)
    pieces = [part.step(share)[0] for part, share in zip(parts, shares, strict=True)]
print("one pool of 64 is four pools of 16")

# %% [markdown]
# ## One learner, envs elsewhere
#
# `make_remote` makes actors of a [Ray](https://docs.ray.io) cluster look like one pool,
# with the seeds above. A pool that dies with its machine is replaced and continues from
# its last checkpoint.
#
# ```python
# from envpool.integrations.ray import make_remote
#
# env = make_remote("Pong-v5", num_envs=4096, envs_per_actor=256, checkpoint_every=1000)
# obs, info = env.reset()
# obs, reward, terminated, truncated, info = env.step(policy(obs))
# ```
#
# Every step crosses the network, so steps should be expensive and batches large: Atari
# and MuJoCo in hundreds, not CartPole. [Many machines](../content/many_machines.rst)
# has the details, the costs, and how to plan with them.
#
# ## A learner on each machine
#
# With PyTorch's `DistributedDataParallel`, each process learns from a pool of its own,
# and only gradients travel. All it takes is a seed that depends on the rank:
#
# ```python
# import torch.distributed as dist
#
# dist.init_process_group("nccl")
# env = envpool.make_gymnasium("Pong-v5", num_envs=64, seed=64 * dist.get_rank())
# ```
#
# With several processes on one machine, give each its share of the CPUs, by the
# affinity mask or `num_threads`: see [Limited CPUs](limited_cpus.ipynb). RLlib and
# TorchRL's collectors start such processes themselves: [Other
# libraries](../content/integrations.rst).

# %%
for env in (whole, *parts):
    env.close()

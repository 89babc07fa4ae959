# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Checkpoint and resume exactly
#
# Most checkpoints hold the network and the optimizer, and the envs start anew after a
# crash. The run that goes on is then a different one: it cannot be compared or
# debugged. `save_state` returns the complete state of each env, random generator
# included, so a resumed run can repeat, bit for bit, what the original would have done.

# %%
import pickle
from pathlib import Path

import numpy as np
from cartpole_ppo_numpy import Agent, Collector

import envpool

# %% [markdown]
# The agent comes from the folder `examples`, as in [PPO: swap one line](ppo.ipynb). It
# is a plain object with weights, Adam's moments and a random generator, so `pickle`
# saves all of it. With PyTorch you would take the `state_dict` of network and
# optimizer, and `torch.get_rng_state()`.

# %% tags=["parameters"]
NUM_ENVS = 32
UPDATES = 20


# %%
def make_env():
    return envpool.make_gymnasium("CartPole-v1", num_envs=NUM_ENVS, episode_stats=True)


def learn(collector, updates):
    for _ in range(updates):
        collector.agent.learn(collector.collect(), rate=2e-3)


# %% [markdown]
# ## What a checkpoint needs
#
# Everything that the future depends on: the agent, the states of the envs, and what the
# loop itself carries from one step to the next. Here that is the last observation and
# which envs have just ended; losing these two is the most common reason why resumed
# runs differ. The file is written beside the old one and then renamed, so that a crash
# while writing leaves a valid checkpoint.


# %%
def save(collector, path):
    checkpoint = {
        "agent": collector.agent,
        "envs": collector.env.save_state(),
        "obs": collector.obs,
        "ended": collector.ended,
        "returns": collector.returns,
    }
    part = path.with_suffix(".part")
    part.write_bytes(pickle.dumps(checkpoint))
    part.replace(path)


def resume(path):
    checkpoint = pickle.loads(path.read_bytes())
    env = make_env()
    collector = Collector(checkpoint["agent"], env, horizon=64, seed=0)
    env.load_state(checkpoint["envs"])
    collector.obs, collector.ended = checkpoint["obs"], checkpoint["ended"]
    collector.returns = checkpoint["returns"]
    return collector


# %% [markdown]
# ## One run, interrupted and not
#
# The first run saves a checkpoint half-way and goes on. The second starts from the
# file, with new objects and a new pool, as another process would.

# %%
agent = Agent(np.random.default_rng(0), num_obs=4, num_actions=2)
first = Collector(agent, make_env(), horizon=64, seed=0)
learn(first, UPDATES // 2)
save(first, Path("checkpoint.pkl"))
learn(first, UPDATES - UPDATES // 2)

second = resume(Path("checkpoint.pkl"))
learn(second, UPDATES - UPDATES // 2)

# %%
for a, b in zip(first.agent.policy.weights, second.agent.policy.weights, strict=True):
    assert np.array_equal(a, b)
assert first.returns == second.returns
print(f"{len(first.returns)} episodes in both runs, and the same weights")
size = Path("checkpoint.pkl").stat().st_size
print(f"{size / 1024:.0f} KiB, {len(first.env.save_state()[0])} bytes for each env")

# %% [markdown]
# ## Rules
#
# * Save when nothing is in flight: in asynchronous mode, receive all results first.
# * A state can be loaded into a pool with other numbers of envs and threads, but the
#   same version, env and config. Anything else is refused with an error.
# * Load only files that you trust: `pickle` runs code. The states themselves are
#   checked when they are loaded.
# * Every family but ViZDoom has states. Where an env has none, `save_state` raises
#   `NotSupportedError`, and [recorded actions](../content/recording.rst) lead back to
#   any step.
#
# `examples/ppo_atari.py` and `examples/ppo_mujoco.py` do the same in PyTorch, with
# `--checkpoint` and `--resume`. States are good for more than crashes:
# `examples/save_load_state.py` plans with them, and `clone_state` starts many envs from
# one.

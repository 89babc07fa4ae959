# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Your robot in ten minutes
#
# You have a robot as an XML or URDF file that MuJoCo reads, and an idea of what it
# should do. That is enough: a *task* is the file and a table of expressions, which
# EnvPool runs in C++. No env class, no compiler.
#
# Here the robot is the ant of the package `gymnasium`. Put the path of your own file
# in its place.

# %%
from importlib.resources import files

import matplotlib.pyplot as plt
import numpy as np

import envpool
import envpool.mujoco

ROBOT = str(files("gymnasium") / "envs/mujoco/assets/ant.xml")

# %% tags=["parameters"]
NUM_ENVS = 64
ROUNDS = 25
STEPS = 150

# %% [markdown]
# ## A first table
#
# A model and what the agent observes are enough to begin. Names such as `qpos` and
# `qvel` are MuJoCo's; patterns select parts of the robot.

# %%
task = envpool.mujoco.task(
    ROBOT, name="ant", frame_skip=5, observations=["qpos[2:]", "qvel"]
)
env = envpool.make_gymnasium(task, num_envs=4)
obs, _ = env.reset(seed=0)
print(task)
print(env.single_action_space, env.single_observation_space.shape)
env.close()

# %% [markdown]
# ## Mistakes
#
# A wrong name or shape is an error when the task is made. It says which term is wrong.

# %%
try:
    envpool.mujoco.task(ROBOT, ["qpos"], rewards={"high": "body('torsso')[2]"})
except envpool.errors.ConfigError as error:
    print(error)

# %% [markdown]
# ## Rewards, commands, starts and ends
#
# The ant shall run at a speed that it is told, forward, and not fall over. The number
# `speed` is drawn at each start, and again after some seconds. Each reward has a name
# and perhaps a weight.

# %%
task = envpool.mujoco.task(
    ROBOT,
    name="ant_runs",
    frame_skip=5,
    episode_steps=STEPS,
    commands={"speed": {"draw": "uniform(0.5, 1.5)", "every": [2, 4]}},
    define={
        "velocity": "linear_velocity('torso')",
        "down": "projected_gravity('torso')",
    },
    observations={
        "height": "body('torso')[2]",
        "down": {"term": "down", "noise": 0.02},
        "velocity": "velocity",
        "joints": "joint_pos('hip_*', 'ankle_*')",
        "speeds": {"term": "joint_vel('hip_*', 'ankle_*')", "scale": 0.1},
        "speed": "speed",
        "beat": "phase(0.5)",
    },
    rewards={
        "follow": "track(velocity[0] - speed, 0.5)",
        "straight": {"term": "velocity[1] ** 2", "weight": -0.2},
        "effort": {"term": "sum(action ** 2)", "weight": -0.01},
    },
    terminations={"fallen": "down[2] > -0.3 or body('torso')[2] < 0.25"},
    resets=[
        "qpos = qpos0 + uniform(-0.05, 0.05, nq)",
        "qvel = 0.05 * normal(nv)",
    ],
    measures={"x": "qpos[0]"},
)
print(task.observation_slices)

# %% [markdown]
# ## Look at the terms
#
# With `term_infos=True`, `info["reward_terms"]` has the value of each reward. Look at
# them before you train: a term that is always 0, or larger than all others, is a
# mistake in most cases. `envpool task watch my_task.toml` draws the same in a terminal,
# and reads the file again whenever you save it.

# %%
env = envpool.make_gymnasium(task, num_envs=NUM_ENVS, seed=0, term_infos=True)
env.reset()
terms = []
for _ in range(STEPS):
    _, _, _, _, info = env.step(env.action_space.sample())
    terms.append(info["reward_terms"].mean(0))
env.close()
for name, values in zip(task.reward_names, np.transpose(terms), strict=True):
    plt.plot(values, label=name)
plt.xlabel("step")
plt.legend()
plt.title("Rewards of random actions")
plt.show()
print(dict(zip(task.reward_names, np.mean(terms, axis=0).tolist(), strict=True)))

# %% [markdown]
# ## Learn something
#
# Any library that takes Gymnasium's vector envs can train on the pool. Without one, a
# search over linear policies shows whether the task can be learnt at all: each env has
# weights of its own, and `rollout` plays them in C++. The best ones are the middle of
# the next round.

# %%
env = envpool.make_gymnasium(task, num_envs=NUM_ENVS, seed=1)
inputs, outputs = env.single_observation_space.shape[0], 8
random = np.random.default_rng(0)
mean, deviation = np.zeros((outputs, inputs)), np.full((outputs, inputs), 0.4)
curve = []
for _ in range(ROUNDS):
    weights = mean + deviation * random.standard_normal((NUM_ENVS, outputs, inputs))
    env.reset()
    policy = envpool.policies.Linear(weights.astype(np.float32), sample=False)
    batch = env.rollout(STEPS, policy)
    alive = np.cumsum(batch.terminated | batch.truncated, axis=0) == 0
    returns = (batch.reward * alive).sum(0)
    best = np.argsort(returns)[-NUM_ENVS // 6 :]
    mean = weights[best].mean(0)
    deviation = 0.9 * weights[best].std(0) + 0.02
    curve.append((returns.mean(), returns[best].mean()))
env.close()
plt.plot(curve, label=["all", "the best sixth"])
plt.xlabel("round")
plt.ylabel("return")
plt.legend()
plt.show()
print(f"return of the best: {curve[0][1]:.1f} at first, {curve[-1][1]:.1f} at last")

# %% [markdown]
# ## Vary the physics
#
# Any parameter of the model can be drawn anew at each reset: here masses and friction,
# in proportion to the model's own.

# %%
env = envpool.make_gymnasium(
    task,
    num_envs=4,
    randomize={
        "body_mass": ("uniform", 0.8, 1.2, "scale"),
        "geom_friction": ("uniform", 0.5, 1.5, "scale"),
    },
)
env.reset()
print(env.get_params("body_mass")["body_mass"][:, 1].round(3))
env.close()

# %% [markdown]
# ## Keep it in a file
#
# A task is a TOML file, too: it goes under version control, `make` reads it, and the
# test kit plays it: `envpool task check ant_runs.toml`.

# %%
with open("ant_runs.toml", "w", encoding="utf-8") as file:
    file.write(str(task))
env = envpool.make_gymnasium("ant_runs.toml", num_envs=2)
print(env.reset(seed=0)[0].shape)
env.close()

# %% [markdown]
# [Your own robot](../content/own_robots.rst) lists all keys and functions, and
# [the rollouts](../content/rollout.rst) have more policies.

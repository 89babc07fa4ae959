# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The ids of classic control."""

from envpool.registration import Family, InfoKeys

family = Family("envpool.classic_control")

family.meanings(
    {
        "sutton_barto_reward": "Reward 0 for each step and -1 for the one that fails, "
        "instead of 1 for each step.",
        "version": "Limit the velocity before the angle advances (1), or afterwards "
        "(0); the id sets it.",
        "g": "Acceleration of gravity, in metres per second squared.",
        "goal_velocity": "Least velocity, per step, at which the goal counts as "
        "reached.",
        "book_or_nips": "Equations of motion: those of Sutton and Barto's book, or of "
        "Sutton's paper at NIPS.",
        "torque_noise_max": "A uniform random number between minus and plus this is "
        "added to each torque, in newton metres.",
    }
)

family.rules("Pendulum", {"version": {"min": 0, "max": 1}})
family.rules(
    "Acrobot",
    {
        "book_or_nips": {"choices": ("book", "nips")},
        "torque_noise_max": {"min": 0.0, "max": 1e6},
    },
)

_STATE = InfoKeys(absent=frozenset({"state"}))
family.official("Acrobot", infos=lambda config: _STATE, render_fps=15)
family.official("CartPole", render_fps=50)
for _env in ("MountainCar", "MountainCarContinuous", "Pendulum"):
    family.official(_env)

family.controls("Acrobot", names=("torque left", "none", "torque right"))
family.controls("CartPole", names=("left", "right"))
family.controls("MountainCar", names=("left", "none", "right"))
family.controls("MountainCarContinuous", moves={"left": (-1,), "right": (1,)})
family.controls("Pendulum", moves={"left": (2,), "right": (-2,)})

family.task(
    "CartPole-v0",
    "CartPole",
    aliases=["phys2d/CartPole-v0"],
    max_episode_steps=200,
    reward_threshold=195.0,
)
family.task(
    "CartPole-v1",
    "CartPole",
    aliases=["phys2d/CartPole-v1"],
    max_episode_steps=500,
    reward_threshold=475.0,
)
family.task("Pendulum-v0", "Pendulum", max_episode_steps=200, version=0)
# Gymnasium's phys2d/Pendulum-v0 limits the speed first, as Pendulum-v1 does.
family.task(
    "Pendulum-v1",
    "Pendulum",
    aliases=["phys2d/Pendulum-v0"],
    max_episode_steps=200,
    version=1,
)
family.task(
    "MountainCar-v0", "MountainCar", max_episode_steps=200, reward_threshold=-110.0
)
family.task(
    "MountainCarContinuous-v0",
    "MountainCarContinuous",
    max_episode_steps=999,
    reward_threshold=90.0,
)
family.task("Acrobot-v1", "Acrobot", max_episode_steps=500, reward_threshold=-100.0)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The profile of tables for the test kit, and the tasks that the kit plays."""

import os

import envpool
from envpool.mujoco.tasks.task import Task
from envpool.registration import package_base_path, register
from envpool.testing.profile import Profile

PROFILE = Profile(
    steps_per_1000=100,
    deterministic=frozenset(),
    constants=True,
    rare_rewards=True,
    representatives=frozenset({"KitRunner-v0", "KitClimber-v0"}),
)

# A task with everything that remembers: commands, histories, delays, clocks.
_RUNNER = {
    "name": "kit_runner",
    "model": os.path.join(package_base_path, "mujoco", "assets", "ant.xml"),
    "frame_skip": 4,
    "actions": {"smooth": 0.5, "kp": 0.5, "kd": 0.01, "scale": 0.3},
    "commands": {"wish": {"draw": "uniform([-1, -1], [1, 1])", "every": [0.2, 0.4]}},
    "define": {"velocity": "linear_velocity('torso', 'local')"},
    "observations": [
        {"term": "projected_gravity('torso')", "noise": 0.05},
        {"term": "joint_pos('*ankle*', '*hip*')", "delay": 2},
        {"term": "qvel", "clip": [-5, 5], "scale": 0.2, "noise_std": 0.01},
        {"term": "action", "history": 3},
        "wish",
        "phase(0.5)",
        "air_time('front_left_leg')",
        "steps",
        "ray(body('torso'), [0, 0, -1], 'torso')",
    ],
    "rewards": {
        "follow": {"term": "track(velocity[:2] - wish, 0.5)", "weight": 2.0},
        "effort": {"term": "sum((action - last(action)) ** 2)", "weight": -0.01},
        "touch": {"term": "normal_force('torso', 'floor')", "weight": -1e-4},
    },
    "terminations": {"fallen": "body('torso')[2] < 0.25"},
    "measures": {"height": "body('torso')[2]"},
    "resets": [
        "randomize_joints()",
        "qpos[2] = uniform(0.6, 0.9)",
        "forward()",
        "until(contacts() == 0)",
        "qvel = 0.1 * normal(nv)",
    ],
    "episode_steps": 60,
}

# A task with groups of observations, and levels that are kept between episodes.
_CLIMBER = {
    "name": "kit_climber",
    "model": _RUNNER["model"],
    "frame_skip": 4,
    "observations": {
        "policy": ["qpos[2:]", "height_scan('torso', [0, 0, 0.5, 0, 1, 0])"],
        "critic": ["qpos", "qvel", "terrain_level", "terrain_origin"],
    },
    "rewards": {"far": "qpos[0] - terrain_origin[0]"},
    "terminations": {"broken": "unstable()"},
    "resets": ["qpos[:3] = terrain_origin + [0, 0, 1]", "qvel = 0.1 * normal(nv)"],
    "terrain": {
        "levels": 3,
        "cell": 4.0,
        "columns": ["rough", {"kind": "boxes", "width": 1.0}],
        "rise": "qpos[0] > terrain_origin[0]",
        "fall": "qpos[0] < terrain_origin[0] - 0.1",
    },
    "episode_steps": 20,
}


def _register() -> None:
    if "KitRunner-v0" in envpool.list_all_envs():
        return
    package = "envpool.mujoco.tasks"
    classes = ("TaskEnvSpec", "TaskDMEnvPool", "TaskGymnasiumEnvPool")
    for name, table in (("Cheetah", "half_cheetah"), ("Cartpole", "cartpole_swingup")):
        register(f"Kit{name}-v0", package, *classes, table=table, max_episode_steps=80)
    register("KitRunner-v0", Task(_RUNNER))
    register("KitClimber-v0", Task(_CLIMBER))


_register()

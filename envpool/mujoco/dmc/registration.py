# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of the DeepMind Control suite."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from envpool.mujoco.versions import family_of

__all__ = ["DOMAINS", "family", "task_id"]

_LIMIT = 1000  # steps; the suite's limits are in seconds

# The timestep of each domain's models, in seconds.
_TIMESTEPS = {
    "acrobot": 0.01,
    "ball_in_cup": 0.002,
    "cartpole": 0.01,
    "cheetah": 0.01,
    "dog": 0.005,
    "finger": 0.01,
    "fish": 0.004,
    "hopper": 0.005,
    "humanoid": 0.005,
    "humanoid_CMU": 0.002,
    "lqr": 0.03,
    "manipulator": 0.001,
    "pendulum": 0.02,
    "point_mass": 0.02,
    "quadruped": 0.005,
    "reacher": 0.02,
    "stacker": 0.001,
    "swimmer": 0.002,
    "walker": 0.0025,
}

# The tasks of each domain.
DOMAINS: dict[str, tuple[str, ...]] = {
    "acrobot": ("swingup", "swingup_sparse"),
    "ball_in_cup": ("catch",),
    "cartpole": (
        "balance",
        "balance_sparse",
        "swingup",
        "swingup_sparse",
        "three_poles",
        "two_poles",
    ),
    "cheetah": ("run",),
    "dog": ("fetch", "run", "stand", "trot", "walk"),
    "finger": ("spin", "turn_easy", "turn_hard"),
    "fish": ("swim", "upright"),
    "hopper": ("hop", "stand"),
    "humanoid": ("run", "run_pure_state", "stand", "walk"),
    "humanoid_CMU": ("run", "stand", "walk"),
    "lqr": ("lqr_2_1", "lqr_6_2"),
    "manipulator": ("bring_ball", "bring_peg", "insert_ball", "insert_peg"),
    "pendulum": ("swingup",),
    "point_mass": ("easy", "hard"),
    "quadruped": ("escape", "fetch", "run", "walk"),
    "reacher": ("easy", "hard"),
    "stacker": ("stack_2", "stack_4"),
    "swimmer": ("swimmer6", "swimmer15"),
    "walker": ("run", "stand", "walk"),
}


def _camel_case(name: str) -> str:
    return "".join(part[0].upper() + part[1:] for part in name.split("_"))


def task_id(domain: str, task: str) -> str:
    """Returns the id of a task, by its official names."""
    return f"{_camel_case(domain)}{_camel_case(task)}-v1"


def _render_fps(timestep: float) -> Callable[[Mapping[str, Any]], float]:
    return lambda config: 1 / (timestep * config["frame_skip"])


def _check_assets(config: dict[str, Any]) -> dict[str, Any]:
    """Checks that the folder of assets contains models."""
    folder = os.path.join(config["base_path"], "mujoco", "dmc", "assets")
    if not os.path.isdir(folder):
        raise ValueError(
            "base_path: expected a folder with the models of the suite in "
            f"mujoco/dmc/assets, got {config['base_path']!r}; without base_path it "
            "is the environment variable ENVPOOL_ASSETS_PATH, or else the package's "
            "own folder"
        )
    return config


family = family_of("dmc")
family.meanings(
    {
        "frame_skip": "Number of MuJoCo steps per step of the env; the action is "
        "repeated.",
        "frame_stack": "Number of observations in a stacked one, oldest first; 1 does "
        "not stack.",
        "task_name": "Task of the domain; the id sets it.",
        "fully_observable": "Observe also what the robot cannot sense: the positions "
        "of hand, objects and target.",
    }
)

for domain, tasks in DOMAINS.items():
    env = _camel_case(domain)
    family.official(env, render_fps=_render_fps(_TIMESTEPS[domain]))
    family.rules(
        env,
        {
            "frame_skip": {"min": 1, "max": 1000},
            "frame_stack": {"min": 1, "max": 64},
            "obs_dtype": {"choices": ("float64", "float32")},
            "task_name": {"choices": tasks},
        },
        validate_config=_check_assets,
    )
    for task in tasks:
        family.task(
            task_id(domain, task),
            env,
            max_episode_steps=_LIMIT,
            task_name=task,
        )

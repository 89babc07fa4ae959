# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of Meta-World."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from envpool.mujoco.metaworld.task_names import TASKS
from envpool.registration import Family, InfoKeys

__all__ = ["family", "task_id"]

_LIMIT = 500  # steps
_VARIANTS = 50  # of each task
_TIMESTEP = 0.0025  # of all models, in seconds

_STEP_INFOS = frozenset(
    {
        "grasp_reward",
        "grasp_success",
        "in_place_reward",
        "near_object",
        "obj_to_target",
        "success",
        "unscaled_reward",
    }
)


def task_id(name: str) -> str:
    """Returns the id of a task, by its official name."""
    *words, version = name.split("-")
    return f"MetaWorld/{''.join(word.capitalize() for word in words)}-{version}"


def _infos(config: Mapping[str, Any]) -> InfoKeys:
    return InfoKeys(absent=frozenset({"task_id"}), step_only=_STEP_INFOS)


def _render_fps(config: Mapping[str, Any]) -> float:
    return float(1 / (_TIMESTEP * config["frame_skip"]))


def _check(config: dict[str, Any]) -> dict[str, Any]:
    """Checks the folder of assets, and keys that must fit together."""
    for name in config["benchmark_tasks"]:
        if name not in TASKS:
            raise ValueError(
                f"benchmark_tasks: expected official names of tasks, got {name!r}"
            )
    task = config["task_name"]
    if config["benchmark_tasks"] and task not in config["benchmark_tasks"]:
        raise ValueError(
            f"benchmark_tasks: expected task_name, {task!r}, among them, got "
            f"{config['benchmark_tasks']!r}"
        )
    if not config["subset"] < config["num_subsets"] <= config["total_tasks_per_cls"]:
        raise ValueError(
            "subset: expected less than num_subsets, which is at most "
            f"total_tasks_per_cls, got {config['subset']}, {config['num_subsets']} "
            f"and {config['total_tasks_per_cls']}"
        )
    folder = os.path.join(config["base_path"], "mujoco", "metaworld", "assets")
    if not os.path.isdir(folder):
        raise ValueError(
            "base_path: expected a folder with the models of Meta-World in "
            f"mujoco/metaworld/assets, got {config['base_path']!r}; without base_path "
            "it is the environment variable ENVPOOL_ASSETS_PATH, or else the "
            "package's own folder"
        )
    return config


def _translate(config: dict[str, Any]) -> dict[str, Any]:
    """Converts official keywords and values."""
    config = dict(config)
    if "env_name" in config:
        name = str(config.pop("env_name"))
        config["task_name"] = re.sub("-goal-(hidden|observable)$", "", name)
    version = config.pop("reward_function_version", "v2")
    if version != "v2":
        raise ValueError(
            f"reward_function_version: expected 'v2', got {version!r}; rewards of "
            "version 1 are not supported"
        )
    if config.get("reward_normalization_method", "") is None:
        config["reward_normalization_method"] = ""
    return config


family = Family("envpool.mujoco.metaworld")
family.meanings(
    {
        "frame_skip": "Number of MuJoCo steps per step of the env; the action is "
        "repeated.",
        "frame_stack": "Number of observations in a stacked one, oldest first; 1 does "
        "not stack.",
        "task_name": "Official name of the task, also as `env_name`; the id sets it.",
        "partially_observable": "Whether the goal is hidden: its place in the "
        "observation is 0.",
        "terminate_on_success": "Whether success ends the episode.",
        "benchmark_tasks": "Official names of the tasks of a benchmark, in order: its "
        "variants are drawn for one task after another, and one-hot ids count them.",
        "draws_alone": "Whether the variants are drawn without those of the tasks "
        "before it in `benchmark_tasks`.",
        "use_one_hot": "Append a number for each task of the benchmark to the "
        "observation; that of the env's task is 1.",
        "task_seed": "Seed from which the 50 variants of the task are drawn; -1: the "
        "env's seed.",
        "task_select": "How an episode's variant is chosen: `random`, or "
        "`pseudorandom`: all in random order before one is played again.",
        "total_tasks_per_cls": "Number of variants that are played.",
        "num_subsets": "Number of parts into which the variants are split.",
        "subset": "The part that the env plays: every `num_subsets`-th from here on.",
        "reward_normalization_method": "Official normalisation of rewards: "
        "`exponential`, `gymnasium`, or none.",
        "reward_alpha": "Weight of a new reward in the averages of `exponential`.",
        "recurrent_info_in_obs": "Append the action, the reward before normalisation, "
        "and whether the episode has ended, to the observation.",
        "normalize_reward_in_recurrent_info": "Whether that reward is divided by 10.",
        "normalize_observations": "Official normalisation of observations by their "
        "running mean and variance; values are rounded to float32.",
    }
)
family.official("MetaWorld", infos=_infos, render_fps=_render_fps)
family.rules(
    "MetaWorld",
    {
        "frame_skip": {"min": 1, "max": 1000},
        "frame_stack": {"min": 1, "max": 64},
        "obs_dtype": {"choices": ("float64", "float32")},
        "task_name": {"choices": TASKS},
        "benchmark_tasks": {"item": "str", "length": (0, len(TASKS))},
        "task_seed": {"min": -1},
        "task_select": {"choices": ("random", "pseudorandom")},
        "total_tasks_per_cls": {"min": 1, "max": _VARIANTS},
        "num_subsets": {"min": 1, "max": _VARIANTS},
        "subset": {"min": 0, "max": _VARIANTS - 1},
        "reward_normalization_method": {"choices": ("", "exponential", "gymnasium")},
        "reward_alpha": {"min": 0.0, "max": 1.0},
    },
    validate_config=_check,
    translate=_translate,
)
for name in TASKS:
    family.task(
        task_id(name),
        "MetaWorld",
        max_episode_steps=_LIMIT,
        reward_threshold=10.0,
        task_name=name,
    )
# The official ids of single envs. Their keyword `env_name` selects the task.
_OFFICIAL: dict[str, dict[str, Any]] = {
    "MT1": {"partially_observable": False},
    "goal_hidden": {"total_tasks_per_cls": 1},
    "goal_observable": {"total_tasks_per_cls": 1, "partially_observable": False},
}
for name, keys in _OFFICIAL.items():
    family.task(
        f"Meta-World/{name}",
        "MetaWorld",
        max_episode_steps=_LIMIT,
        reward_threshold=10.0,
        task_name="reach-v3",
        **keys,
    )

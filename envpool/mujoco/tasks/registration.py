# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tasks that are tables of terms, and those of the package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from envpool.mujoco.versions import KEY, family_of

_POSITIVE = {"min": 0, "max": 1000}


def _compile(config: dict[str, Any]) -> dict[str, Any]:
    """Computes the program of the config's table, if it has one."""
    if not config["table"]:
        return config
    from envpool.mujoco.tasks.task import compiled, of_config

    table = of_config(config["table"], config["base_path"])
    table[KEY] = config[KEY]
    if config["frame_skip"] > 0:
        table["frame_skip"] = config["frame_skip"]
    return {**config, **compiled(table)}


family = family_of("tasks")
family.meanings(
    {
        "table": "The task: a table of terms as text, or the name of one of the "
        "package's.",
        "frame_skip": "Number of MuJoCo steps per step of the env; 0 for the table's.",
        "frame_stack": "Number of observations in a stacked one, oldest first; 1 does "
        "not stack.",
        "term_infos": "Whether `info['reward_terms']` has the value of each reward.",
        "model": "The model: a path, XML text, or a binary model; the table sets it.",
        "program": "The compiled terms; the table sets them.",
        "constants": "The numbers of the program; the table sets them.",
        "terms": "The names of the program's terms; the table sets them.",
        "functions": "The C functions of the program; the table sets them.",
        "groups": "The names of the groups of observations; the table sets them.",
        "group_sizes": "The number of values of each group; the table sets them.",
        "terrain": "The terrain, as numbers; the table sets it.",
        "action_low": "Lower bounds of the actions; the table sets them.",
        "action_high": "Upper bounds of the actions; the table sets them.",
        "physics": "When MuJoCo computes what depends on positions: after a step, as "
        "`dm_control`; before its last step of MuJoCo, as `gymnasium`; or before it "
        "for rewards and after it for observations, as `mjlab`; the table sets it.",
        "random": "The generator of random numbers, of NumPy; the table sets it.",
    }
)
_RULES: dict[str, dict[str, Any]] = {
    "frame_skip": _POSITIVE,
    "frame_stack": {"min": 1, "max": 64},
    "obs_dtype": {"choices": ("float64", "float32")},
    "model": {"path": True},
    "program": {"item": "int"},
    "constants": {"item": "float"},
    "terms": {"item": "str"},
    "functions": {"item": "str"},
    "groups": {"item": "str"},
    "group_sizes": {"item": "int"},
    "terrain": {"item": "float"},
    "action_low": {"item": "float"},
    "action_high": {"item": "float"},
    "physics": {"choices": ("dm_control", "gymnasium", "mjlab")},
    "random": {"choices": ("pcg64", "mt19937")},
}


def _group_names(config: Mapping[str, Any]) -> dict[str, str]:
    """Returns the keys of the groups of observations."""
    return {f"obs:group{i}": f"obs:{name}" for i, name in enumerate(config["groups"])}


for _env in ("Task", "GroupedTask"):
    family.rules(_env, _RULES, validate_config=_compile)
    family.official(_env, action_dtype="float32", exists=False, names=_group_names)

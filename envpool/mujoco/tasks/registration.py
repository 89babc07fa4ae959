# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tasks that are tables of terms, and those of the package."""

from __future__ import annotations

from typing import Any

from envpool.registration import Family

_POSITIVE = {"min": 0, "max": 1000}


def _compile(config: dict[str, Any]) -> dict[str, Any]:
    """Computes the program of the config's table, if it has one."""
    if not config["table"]:
        return config
    from envpool.mujoco.tasks.task import compiled, of_config

    table = of_config(config["table"], config["base_path"])
    if config["frame_skip"] > 0:
        table["frame_skip"] = config["frame_skip"]
    return {**config, **compiled(table)}


family = Family("envpool.mujoco.tasks")
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
        "action_low": "Lower bounds of the actions; the table sets them.",
        "action_high": "Upper bounds of the actions; the table sets them.",
        "physics": "When MuJoCo computes what depends on positions: after a step, as "
        "`dm_control`; before its last step of MuJoCo, as `gymnasium`; or before it "
        "for rewards and after it for observations, as `mjlab`; the table sets it.",
        "random": "The generator of random numbers, of NumPy; the table sets it.",
    }
)
family.rules(
    "Task",
    {
        "frame_skip": _POSITIVE,
        "frame_stack": {"min": 1, "max": 64},
        "obs_dtype": {"choices": ("float64", "float32")},
        "model": {"path": True},
        "program": {"item": "int"},
        "constants": {"item": "float"},
        "terms": {"item": "str"},
        "action_low": {"item": "float"},
        "action_high": {"item": "float"},
        "physics": {"choices": ("dm_control", "gymnasium", "mjlab")},
        "random": {"choices": ("pcg64", "mt19937")},
    },
    validate_config=_compile,
)
family.official("Task", action_dtype="float32", exists=False)

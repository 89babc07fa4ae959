# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of configs that the groups of tasks share."""

from __future__ import annotations

import os
from typing import Any

from envpool.registration import Family, InfoKeys
from envpool.registration.official_names import renamed

__all__ = [
    "COMMON_RULES",
    "REWARD_TYPES",
    "add_goal_env",
    "with_model_path",
    "with_our_names",
]

REWARD_TYPES = {"choices": ("sparse", "dense")}
COMMON_RULES: dict[str, dict[str, Any]] = {
    "frame_skip": {"min": 1, "max": 1000},
    "frame_stack": {"min": 1, "max": 64},
    "obs_dtype": {"choices": ("float64", "float32")},
    "xml_file": {"path": True},
}


def with_model_path(config: dict[str, Any]) -> dict[str, Any]:
    """Returns the config with the path of an existing file as its `xml_file`.

    Args:
      config: a config; a relative path is that of a file among the assets, or in the
        working folder if it starts with a dot.

    Raises:
      ValueError: there is no such file.
    """
    name = config["xml_file"]
    if name.startswith((".", "/", "~")):
        path = os.path.abspath(os.path.expanduser(name))
    else:
        path = os.path.join(
            config["base_path"], "mujoco", "robotics", "assets", *name.split("/")
        )
    if not os.path.isfile(path):
        raise ValueError(
            f"xml_file: expected the file of a model, got {name!r}: no file {path}"
        )
    return {**config, "xml_file": path}


def with_our_names(given: dict[str, Any]) -> dict[str, Any]:
    """Returns keywords with EnvPool's names.

    Args:
      given: keywords for EnvPool or for the official constructors.

    Raises:
      ValueError: an option is given under both names.
    """
    return renamed(given, {"n_substeps": "frame_skip"})


def add_goal_env(family: Family, env: str, methods: str) -> None:
    """Describes an official env with goals and the info `is_success`.

    Args:
      family: the family.
      env: the env's name.
      methods: the class in goals.py with `compute_reward` and the like.
    """
    family.methods(env, f"envpool.mujoco.robotics.goals:{methods}")
    family.official(
        env,
        action_dtype="float32",
        infos=lambda config: InfoKeys(
            absent=frozenset({"distance"}), step_only=frozenset({"is_success"})
        ),
        render_fps=lambda config: 1 / (0.002 * config["frame_skip"]),
    )

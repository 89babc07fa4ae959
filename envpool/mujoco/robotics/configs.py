# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of configs that the groups of tasks share."""

from __future__ import annotations

import os
from typing import Any

__all__ = ["COMMON_RULES", "REWARD_TYPES", "with_model_path"]

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

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments of the physics engine MuJoCo."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from envpool.mujoco.tasks.task import Task, task
    from envpool.mujoco.tasks.urdf import read_urdf

__all__ = ["Task", "read_urdf", "task"]


def __getattr__(name: str) -> Any:
    """Provides the functions and the class on first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module_name = "urdf" if name == "read_urdf" else "task"
    module = importlib.import_module(f"envpool.mujoco.tasks.{module_name}")
    globals()[name] = value = getattr(module, name)
    return value

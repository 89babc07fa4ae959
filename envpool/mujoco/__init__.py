# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments of the physics engine MuJoCo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from envpool.mujoco.tasks.task import Task, task

__all__ = ["Task", "task"]


def __getattr__(name: str) -> Any:
    """Provides `task` and `Task` on first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from envpool.mujoco.tasks import task as module

    globals()[name] = value = getattr(module, name)
    return value

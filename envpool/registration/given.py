# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tasks that are given to `make` as objects or files, instead of ids.

An object that describes a task has a method `envpool_task()`, which returns an id
of its own, the package and the name of its env, and the config. A family reads files
by its module `task`; see `task_files` in manifest.bzl.
"""

from __future__ import annotations

import importlib
import os
from typing import Any

from envpool.families import ALL_FAMILIES

__all__ = ["describes_task", "opened"]


def describes_task(task: Any) -> bool:
    """Tells whether this is an object that describes a task."""
    return callable(getattr(type(task), "envpool_task", None))


def opened(task: Any) -> Any:
    """Returns the task of a file's path; anything else, such as an id, stays.

    Raises:
      ConfigError, OSError: the file cannot be read.
    """
    if not isinstance(task, (str, os.PathLike)):
        return task
    path = os.fspath(task)
    for family in ALL_FAMILIES:
        if isinstance(path, str) and path.endswith(family.task_files or ("\0",)):
            return importlib.import_module(f"{family.package}.task").read(path)
    return task

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the kit: `python -m envpool check NAME ...`, ids or family packages."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import envpool
from envpool.registration import registry

__all__ = ["ids_of", "main"]


class _Ids:
    """A pytest plugin that gives the tests their ids."""

    def __init__(self, task_ids: Sequence[str]) -> None:
        self._task_ids = task_ids

    def pytest_generate_tests(self, metafunc: Any) -> None:
        if "task_id" in metafunc.fixturenames:
            metafunc.parametrize("task_id", self._task_ids)


def ids_of(name: str) -> list[str]:
    """Returns the ids of a package, or the id itself if it is one."""
    task_ids = envpool.list_all_envs()
    if name in task_ids:
        return [name]
    return [each for each in task_ids if registry.specs[each][0] == name]


def main(argv: Sequence[str] | None = None) -> int:
    """Returns pytest's exit status; a name without an id is a failure.

    Args:
      argv: ids and packages, then options for pytest.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    names = [word for word in words if not word.startswith("-")]
    options = [word for word in words if word.startswith("-")]
    missing = [name for name in names if not ids_of(name)]
    if missing or not names:
        print(f"expected ids or family packages, got {missing}", file=sys.stderr)
        return 1
    import pytest

    task_ids = [task_id for name in names for task_id in ids_of(name)]
    folder = os.path.dirname(os.path.abspath(__file__))
    tests = os.path.join(folder, "kit_tests.py")
    arguments = ["-q", "-p", "no:cacheprovider", *options, tests]
    return int(pytest.main(arguments, plugins=[_Ids(task_ids)]))


if __name__ == "__main__":
    sys.exit(main())

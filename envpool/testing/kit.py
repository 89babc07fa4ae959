# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the kit: `python -m envpool check NAME ...`, ids or family packages."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

import envpool
from envpool import entry
from envpool.python.argument_checks import did_you_mean
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


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="python -m envpool check",
        description=(
            "Run the test kit: spaces, autoreset, determinism, seeds, saved states, "
            "wrong arguments and frames. It needs pytest. A check that makes no "
            "sense for an environment is skipped, and the reason is printed."
        ),
        epilog="Any other option, such as -x or -v, goes to pytest.",
        allow_abbrev=False,
    )
    top.add_argument(
        "names", nargs="+", metavar="NAME", help="an id, or a package with ids"
    )
    top.add_argument(
        "-k", metavar="WORDS", help="only the checks with these words in their names"
    )
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Returns pytest's exit status; a name without an id is a failure.

    Args:
      argv: ids and packages, then options for pytest.
    """
    args, options = parser().parse_known_args(argv)
    names = [*args.names, *(word for word in options if not word.startswith("-"))]
    options = [word for word in options if word.startswith("-")]
    if missing := [name for name in names if not ids_of(name)]:
        print(_text_of_missing(missing), file=sys.stderr)
        return 1
    try:
        import pytest
    except ImportError:
        print(
            "check: the kit needs pytest, which is not installed: "
            "python -m pip install pytest",
            file=sys.stderr,
        )
        return 1
    task_ids = [task_id for name in names for task_id in ids_of(name)]
    folder = os.path.dirname(os.path.abspath(__file__))
    tests = os.path.join(folder, "kit_tests.py")
    if args.k is not None:
        options += ["-k", args.k]
    arguments = ["-q", "-rs", "-p", "no:cacheprovider", *options, tests]
    return int(pytest.main(arguments, plugins=[_Ids(task_ids)]))


def _text_of_missing(names: Sequence[str]) -> str:
    packages = {spec[0] for spec in registry.specs.values()}
    known = [*envpool.list_all_envs(), *sorted(packages)]
    lines = [
        f"check: no id or package is named {name!r}{did_you_mean(name, known)}"
        for name in names
    ]
    lines += [
        f"check: the family {family!r} is missing: {type(error).__name__}: {error}"
        for family, error in entry.failures.items()
    ]
    return "\n".join([*lines, "`python -m envpool list` prints all ids"])


if __name__ == "__main__":
    sys.exit(main())

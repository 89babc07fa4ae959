# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the kit: `python -m envpool check NAME ...`: ids, packages or files."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import envpool
from envpool.cli.output import print_json, print_table
from envpool.cli.parser import Parser
from envpool.interrupts import STATUS
from envpool.python.config.near_names import near_id_text
from envpool.registration import registry
from envpool.registration.absent import absent_families, may_mean
from envpool.testing import checked
from envpool.testing.kit_plugin import ids_of

__all__ = ["main"]


def parser(prog: str) -> argparse.ArgumentParser:
    """Returns the parser of the command line.

    Args:
      prog: the name of the program and its command.
    """
    top = Parser(
        prog=prog,
        description=(
            "Run the test kit: spaces, autoreset, determinism, seeds, saved states, "
            "wrong arguments and rendering. It needs pytest. Of a package, every id "
            "gets a quick check, and one id of each class, or several whose flags "
            "differ, all checks. A check that makes no sense for an environment is "
            "skipped, and the reason is printed."
        ),
        epilog="Any other option, such as -x or -v, goes to pytest.",
        allow_abbrev=False,
    )
    top.add_argument(
        "names",
        nargs="+",
        metavar="NAME",
        help="an id, a package with ids, or a task's file",
    )
    top.add_argument(
        "-k", metavar="WORDS", help="only the checks with these words in their names"
    )
    top.add_argument(
        "--every-id", action="store_true", help="run all checks on all ids"
    )
    top.add_argument(
        "--checked",
        action="store_true",
        help=(
            "first build the package in the current folder, or in the folder NAME, "
            "with ENVPOOL_CHECKED, which finds wrong indices, values that are not "
            "written and crashes"
        ),
    )
    top.add_argument(
        "--json",
        action="store_true",
        help="print JSON; pytest's own report goes to standard error",
    )
    return top


class Results:
    """A pytest plugin that records the outcome of each check."""

    def __init__(self) -> None:
        self._checks: dict[str, dict[str, Any]] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Records a report; a check has one for each of its phases."""
        name, _, parameter = report.nodeid.rpartition("::")[2].partition("[")
        found = self._checks.setdefault(
            report.nodeid,
            {
                "check": name.removeprefix("test_"),
                "id": parameter.removesuffix("]"),
                "outcome": "passed",
                "seconds": 0.0,
                "reason": "",
            },
        )
        found["seconds"] += report.duration
        if report.outcome == "passed":
            return
        found["outcome"] = report.outcome
        if report.outcome == "skipped":
            found["reason"] = report.longrepr[2].removeprefix("Skipped: ")
        else:
            found["reason"] = report.longreprtext

    def show(self, as_json: bool) -> None:
        """Prints the checks."""
        if as_json:
            print_json(self.as_json())
            return
        columns = ("check", "id", "outcome", "seconds", "reason")
        rows = [
            (*(check[key] for key in columns[:3]), f"{check['seconds']:.2f}", reason)
            for check in self._checks.values()
            for reason in [check["reason"].partition("\n")[0]]
        ]
        print_table(columns, rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the checks, and the number of each outcome."""
        checks = list(self._checks.values())
        counts = {
            outcome: sum(check["outcome"] == outcome for check in checks)
            for outcome in ("passed", "failed", "skipped")
        }
        return {**counts, "checks": checks}


def main(
    argv: Sequence[str] | None = None, prog: str = "python -m envpool check"
) -> int:
    """Returns the exit status: pytest's, or 130 after Ctrl-C.

    On a terminal, pytest reports. If standard output is not a terminal, or with
    --json, it gets a table or JSON, and pytest's report goes to standard error.

    Args:
      argv: ids and packages, then options for pytest.
      prog: the name of the program and its command.

    Raises:
      SystemExit: a name has no ids, or pytest is missing.
    """
    args, options = parser(prog).parse_known_args(argv)
    names = [*args.names, *(word for word in options if not word.startswith("-"))]
    options = [word for word in options if word.startswith("-")]
    if args.checked:
        own = ["-k", args.k] if args.k is not None else []
        own += ["--every-id"] * args.every_id + ["--json"] * args.json
        return checked.check(names, [*own, *options])
    _check_names(names)
    try:
        import pytest
    except ImportError as error:
        raise SystemExit(
            "the kit needs pytest, which is not installed: python -m pip install pytest"
        ) from error
    folder = os.path.dirname(os.path.abspath(__file__))
    tests = os.path.join(folder, "kit_tests.py")
    if args.k is not None:
        options += ["-k", args.k]
    if args.every_id:
        options += ["--every-id"]
    options += [f"--ids={name}" for name in names]
    plugins = ["-p", "no:cacheprovider", "-p", "envpool.testing.kit_plugin"]
    # This module has already imported the plugin, which pytest would warn about.
    plugins += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    words = ["-q", "-rs", *plugins, *options, tests]
    results = Results()
    if sys.stdout.isatty() and not args.json:
        status = pytest.main(words)
    else:
        with contextlib.redirect_stdout(sys.stderr):
            status = pytest.main(words, plugins=[results])
        results.show(args.json)
    return STATUS if status == pytest.ExitCode.INTERRUPTED else int(status)


def _check_names(names: Sequence[str]) -> None:
    """Raises SystemExit if some of the names have no ids."""
    lines = []
    for name in names:
        try:
            found = ids_of(name)
        except Exception as error:  # a package's code may raise anything
            cause = str(error).partition("\n")[0]
            if cause.startswith(f"{name}: "):  # a file with a task
                raise SystemExit(cause) from None
            lines.append(f"cannot import {name}: {type(error).__name__}: {cause}")
            continue
        if not found:
            lines.append(_text_of_missing(name))
    if lines:
        absent = absent_families()
        likely = [text for key, text in absent.items() if may_mean(key, names)]
        hint = "`python -m envpool list` prints all ids"
        raise SystemExit("\n".join([*lines, *likely, hint]))


def _text_of_missing(name: str) -> str:
    packages = {spec[0] for spec in registry.specs.values()}
    known = [*envpool.list_all_envs(), *sorted(packages)]
    return f"no id or package is named {name!r}{near_id_text(name, known)}"


if __name__ == "__main__":
    sys.exit(main())

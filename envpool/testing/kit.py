# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the kit: `python -m envpool check NAME ...`, ids or family packages."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

import envpool
from envpool import entry
from envpool.python.near_names import near_id_text
from envpool.registration import registry
from envpool.testing.kit_plugin import ids_of

__all__ = ["main"]


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="python -m envpool check",
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
        "names", nargs="+", metavar="NAME", help="an id, or a package with ids"
    )
    top.add_argument(
        "-k", metavar="WORDS", help="only the checks with these words in their names"
    )
    top.add_argument(
        "--every-id", action="store_true", help="run all checks on all ids"
    )
    top.add_argument(
        "--json",
        action="store_true",
        help="print JSON; pytest's own report goes to standard error",
    )
    return top


class Results:
    """A plugin of pytest that keeps what became of each check."""

    def __init__(self) -> None:
        self._checks: dict[str, dict[str, Any]] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keeps a report; a check has one for each of its phases."""
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

    def as_json(self) -> dict[str, Any]:
        """Returns the checks, and how many had each outcome."""
        checks = list(self._checks.values())
        counts = {
            outcome: sum(check["outcome"] == outcome for check in checks)
            for outcome in ("passed", "failed", "skipped")
        }
        return {**counts, "checks": checks}


def main(argv: Sequence[str] | None = None) -> int:
    """Returns pytest's exit status, or 2 if a name has no ids.

    Args:
      argv: ids and packages, then options for pytest.
    """
    args, options = parser().parse_known_args(argv)
    names = [*args.names, *(word for word in options if not word.startswith("-"))]
    options = [word for word in options if word.startswith("-")]
    if missing := [name for name in names if not ids_of(name)]:
        print(_text_of_missing(missing), file=sys.stderr)
        return 2
    try:
        import pytest
    except ImportError:
        print(
            "check: the kit needs pytest, which is not installed: "
            "python -m pip install pytest",
            file=sys.stderr,
        )
        return 2
    folder = os.path.dirname(os.path.abspath(__file__))
    tests = os.path.join(folder, "kit_tests.py")
    if args.k is not None:
        options += ["-k", args.k]
    if args.every_id:
        options += ["--every-id"]
    options += [f"--ids={name}" for name in names]
    plugins = ["-p", "no:cacheprovider", "-p", "envpool.testing.kit_plugin"]
    # This module has imported the plugin already.
    plugins += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    words = ["-q", "-rs", *plugins, *options, tests]
    if not args.json:
        return int(pytest.main(words))
    results = Results()
    with contextlib.redirect_stdout(sys.stderr):
        status = int(pytest.main(words, plugins=[results]))
    print(json.dumps(results.as_json(), indent=1))
    return status


def _text_of_missing(names: Sequence[str]) -> str:
    packages = {spec[0] for spec in registry.specs.values()}
    known = [*envpool.list_all_envs(), *sorted(packages)]
    lines = [
        f"check: no id or package is named {name!r}{near_id_text(name, known)}"
        for name in names
    ]
    lines += [
        f"check: the family {family!r} is missing: {type(error).__name__}: {error}"
        for family, error in entry.failures.items()
    ]
    return "\n".join([*lines, "`python -m envpool list` prints all ids"])


if __name__ == "__main__":
    sys.exit(main())

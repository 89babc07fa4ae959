# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The command line: `python -m envpool`, or the script `envpool`.

    app.py         the group of commands; each is imported when it is called
    output.py      tables for people, lines for pipes, JSON for programs
    arguments.py   what several commands ask for
    policies.py    who plays, for `record` and `play`

Every other module is one command. None of them is imported by the library, and
so neither are click and rich.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main", "script"]


def main(argv: Sequence[str] | None = None, name: str = "python -m envpool") -> int:
    """Runs a command and returns the exit status.

    Args:
      argv: the words after the program's name, by default those of the process.
      name: of the program.
    """
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ImportError as error:
        print(
            f"{name}: the command line needs {error.name}, which is not installed: "
            "pip install click rich",
            file=sys.stderr,
        )
        return 2
    from envpool.cli.app import run

    return run(sys.argv[1:] if argv is None else argv, name)


def script() -> NoReturn:
    """The console script `envpool`."""
    sys.exit(main(name="envpool"))

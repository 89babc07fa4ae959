# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The command line: `python -m envpool`, or the script `envpool`.

    app.py         the group of commands; each is imported when it is called
    output.py      tables for people, lines for pipes, JSON for programs
    arguments.py   arguments that several commands share
    policies.py    policies for `record` and `play`

Every other module is one command. They need click and rich, the extra `cli`,
which the library never imports.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from envpool import interrupts

__all__ = ["main", "script"]


def main(argv: Sequence[str] | None = None, name: str = "python -m envpool") -> int:
    """Runs a command and returns the exit status.

    Args:
      argv: the words after the program's name, by default those of the process.
      name: the program's name.
    """
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ImportError as error:
        print(
            f"{name}: the command line needs {error.name}, which is not installed: "
            'pip install "envpool[cli]"',
            file=sys.stderr,
        )
        return 2
    from envpool.cli.app import run

    return run(sys.argv[1:] if argv is None else argv, name)


def script(name: str = "envpool") -> NoReturn:
    """Runs the whole process: the console script `envpool`.

    Args:
      name: the program's name.
    """
    interrupts.end_at_once()
    interrupts.reraise_swallowed()
    has_output = sys.stdout is not None
    _open_closed_streams()
    if not has_output:
        print(f"{name}: standard output is closed", file=sys.stderr)
        sys.exit(2)
    try:
        status = main(name=name)
    except KeyboardInterrupt:
        status = interrupts.STATUS
    # Cleanup must not be interrupted.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(status)


def _open_closed_streams() -> None:
    """Opens /dev/null in place of closed standard streams.

    Otherwise some opened file would get the number of such a stream, and its output.
    """
    for number, (stream, mode) in enumerate(
        (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
    ):
        if getattr(sys, stream) is None:
            with contextlib.suppress(OSError):
                descriptor = os.open(os.devnull, os.O_RDWR)  # the lowest free number
                file = open(descriptor, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
                setattr(sys, stream, file)
                if descriptor != number:
                    os.dup2(descriptor, number)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Commands that are modules of their own, which an installation may lack."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import click

__all__ = ["run_main"]


def run_main(module: str, argv: Sequence[str]) -> int:
    """Calls `main(argv)` of a module, and returns the exit status.

    Args:
      module: its name.
      argv: its arguments.

    Raises:
      click.UsageError: this installation does not have it.
    """
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
        raise click.UsageError(f"this installation has no {module}") from error
    try:
        return int(found.main(list(argv)) or 0)
    except SystemExit as stop:  # argparse's
        if isinstance(stop.code, str):
            click.echo(stop.code, err=True)
            return 2
        return int(stop.code or 0)

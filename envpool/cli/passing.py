# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Commands in modules of their own, which an installation may lack.

They read their options themselves, with argparse.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import click

__all__ = ["passing_command", "run_main"]


def passing_command(name: str, module: str, about: str) -> click.Command:
    """Returns a command that hands its words to `main` of a module.

    Args:
      name: the name of the command.
      module: the module's name.
      about: the description of the command.
    """

    @click.command(
        name,
        help=about,
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
    )
    @click.argument("words", nargs=-1, type=click.UNPROCESSED)
    @click.pass_context
    def command(ctx: click.Context, words: tuple[str, ...]) -> int:
        return run_main(module, words, ctx.command_path)

    return command


def run_main(module: str, argv: Sequence[str], prog: str) -> int:
    """Calls `main(argv, prog)` of a module, and returns the exit status.

    Args:
      module: the module's name.
      argv: its arguments.
      prog: the name of the program and its command; errors begin with it.

    Raises:
      click.UsageError: this installation does not have the module.
    """
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
        raise click.UsageError(f"this installation has no {module}") from error
    try:
        return int(found.main(list(argv), prog=prog) or 0)
    except SystemExit as stop:  # from argparse, or with the text of a mistake
        if isinstance(stop.code, str):
            for line in stop.code.splitlines():
                click.echo(f"{prog}: {line}", err=True)
            return 2
        return int(stop.code or 0)

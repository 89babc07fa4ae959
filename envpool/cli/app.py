# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The commands, and the handling of their errors."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from envpool import __version__, interrupts
from envpool.python.config.argument_checks import did_you_mean
from envpool.python.errors import EnvPoolError

__all__ = ["app", "run"]

# Each name is that of a module with the function `command`.
COMMANDS = {
    "list": ("list_ids", "List the ids of environments."),
    "info": ("info", "Describe an environment: spaces, options, parity, speed."),
    "play": ("play", "Play an environment, or watch a recording."),
    "record": ("record", "Make videos of a policy."),
    "replay": ("replay", "Show and play recorded actions."),
    "tune": ("tune", "Find the fastest settings of a pool on this machine."),
    "profile": ("profile", "Show where the time of a batch goes."),
    "bench": ("bench", "Compare speeds with other libraries."),
    "check": ("check", "Test environments, also those of other packages."),
    "task": ("task", "Watch and check a task of your own, a file."),
    "doctor": ("doctor", "Examine this machine and installation."),
    "new-env": ("new_env", "Write a package with an environment of your own."),
    "completion": ("completion", "Print what a shell needs to complete words."),
}


class Commands(click.Group):
    """Imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns a command, or None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"envpool.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Returns the command that the first word names, and the other words."""
        is_known = args[0] in COMMANDS or args[0].startswith("-")
        if not is_known and not ctx.resilient_parsing:  # resilient: for completion
            near = did_you_mean(args[0], COMMANDS) or "; --help lists all commands"
            ctx.fail(f"No such command {args[0]!r}{near}")
        found = super().resolve_command(ctx, args)
        interrupts.raise_again()  # all imports are done
        return found

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Lists the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="envpool")
def app() -> None:
    """Batched reinforcement-learning environments in C++."""


def run(argv: Sequence[str], name: str) -> int:
    """Runs a command and returns the exit status.

    Mistakes print one line on standard error and return status 2.

    Args:
      argv: the words after the program's name.
      name: the program's name.
    """
    try:
        status = app.main(list(argv) or ["--help"], name, standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else name
        click.echo(f"{path}: {_one_line(error)}", err=True)
        return 2
    except click.ClickException as error:
        click.echo(f"{name}: {_one_line(error)}", err=True)
        return 2
    except (click.Abort, KeyboardInterrupt):
        return interrupts.STATUS
    except BrokenPipeError:  # for example, of `envpool list | head`
        _discard_stdout()
        return 0
    except (EnvPoolError, OSError) as error:
        click.echo(f"{name} {argv[0]}: {error}", err=True)
        _discard_stdout()
        return 2
    return status if isinstance(status, int) else 0


def _discard_stdout() -> None:
    """Discards unwritten output; Python would retry at exit and print an error."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _one_line(error: click.ClickException) -> str:
    return " ".join(error.format_message().split())

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

__all__ = ["command"]


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print what SHELL needs to complete words of the script `envpool`.

    For bash: eval "$(envpool completion bash)" in ~/.bashrc.
    """
    from envpool.cli.app import app

    cls = get_completion_class(shell)
    assert cls is not None  # click supports these three shells
    click.echo(cls(app, {}, "envpool", "_ENVPOOL_COMPLETE").source())

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool task`: for authors of tasks that are files."""

from __future__ import annotations

import click

from envpool.cli.check import command as check
from envpool.cli.watch import command as watch

__all__ = ["command"]


@click.group("task")
def command() -> None:
    """Watch and check a task of your own, a file."""


command.add_command(watch, "watch")
command.add_command(check, "check")

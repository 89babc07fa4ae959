# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool check`, which reads its options itself."""

from __future__ import annotations

import click

from envpool.cli.passing import run_main

__all__ = ["command"]


@click.command(
    "check",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True},
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def command(words: tuple[str, ...]) -> int:
    """Run the test kit on environments."""
    return run_main("envpool.testing.kit", words)

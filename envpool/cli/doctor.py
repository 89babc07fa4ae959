# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool doctor`: what this machine and installation are like."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import click

from envpool.cli.output import console, json_option, print_json, print_table

__all__ = ["Finding", "command"]

OK, NOTE, PROBLEM = "ok", "note", "problem"


class Finding(NamedTuple):
    """One thing that was looked at.

    Attributes:
      name: what it is.
      status: "ok", "note" for what may slow down or limit, "problem" for what
        does not work.
      text: what was found.
      advice: what to do about it.
    """

    name: str
    status: str
    text: str
    advice: str = ""


@click.command("doctor")
@json_option
def command(as_json: bool) -> int:
    """Examine this machine and installation, and say what to do.

    The exit status is 1 if something does not work.
    """
    from envpool.cli import doctor_machine, doctor_packages

    checks = [*doctor_packages.CHECKS, *doctor_machine.CHECKS]
    findings = [finding for check in checks for finding in safely(check)]
    if as_json:
        print_json([finding._asdict() for finding in findings])
    else:
        show(findings)
    return int(any(finding.status == PROBLEM for finding in findings))


def safely(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Yields what a check finds, be it that the check itself fails."""
    try:
        yield from check()
    except Exception as error:  # a doctor does not faint
        name = check.__name__.replace("_", " ")
        yield Finding(name, NOTE, f"unknown: {type(error).__name__}: {error}")


def show(findings: list[Finding]) -> None:
    """Prints findings, then what to do."""
    marks = {OK: "ok", NOTE: "!", PROBLEM: "X"}
    print_table(
        ("status", "what", "finding"),
        [(marks[each.status], each.name, each.text) for each in findings],
    )
    advice = [each for each in findings if each.advice]
    if advice:
        click.echo("\nWhat to do:")
        for each in advice:
            click.echo(f"* {each.name}: {each.advice}")
    elif sys.stdout.isatty():
        console().print("[green]Nothing to do.[/green]")

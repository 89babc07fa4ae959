# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool doctor`: the state of this machine and installation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import click

from envpool.cli import doctor_machine, doctor_packages
from envpool.cli.arguments import json_option
from envpool.cli.findings import NOTE, OK, PROBLEM, Finding
from envpool.cli.output import console, print_json, print_table
from envpool.families import modules

__all__ = ["command"]


@click.command("doctor")
@json_option
def command(as_json: bool) -> int:
    """Examine this machine and installation, and say what to do.

    The exit status is 1 if something does not work.
    """
    checks = [*doctor_packages.CHECKS, *doctor_machine.CHECKS]
    checks += [check for module in modules("doctor") for check in module.CHECKS]
    findings = [finding for check in checks for finding in safely(check)]
    if as_json:
        print_json([finding._asdict() for finding in findings])
    else:
        show(findings)
    return int(any(finding.status == PROBLEM for finding in findings))


def safely(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Yields a check's findings, including the check's own failure."""
    try:
        yield from check()
    except Exception as error:  # a failing check must not end the others
        name = check.__name__.replace("_", " ")
        yield Finding(name, NOTE, f"unknown: {type(error).__name__}: {error}")


def show(findings: list[Finding]) -> None:
    """Prints the findings, then the advice."""
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

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool new-env`."""

from __future__ import annotations

import click

import envpool
from envpool.cli.arguments import json_option
from envpool.cli.output import print_json
from envpool.python.errors import ArgumentError
from envpool.templates import TEMPLATES, write_project

__all__ = ["command"]

NEXT_STEPS = """
Next:
  cd {folder}
  python -m pip install "setuptools>=70.1" pytest
  python -m pip install --no-build-isolation .
  python -m pytest tests
  python -m envpool check {env}-v0"""
# What follows, by template.
MORE_STEPS = {
    "env": """
  python -m envpool check --checked {env}-v0

Without Python, in seconds: make run, make play, make asan.""",
    "task": "",
}
# The env's name unless one is given, by template.
NAMES = {"env": "Corridor", "task": "Arm"}


@click.command("new-env")
@click.argument("name")
@click.option("--env", help="The env's name; by default Corridor, or Arm of a task.")
@click.option("--to", default=".", show_default=True, help="The folder to write into.")
@click.option(
    "--template",
    type=click.Choice(TEMPLATES),
    default=TEMPLATES[0],
    show_default=True,
    help="An environment in C++, or the task of a robot with a term in C++.",
)
@json_option
def command(name: str, env: str | None, to: str, template: str, as_json: bool) -> None:
    """Write a package, NAME, with an environment or a task of your own."""
    env = NAMES[template] if env is None else env
    if (task_id := f"{env}-v0") in envpool.list_all_envs():
        raise ArgumentError(
            f"env: expected another name, as there is {task_id} already"
        )
    files = write_project(name, env, to, template)
    if as_json:
        print_json({"files": [str(file) for file in files]})
        return
    for file in files:
        click.echo(file)
    steps = NEXT_STEPS + MORE_STEPS[template]
    click.echo(steps.format(folder=files[0].parent, env=env))

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool new-env`."""

from __future__ import annotations

import click

import envpool
from envpool.cli.arguments import json_option
from envpool.cli.output import print_json
from envpool.python.errors import ArgumentError
from envpool.templates import write_project

__all__ = ["command"]

NEXT_STEPS = """
Next:
  cd {folder}
  python -m pip install "setuptools>=70.1" pytest
  python -m pip install --no-build-isolation .
  python -m pytest tests
  python -m envpool check {env}-v0
  python -m envpool check --checked {env}-v0

Without Python, in seconds: make run, make play, make asan."""


@click.command("new-env")
@click.argument("name")
@click.option("--env", default="Corridor", show_default=True, help="The env's name.")
@click.option("--to", default=".", show_default=True, help="The folder to write into.")
@json_option
def command(name: str, env: str, to: str, as_json: bool) -> None:
    """Write a package, NAME, with an environment of your own in C++."""
    if (task_id := f"{env}-v0") in envpool.list_all_envs():
        raise ArgumentError(
            f"env: expected another name, as there is {task_id} already"
        )
    files = write_project(name, env, to)
    if as_json:
        print_json({"files": [str(file) for file in files]})
        return
    for file in files:
        click.echo(file)
    click.echo(NEXT_STEPS.format(folder=files[0].parent, env=env))

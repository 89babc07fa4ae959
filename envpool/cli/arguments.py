# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Arguments that several commands share: an id, its config, and their completion."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

import envpool

if TYPE_CHECKING:
    _ParamType = click.ParamType[str]
else:
    _ParamType = click.ParamType  # it has no type parameters in older releases

__all__ = [
    "TaskId",
    "config_option",
    "json_option",
    "parse_config",
    "task_id_argument",
]


class TaskId(_ParamType):
    """An id of an environment; a shell completes it."""

    name = "id"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Returns the ids that begin with the incomplete word."""
        ids = envpool.list_all_envs()
        return [CompletionItem(one) for one in ids if one.startswith(incomplete)]


task_id_argument: Callable[[Any], Any] = click.argument(
    "task_id", metavar="ID", type=TaskId()
)
json_option: Callable[[Any], Any] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON."
)
config_option: Callable[[Any], Any] = click.option(
    "-c",
    "--config",
    "config",
    multiple=True,
    metavar="KEY=VALUE",
    help="A keyword of envpool.make, such as max_episode_steps=100.",
)


def parse_config(words: tuple[str, ...]) -> dict[str, Any]:
    """Returns keyword arguments of `envpool.make`, from words like `key=value`.

    Values are Python literals: 3, 0.5, True, None, [1, 2]; anything else is a string.

    Args:
      words: the values of `--config`.

    Raises:
      click.UsageError: a word has no `=`, or sets a keyword that the command decides.
    """
    config: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not key:
            raise click.UsageError(f"--config: expected KEY=VALUE, got {word!r}")
        if key in ("task_id", "env_type"):
            raise click.UsageError(
                "--config: expected keywords besides task_id and env_type, got "
                f"{word!r}"
            )
        try:
            config[key] = ast.literal_eval(text)
        except (SyntaxError, ValueError):
            config[key] = text
    return config

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool list`: ids and suites."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click
from rich.columns import Columns

import envpool
from envpool.cli.arguments import json_option
from envpool.cli.output import console, print_json, print_table
from envpool.families import FAMILIES
from envpool.python.config.near_names import near_id_text
from envpool.registration import entry
from envpool.registration.absent import absent_families, may_mean
from envpool.registration.env_registry import registry
from envpool.suites.catalogue import find_suite, list_suites, score_of

__all__ = ["command"]


def titles() -> dict[str, str]:
    """Returns the title of each family, by its package."""
    return {row.package: row.title for row in FAMILIES}


def groups(
    words: tuple[str, ...], family: str | None, suite: str | None
) -> dict[str, list[str]]:
    """Returns the ids that match all words, by the package of their family.

    Args:
      words: parts of ids, or of the names of families; case does not matter.
      family: a part of the name of a family or of its package.
      suite: the name of a suite.

    Raises:
      click.UsageError: there is no such family.
      ConfigError: there is no such suite.
    """
    parts = [word.lower() for word in words]
    found: dict[str, list[str]] = {}
    ids = envpool.list_all_envs()
    if suite is not None:
        tasks = set(find_suite(suite, "--suite").tasks)
        ids = [task_id for task_id in ids if task_id in tasks]
    for task_id in ids:
        package = registry.specs[task_id][0]
        name = package.removeprefix("envpool.")
        text = f"{task_id}\n{name}\n{titles().get(package, '')}".lower()
        if all(part in text for part in parts):
            found.setdefault(package, []).append(task_id)
    if family is None:
        return found
    packages = {registry.specs[task_id][0] for task_id in registry.specs}
    chosen = {
        package
        for package in packages
        if family.lower() in package
        or family.lower() in titles().get(package, "").lower()
    }
    if not chosen:
        names = sorted(package.removeprefix("envpool.") for package in packages)
        raise click.UsageError(
            f"--family: expected one of {', '.join(names)}, got {family!r}"
        )
    return {package: ids for package, ids in found.items() if package in chosen}


def show_suites(as_json: bool) -> None:
    """Prints the suites, with the kinds of their tasks' scores."""
    rows = [
        {
            "name": suite.name,
            "tasks": len(suite),
            "scores": kinds_of(suite.tasks),
            "title": suite.title,
            "source": suite.source,
        }
        for suite in list_suites().values()
    ]
    if as_json:
        print_json({"suites": rows})
        return
    columns = ("name", "tasks", "scores", "title")
    print_table(columns, [[row[column] for column in columns] for row in rows])


def kinds_of(tasks: Iterable[str]) -> str:
    """Returns the kinds of scores that tasks have."""
    scores = [score_of(task) for task in tasks]
    kinds = dict.fromkeys(score.kind for score in scores if score is not None)
    return ", ".join(kinds) or "-"


@click.command("list")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--family", help="Only this family.")
@click.option("--suite", metavar="NAME", help="Only the ids of this suite.")
@click.option("--suites", is_flag=True, help="The suites instead of the ids.")
@click.option("--count", is_flag=True, help="Only how many there are.")
@json_option
def command(
    words: tuple[str, ...],
    family: str | None,
    suite: str | None,
    suites: bool,
    count: bool,
    as_json: bool,
) -> int:
    """List the ids that contain all WORDs, by family.

    A WORD may also be a part of the family's name.
    """
    if suites:
        show_suites(as_json)
        return 0
    envpool.list_all_envs()  # looks for families
    texts = absent_families()
    asked = [word for word in (*words, family) if word]
    told = {name for name in texts if may_mean(name, asked)}
    if not words and not family:  # a missing wheel is named only on request
        told -= {row.name for rows in entry.missing_wheels().values() for row in rows}
    _tell(texts[name] for name in sorted(told))
    found = groups(words, family, suite)
    if as_json:
        families = [
            {
                "package": package,
                "title": titles().get(package, package),
                "count": len(ids),
                "ids": ids,
            }
            for package, ids in found.items()
        ]
        print_json({"count": sum(map(len, found.values())), "families": families})
    elif count:
        for package, ids in found.items():
            click.echo(f"{len(ids)}\t{titles().get(package, package)}")
        click.echo(f"{sum(map(len, found.values()))}\tall")
    elif sys.stdout.isatty():
        _show(found)
    else:
        for ids in found.values():
            for task_id in ids:
                click.echo(task_id)
    if not found:
        text = f"list: no id or family contains {' and '.join(map(repr, words))}"
        near = "".join(near_id_text(word, registry.specs) for word in words[:1])
        click.echo(text + near, err=True)
        if not told:  # the unknown id may belong to any family
            _tell(texts.values())
        return 1
    return 0


def _tell(texts: Iterable[str]) -> None:
    for text in texts:
        click.echo(f"list: {text}", err=True)


def _show(found: dict[str, list[str]]) -> None:
    out = console()
    for package, ids in found.items():
        title = titles().get(package, package)
        out.print(f"[bold]{title}[/bold] [dim]({len(ids)})[/dim]")
        out.print(Columns(ids, padding=(0, 2), expand=False))
        out.print()
    total = sum(map(len, found.values()))
    out.print(f"[dim]{total} ids. `envpool info ID` describes one.[/dim]")

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What commands print: tables for people, lines for pipes, JSON for programs."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

__all__ = [
    "bar",
    "console",
    "json_option",
    "print_entries",
    "print_json",
    "print_table",
    "progress",
    "status_line",
]

json_option: Callable[[Any], Any] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON."
)


def console() -> Console:
    """Returns the console of standard output."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def print_json(value: Any) -> None:
    """Prints a value as JSON."""
    click.echo(json.dumps(_plain(value), indent=1))


def _plain(value: Any) -> Any:
    """Returns a value of which JSON can be made."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not np.isfinite(value):
        return str(value)  # JSON has no infinity
    return value if isinstance(value, (str, int, float, type(None))) else str(value)


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = ""
) -> None:
    """Prints a table; into a pipe a line for each row, with tabs, below the headings.

    Args:
      columns: their headings; empty texts if it needs none.
      rows: of as many cells each.
      title: above the table.
    """
    if not sys.stdout.isatty():
        _print_lines([columns, *rows] if any(columns) else rows, title)
        return
    table = Table(
        title=title or None,
        title_justify="left",
        box=None,
        pad_edge=False,
        show_header=any(columns),
    )
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    console().print(table)


def print_entries(entries: Iterable[tuple[str, str, str, str]], title: str) -> None:
    """Prints keys with what there is to say of each; see `print_table`.

    Args:
      entries: of each its name, its value, the values that it takes (or nothing),
        and its meaning.
      title: above them.
    """
    if not sys.stdout.isatty():
        _print_lines(entries, title)
        return
    out = console()
    out.print(Text(title, "bold underline"))
    for name, value, values, meaning in entries:
        takes = f"  ({values})" if values else ""
        out.print(Text.assemble((name, "bold"), " = ", value, (takes, "dim")))
        out.print(Padding(Text(meaning), (0, 0, 0, 4)))


def _print_lines(rows: Iterable[Sequence[Any]], title: str) -> None:
    if title:
        click.echo(f"{title}:")
    for row in rows:
        click.echo("\t".join(" ".join(str(cell).split()) for cell in row))


def bar(share: float, width: int = 24) -> str:
    """Returns a bar of a chart; `share` of `width` characters."""
    whole, rest = divmod(round(max(0.0, min(1.0, share)) * width * 8), 8)
    return "█" * whole + ("▏▎▍▌▋▊▉"[rest - 1] if rest else "")


@contextlib.contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Yields a function that shows a text on standard error, if that is a terminal."""
    error = Console(stderr=True)
    if not error.is_terminal:
        yield lambda text: None
        return
    with error.status("") as status:
        yield status.update


def progress(items: Sequence[Any], text: str) -> Iterable[Any]:
    """Yields items, and shows on standard error how far it is, if that is a terminal.

    Args:
      items: what to yield.
      text: what is done with them.
    """
    from rich.progress import track

    error = Console(stderr=True)
    return track(
        items, text, console=error, transient=True, disable=not error.is_terminal
    )

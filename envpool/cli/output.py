# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Output of commands: tables for people, lines for pipes, JSON for programs.

The benchmark and the test kit print with it, too. Tables need rich; lines do not.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "bar",
    "console",
    "print_entries",
    "print_json",
    "print_table",
    "status_line",
]


def console() -> Console:
    """Returns the console of standard output."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def print_json(value: Any) -> None:
    """Prints a value as JSON."""
    print(json.dumps(_plain(value), indent=1))


def _plain(value: Any) -> Any:
    """Returns an equal value that consists of JSON's types."""
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
    """Prints a table; into a pipe, tab-separated lines below the headings.

    Args:
      columns: the headings; empty texts if it needs none.
      rows: the rows, each with as many cells as there are columns.
      title: the title above the table.
    """
    if not _has_tables():
        _print_lines([columns, *rows] if any(columns) else rows, title)
        return
    from rich.table import Table
    from rich.text import Text

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
    """Prints keys with their descriptions; see `print_table`.

    Args:
      entries: for each key its name, its value, the values that it takes (or nothing),
        and its meaning.
      title: the title above them.
    """
    if not _has_tables():
        _print_lines(entries, title)
        return
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    out.print(Text(title, "bold underline"))
    for name, value, values, meaning in entries:
        takes = f"  ({values})" if values else ""
        out.print(Text.assemble((name, "bold"), " = ", value, (takes, "dim")))
        out.print(Padding(Text(meaning), (0, 0, 0, 4)))


def _has_tables() -> bool:
    return sys.stdout.isatty() and importlib.util.find_spec("rich") is not None


def _print_lines(rows: Iterable[Sequence[Any]], title: str) -> None:
    if title:
        print(f"{title}:")
    for row in rows:
        print("\t".join(" ".join(str(cell).split()) for cell in row))


def bar(share: float, width: int = 24) -> str:
    """Returns a bar of a chart; `share` of `width` characters."""
    whole, rest = divmod(round(max(0.0, min(1.0, share)) * width * 8), 8)
    return "█" * whole + ("▏▎▍▌▋▊▉"[rest - 1] if rest else "")


@contextlib.contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Yields a function that shows a text on standard error, if that is a terminal."""
    from rich.console import Console

    error = Console(stderr=True)
    if not error.is_terminal:
        yield lambda text: None
        return
    with error.status("") as status:
        yield status.update

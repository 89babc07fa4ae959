# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Helpers that write reStructuredText."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

__all__ = ["HEADER", "WIDTH", "cell", "table"]

HEADER = ".. Written by docs/generate.py: run `bazel run //docs:generate`.\n"
WIDTH = 92


def cell(text: str, indent: str) -> str:
    """Returns a table's cell, wrapped to the usual line length."""
    lines = textwrap.wrap(
        text, WIDTH - len(indent), break_long_words=False, break_on_hyphens=False
    )
    return f"\n{indent}".join(lines)


def table(title: str, widths: Iterable[int], rows: list[list[str]]) -> str:
    """Returns a list-table; the first row is its header."""
    lines = [
        f".. list-table:: {title}",
        "   :header-rows: 1",
        f"   :widths: {' '.join(map(str, widths))}",
        "",
    ]
    for row in rows:
        for column, text in enumerate(row):
            mark = "   * - " if column == 0 else "     - "
            lines.append((mark + cell(text, " " * 7)).rstrip())
    return "\n".join(lines) + "\n"

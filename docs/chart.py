# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the chart of README.md's table of speed; generate.py writes it.

Bars have a logarithmic axis and show the ratio as a number; those of ratios below
1 point to the left. Colours are readable on light and on dark pages.
"""

from __future__ import annotations

import math
import re
from html import escape
from typing import NamedTuple

__all__ = ["speed_chart"]

WIDTH, LABELS, ROW, BAR, MARGIN = 720, 330, 30, 18, 60
INK, MUTED, FILL = "#6e7b8b", "#a0a9b5", "#2f81f7"
FONT = "font-family='Helvetica, Arial, sans-serif' font-size='13'"


class Row(NamedTuple):
    """A line of the table."""

    name: str
    ratio: float


def rows_of(readme: str) -> list[Row]:
    """Returns the rows of README.md's table of speed.

    Args:
      readme: the file's text.

    Raises:
      ValueError: there is no such table.
    """
    header = "| pool | EnvPool 1.2.5 | EnvPool 2.0 | ratio |\n"
    _, found, rest = readme.partition(header)
    if not found:
        raise ValueError("README.md: expected a table of pools, rates and ratios")
    lines = rest.partition("\n\n")[0].splitlines()[1:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [Row(re.sub("`", "", row[0]), float(row[3])) for row in cells]


def speed_chart(readme: str) -> str:
    """Returns the chart as SVG.

    Args:
      readme: README.md's text.
    """
    rows = rows_of(readme)
    powers = [math.log(row.ratio) for row in rows]
    least, most = min(0.0, *powers), max(0.0, *powers)
    unit = (WIDTH - LABELS - MARGIN) / (most - least or 1)
    axis = LABELS - unit * least
    height = ROW * len(rows) + 40
    title = "Steps per second, relative to EnvPool 1.2.5 (logarithmic)"
    lines = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}' "
        f"viewBox='0 0 {WIDTH} {height}' role='img' {FONT}>",
        f"<title>{title}</title>",
        f"<text x='8' y='18' fill='{INK}' font-weight='bold'>{title}</text>",
    ]
    for number, (row, power) in enumerate(zip(rows, powers, strict=True)):
        top = 32 + ROW * number
        begin, end = sorted((axis, axis + unit * power))
        base = top + BAR - 4
        lines += [
            f"<text x='{LABELS - 8}' y='{base}' fill='{INK}' text-anchor='end'>"
            f"{escape(row.name)}</text>",
            f"<rect x='{begin:g}' y='{top}' width='{end - begin:.1f}' height='{BAR}' "
            f"rx='3' fill='{FILL}'/>",
            f"<text x='{end + 6:.1f}' y='{base}' fill='{INK}'>"
            f"{row.ratio:g}&#215;</text>",
        ]
    line = f"<path d='M{axis:g} 28V{height - 8}' stroke='{MUTED}'/>"
    return "\n".join([*lines, line, "</svg>", ""])

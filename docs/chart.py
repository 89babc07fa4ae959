# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the charts of the tables of speed; generate.py writes them.

README.md has one of the ratios, benchmark.rst one of the rates. Bars have a
logarithmic axis and show the ratio as a number; those of ratios below 1 point to the
left. Colours are readable on light and on dark pages.
"""

from __future__ import annotations

import math
import re
from html import escape
from typing import NamedTuple

__all__ = ["rates_chart", "speed_chart"]

# Wide enough for the labels in DejaVu Sans, which is what Linux often has.
WIDTH, LABELS, ROW, BAR, MARGIN = 780, 400, 30, 18, 60
INK, MUTED, FILL = "#6e7b8b", "#a0a9b5", "#2f81f7"
FONT = "font-family='Helvetica, Arial, sans-serif' font-size='13'"


# The rates' axis begins here.
LEAST = 1e3
UNITS = {"thousand": 1e3, "million": 1e6}


class Row(NamedTuple):
    """A line of README.md's table."""

    name: str
    ratio: float


class Rates(NamedTuple):
    """A line of a table of benchmark.rst, in steps per second."""

    name: str
    ours: float
    released: float
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


def opening(height: int, title: str) -> list[str]:
    """Returns how a chart begins."""
    return [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}' "
        f"viewBox='0 0 {WIDTH} {height}' role='img' {FONT}>",
        f"<title>{title}</title>",
        f"<text x='8' y='18' fill='{INK}' font-weight='bold'>{title}</text>",
    ]


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
    lines = opening(height, title)
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


def rates_of(page: str) -> dict[str, list[Rates]]:
    """Returns the rows of benchmark.rst's tables, by the tables' titles.

    Args:
      page: the file's text.

    Raises:
      ValueError: there is no such table.
    """
    found: dict[str, list[Rates]] = {}
    tables = re.findall(
        r"^\.\. list-table:: ([^\n]+), (thousand|million) steps per second\n"
        r"(.*?)\n(?=\S|\Z)",
        page,
        re.MULTILINE | re.DOTALL,
    )
    for title, unit, text in tables:
        rows = [
            [cell.strip(" `") for cell in re.split(r"\n {5}-", row)]
            for row in text.split("\n   * -")[1:]
        ]
        head = rows.pop(0)
        ours, theirs, ratio = map(head.index, ("EnvPool 2.0", "EnvPool 1.2.5", "ratio"))
        found[title] = [
            Rates(
                re.sub("`", "", row[0]),
                float(row[ours]) * UNITS[unit],
                float(row[theirs]) * UNITS[unit],
                float(row[ratio]),
            )
            for row in rows
        ]
    if not found:
        raise ValueError("benchmark.rst: expected tables of steps per second")
    return found


def rates_chart(page: str) -> str:
    """Returns the chart of all tables of benchmark.rst as SVG.

    Args:
      page: benchmark.rst's text.
    """
    tables = rates_of(page)
    most = max(row.ours for rows in tables.values() for row in rows)
    unit = (WIDTH - LABELS - MARGIN) / math.log(most / LEAST)
    height = 60 + sum(34 + ROW * len(rows) for rows in tables.values())
    lines = opening(height, "Steps per second (logarithmic)")
    legend = ((0, FILL, "EnvPool 2.0"), (130, MUTED, "EnvPool 1.2.5"))
    for offset, fill, name in legend:
        x = LABELS + offset
        lines += [
            f"<rect x='{x}' y='8' width='12' height='12' rx='2' fill='{fill}'/>",
            f"<text x='{x + 18}' y='18' fill='{INK}'>{name}</text>",
        ]
    top, bottom = 32, height - 26
    for power in range(3, math.floor(math.log10(most)) + 1):
        x = LABELS + unit * math.log(10**power / LEAST)
        name = f"{10 ** (power % 3)} {['k', 'M'][power // 3 - 1]}"
        lines += [
            f"<path d='M{x:.1f} {top}V{bottom}' stroke='{MUTED}' opacity='0.4'/>",
            f"<text x='{x:.1f}' y='{bottom + 16}' fill='{INK}' font-size='11' "
            f"text-anchor='middle'>{name}</text>",
        ]
    for title, rows in tables.items():
        top += 34
        lines.append(
            f"<text x='{LABELS - 8}' y='{top - 10}' fill='{INK}' font-weight='bold' "
            f"text-anchor='end'>{escape(title)}</text>"
        )
        for row in rows:
            lines.append(
                f"<text x='{LABELS - 8}' y='{top + 15}' fill='{INK}' "
                f"text-anchor='end'>{escape(row.name)}</text>"
            )
            for y, rate, fill in (
                (top + 1, row.ours, FILL),
                (top + 13, row.released, MUTED),
            ):
                length = unit * math.log(rate / LEAST)
                lines.append(
                    f"<rect x='{LABELS}' y='{y}' width='{length:.1f}' height='11' "
                    f"rx='2' fill='{fill}'/>"
                )
            end = LABELS + unit * math.log(max(row.ours, row.released) / LEAST)
            lines.append(
                f"<text x='{end + 6:.1f}' y='{top + 12}' fill='{INK}'>"
                f"{row.ratio:g}&#215;</text>"
            )
            top += ROW
    return "\n".join([*lines, "</svg>", ""])

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the charts of speed as SVG; generate.py writes them.

README.md has one of the ratios, the page of the benchmark one of the rates of each
family. Bars have a logarithmic axis and show the ratio as a number; those of ratios
below 1 point to the left. Colours are readable on light and on dark pages.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from html import escape

from docs import speed_tables
from docs.speed_tables import Rates
from envpool.families import FAMILIES

__all__ = ["charts", "rates_chart", "ratios_chart"]

# Labels are above the bars, so that they are readable where a chart is no wider than a
# phone.
WIDTH, LEFT, ROW, BAR, MARGIN = 420, 8, 42, 14, 64
INK, MUTED, FILL = "#6e7b8b", "#a0a9b5", "#2f81f7"
FONT = "font-family='Helvetica, Arial, sans-serif' font-size='13'"


def opening(height: int, title: str) -> list[str]:
    """Returns how a chart begins."""
    return [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}' "
        f"viewBox='0 0 {WIDTH} {height}' role='img' {FONT}>",
        f"<title>{title}</title>",
        f"<text x='{LEFT}' y='18' fill='{INK}' font-weight='bold'>{title}</text>",
    ]


def text(x: float, y: float, content: str) -> str:
    """Returns a text that begins at a point."""
    return f"<text x='{x:g}' y='{y:g}' fill='{INK}'>{content}</text>"


def bar(x: float, y: float, width: float, height: int, fill: str) -> str:
    """Returns a bar."""
    return (
        f"<rect x='{x:g}' y='{y:g}' width='{width:.1f}' height='{height}' rx='2' "
        f"fill='{fill}'/>"
    )


def ratios_chart(rows: Sequence[tuple[str, float]]) -> str:
    """Returns a chart of ratios.

    Args:
      rows: names with their ratios.
    """
    powers = [math.log(ratio) for _, ratio in rows]
    least, most = min(0.0, *powers), max(0.0, *powers)
    unit = (WIDTH - LEFT - MARGIN) / (most - least or 1)
    axis = LEFT - unit * least
    height = ROW * len(rows) + 40
    lines = opening(height, "Speed relative to EnvPool 1.2.5 (logarithmic)")
    for number, ((name, ratio), power) in enumerate(zip(rows, powers, strict=True)):
        top = 32 + ROW * number
        begin, end = sorted((axis, axis + unit * power))
        lines += [
            text(LEFT, top + 14, escape(name)),
            bar(begin, top + 20, end - begin, BAR, FILL),
            text(round(end + 6, 1), top + 31, f"{ratio:g}&#215;"),
        ]
    line = f"<path d='M{axis:g} 28V{height - 8}' stroke='{MUTED}'/>"
    return "\n".join([*lines, line, "</svg>", ""])


def power_name(power: int) -> str:
    """Returns 10 to the power, as on an axis: 10 k, 1 M."""
    thousands, digits = divmod(power, 3)
    return f"{10**digits}{['', ' k', ' M', ' G'][thousands]}"


def grid(powers: range, unit: float, top: int, bottom: int) -> list[str]:
    """Returns the lines of the axis of rates, and what they stand for."""
    lines = []
    for power in powers:
        x = LEFT + unit * (power - powers[0])
        lines += [
            f"<path d='M{x:.1f} {top}V{bottom}' stroke='{MUTED}' opacity='0.4'/>",
            text(round(x, 1), bottom + 16, power_name(power)),
        ]
    return lines


def rates_chart(rows: Sequence[Rates]) -> str:
    """Returns a chart of the rates of EnvPool and of EnvPool 1.2.5.

    Args:
      rows: the pools.
    """
    rates = [rate for row in rows for rate in (row.ours, row.released) if rate]
    # Where bars begin on such a scale means nothing.
    least = math.floor(math.log10(min(rates)) - 0.3)
    most = math.log10(max(rates))
    unit = (WIDTH - LEFT - MARGIN) / (most - least)
    height = 80 + ROW * len(rows)
    lines = opening(height, "Steps per second (logarithmic)")
    for x, fill, name in ((LEFT, FILL, "EnvPool 2.0"), (132, MUTED, "EnvPool 1.2.5")):
        lines += [bar(x, 29, 12, 12, fill), text(x + 18, 40, name)]
    powers = range(least, math.floor(most) + 1)
    lines += grid(powers, unit, 50, height - 24)
    for number, row in enumerate(rows):
        top = 50 + ROW * number
        lines.append(text(LEFT, top + 14, escape(row.name)))
        bars = [(top + 19, row.ours, FILL), (top + 29, row.released, MUTED)]
        lengths = [unit * (math.log10(rate) - least) for _, rate, _ in bars if rate]
        for (y, _, fill), length in zip(bars, lengths, strict=False):
            lines.append(bar(LEFT, y, length, 9, fill))
        if row.ratio is not None:
            end = round(LEFT + max(lengths) + 6, 1)
            lines.append(text(end, top + 33, f"{row.ratio_text}&#215;"))
    return "\n".join([*lines, "</svg>", ""])


def charts() -> dict[str, Callable[[], str]]:
    """Returns what draws each chart, by the files' paths under docs/."""
    results = speed_tables.read()
    rates = speed_tables.groups(results)
    ratios = [
        (name.replace("`", ""), float(ratio))
        for name, *_, ratio in speed_tables.readme_rows(results)
    ]
    return {
        "speed.svg": functools.partial(ratios_chart, ratios),
        **{
            f"content/_generated/speed_{family.page}.svg": functools.partial(
                rates_chart, rates[family.title]
            )
            for family in FAMILIES
        },
    }

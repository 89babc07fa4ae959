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

# Wide enough for the labels in DejaVu Sans, which is what Linux often has.
WIDTH, LABELS, ROW, BAR, MARGIN = 780, 400, 30, 18, 60
INK, MUTED, FILL = "#6e7b8b", "#a0a9b5", "#2f81f7"
FONT = "font-family='Helvetica, Arial, sans-serif' font-size='13'"


def opening(height: int, title: str) -> list[str]:
    """Returns how a chart begins."""
    return [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}' "
        f"viewBox='0 0 {WIDTH} {height}' role='img' {FONT}>",
        f"<title>{title}</title>",
        f"<text x='8' y='18' fill='{INK}' font-weight='bold'>{title}</text>",
    ]


def ratios_chart(rows: Sequence[tuple[str, float]]) -> str:
    """Returns a chart of ratios.

    Args:
      rows: names with their ratios.
    """
    powers = [math.log(ratio) for _, ratio in rows]
    least, most = min(0.0, *powers), max(0.0, *powers)
    unit = (WIDTH - LABELS - MARGIN) / (most - least or 1)
    axis = LABELS - unit * least
    height = ROW * len(rows) + 40
    lines = opening(height, "Steps per second, relative to EnvPool 1.2.5 (logarithmic)")
    for number, ((name, ratio), power) in enumerate(zip(rows, powers, strict=True)):
        top = 32 + ROW * number
        begin, end = sorted((axis, axis + unit * power))
        base = top + BAR - 4
        lines += [
            f"<text x='{LABELS - 8}' y='{base}' fill='{INK}' text-anchor='end'>"
            f"{escape(name)}</text>",
            f"<rect x='{begin:g}' y='{top}' width='{end - begin:.1f}' height='{BAR}' "
            f"rx='3' fill='{FILL}'/>",
            f"<text x='{end + 6:.1f}' y='{base}' fill='{INK}'>{ratio:g}&#215;</text>",
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
        x = LABELS + unit * (power - powers[0])
        lines += [
            f"<path d='M{x:.1f} {top}V{bottom}' stroke='{MUTED}' opacity='0.4'/>",
            f"<text x='{x:.1f}' y='{bottom + 16}' fill='{INK}' font-size='11' "
            f"text-anchor='middle'>{power_name(power)}</text>",
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
    unit = (WIDTH - LABELS - 2 * MARGIN) / (most - least)
    height = 60 + ROW * len(rows)
    lines = opening(height, "Steps per second (logarithmic)")
    legend = ((0, FILL, "EnvPool 2.0"), (130, MUTED, "EnvPool 1.2.5"))
    for offset, fill, name in legend:
        x = LABELS + offset
        lines += [
            f"<rect x='{x}' y='8' width='12' height='12' rx='2' fill='{fill}'/>",
            f"<text x='{x + 18}' y='18' fill='{INK}'>{name}</text>",
        ]
    powers = range(least, math.floor(most) + 1)
    lines += grid(powers, unit, 30, height - 24)
    for number, row in enumerate(rows):
        top = 34 + ROW * number
        lines.append(
            f"<text x='{LABELS - 8}' y='{top + 15}' fill='{INK}' text-anchor='end'>"
            f"{escape(row.name)}</text>"
        )
        bars = [(top + 1, row.ours, FILL), (top + 13, row.released, MUTED)]
        lengths = [unit * (math.log10(rate) - least) for _, rate, _ in bars if rate]
        for (y, _, fill), length in zip(bars, lengths, strict=False):
            lines.append(
                f"<rect x='{LABELS}' y='{y}' width='{length:.1f}' height='11' "
                f"rx='2' fill='{fill}'/>"
            )
        if row.ratio is not None:
            lines.append(
                f"<text x='{LABELS + max(lengths) + 6:.1f}' y='{top + 16}' "
                f"fill='{INK}'>{row.ratio_text}&#215;</text>"
            )
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

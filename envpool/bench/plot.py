# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws all charts of speed: of the benchmark, of training, and of the documentation.

`python plot.py results.json plot.png [WORD]...` draws results of `make bench`; words
are parts of pool names. `python plot.py results.json FOLDER` draws the learning
curves of `make training`.

This file is self-contained, since the Python with matplotlib may not have this
package. Charts have no background and are drawn in middle gray, so that they are
readable on light and on dark pages.
"""

from __future__ import annotations

import datetime
import importlib
import io
import json
import pathlib
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

__all__ = [
    "COLORS",
    "INK",
    "bands",
    "bars_svg",
    "draw_curves",
    "draw_history",
    "draw_pools",
]

COLORS = {
    "envpool": "#d1495b",
    "envpool-1.2.7": "#3f86c4",
    "envpool-1.2.5": "#3f86c4",  # in curves of training
    "ale": "#7b4b94",
    "bare": "#1b998b",
    "rollout": "#9c6644",
    "mjbatch": "#bc6c25",
    "pufferlib": "#5f7c2c",
    "loop": "#8d99ae",
    "sync": "#6c757d",
    "async": "#adb5bd",
    "gymnasium-async": "#8a94a0",
    "numpy": "#edae49",
    "sb3": "#66a182",
}
INK = "#7a8594"
_STYLE = {
    **dict.fromkeys(("figure.facecolor", "axes.facecolor", "legend.facecolor"), "none"),
    **dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor"), INK),
    **dict.fromkeys(("xtick.color", "ytick.color", "grid.color"), INK),
    "legend.edgecolor": "none",
    "font.size": 11,
    # SVG files contain text as text, and equal charts give equal files.
    "font.sans-serif": ["DejaVu Sans"],
    "svg.fonttype": "none",
    "svg.hashsalt": "envpool",
}
_HISTORY = {"steps_per_second": "steps/s", "p95": "95th percentile of a step, ms"}
_POINTS = 200  # points of a learning curve
# Pixels, for charts on pages. Labels are above the bars, so that charts are readable at
# the width of a phone.
_WIDTH, _LEFT, _RIGHT, _ROW = 420, 8, 64, 42


def _figure(width: float, height: float, **kwargs: Any) -> Any:
    """Returns a figure of a size in inches; raises ImportError without matplotlib."""
    figure = importlib.import_module("matplotlib.figure").Figure
    return figure((width, height), **kwargs)


def _style() -> Any:
    return importlib.import_module("matplotlib").rc_context(_STYLE)


def _count(rate: float) -> str:
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if rate >= unit:
            return f"{rate / unit:.3g}{name}"
    return f"{rate:.3g}"


def _label(system: dict[str, Any], baseline: str) -> str:
    """Returns a rate, and its ratio to the baseline."""
    text = f" {_count(system['median'])}"
    if system["ratio"] is None or system["key"] == baseline:
        return text
    return f"{text}, {system['ratio']:.3g}\N{MULTIPLICATION SIGN}"


def _panels(pools: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Groups the pools that can share an axis; returns each group with its unit."""
    groups: dict[int, list[dict[str, Any]]] = {}
    for pool in pools:
        groups.setdefault(pool["frames_per_step"], []).append(pool)
    return [
        ("steps per second" + (frames > 1) * f", of {frames} frames each", group)
        for frames, group in groups.items()
    ]


def _bars(pools: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    return [[s for s in pool["systems"] if "median" in s] for pool in pools]


def _draw_panel(
    axes: Any, unit: str, pools: list[dict[str, Any]], named: set[str]
) -> None:
    ticks: list[float] = []
    y = 0.0
    for pool, bars in zip(pools, _bars(pools), strict=True):
        ticks.append(y - (len(bars) - 1) / 2)
        for system in bars:
            label = None if system["key"] in named else system["title"]
            named.add(system["key"])
            color = COLORS.get(system["key"], INK)
            rate = system["median"]
            axes.barh(y, rate, height=0.9, color=color, label=label)
            text = _label(system, pool["baseline"])
            axes.text(rate, y, text, va="center", fontsize=7)
            y -= 1
        y -= 1
    rates = [system["median"] for bars in _bars(pools) for system in bars]
    axes.set_xscale("log")
    # A logarithmic axis has no natural start for bars. Leave room for labels at the
    # end.
    axes.set_xlim(min(rates, default=1) / 4, max(rates, default=1) * 6)
    axes.set_xlabel(f"{unit} (median; logarithmic)")
    axes.set_yticks(ticks, [pool["title"] for pool in pools])
    axes.margins(y=0.01)
    axes.spines[["top", "right"]].set_visible(False)


def _choose(pools: list[dict[str, Any]], words: Sequence[str]) -> list[dict[str, Any]]:
    """Returns the pools that the words select; all pools without words."""
    if not words:
        return pools
    chosen = [pool for pool in pools if any(word in pool["key"] for word in words)]
    if not chosen:
        names = ", ".join(pool["key"] for pool in pools)
        raise ValueError(f"expected parts of {names}, got {' '.join(words)}")
    return chosen


def draw_pools(results: dict[str, Any], path: str, words: Sequence[str] = ()) -> None:
    """Draws the medians of a benchmark as bars.

    Args:
      results: the result of report.as_json.
      path: the path of the picture.
      words: parts of the names of the pools to draw; all without words.

    Raises:
      ImportError: matplotlib is not installed.
      ValueError: no pool has such a name.
    """
    chosen = _choose(results["pools"], words)
    panels = _panels(chosen)
    heights = [sum(len(b) + 1 for b in _bars(pools)) for _, pools in panels]
    machine = results["machine"]
    where = f"{machine['cpu']}, {machine['cpus_allowed']} CPUs"
    titles = {
        system["key"]: system["title"] for pool in chosen for system in pool["systems"]
    }
    used = dict.fromkeys(pool["baseline"] for pool in chosen)
    baselines = [titles[key] for key in used if key]
    if baselines:
        where += f"\nn\N{MULTIPLICATION SIGN}: relative to {' or '.join(baselines)}"
    named: set[str] = set()
    with _style():
        figure = _figure(9, 1.2 + 0.22 * sum(heights), layout="constrained")
        column = figure.subplots(len(panels), height_ratios=heights, squeeze=False)
        for axes, (unit, pools) in zip(column[:, 0], panels, strict=True):
            _draw_panel(axes, unit, pools, named)
        figure.legend(fontsize=8, loc="outside upper left", ncols=3)
        figure.supxlabel(where, x=0.99, ha="right", fontsize=8)
        figure.savefig(path, dpi=120, bbox_inches="tight")


def draw_history(lines: Sequence[Mapping[str, Any]], path: str) -> None:
    """Draws the numbers of benchmark/history.py over time.

    Args:
      lines: its lines, one for each run.
      path: the path of the picture.

    Raises:
      ImportError: matplotlib is not installed.
    """
    keys = list(dict.fromkeys(key for line in lines for key in line["pools"]))
    with _style():
        figure = _figure(9, 0.6 + 1.5 * len(keys), layout="constrained")
        grid = figure.subplots(len(keys), 2, squeeze=False)
        for row, key in zip(grid, keys, strict=True):
            for axes, (field, title) in zip(row, _HISTORY.items(), strict=True):
                _draw_over_time(axes, lines, key, field)
                axes.set_title(f"{key}: {title}", fontsize=9)
        figure.legend(*grid[0, 0].get_legend_handles_labels(), loc="outside upper left")
        figure.savefig(path)


def _draw_over_time(
    axes: Any, lines: Sequence[Mapping[str, Any]], key: str, field: str
) -> None:
    """Draws a number of a pool, a curve for each kind of processor."""
    curves: dict[str, dict[datetime.datetime, float]] = {}
    for line in lines:
        if key in line["pools"]:
            curve = curves.setdefault(line["machine"]["cpu"], {})
            date = datetime.datetime.fromisoformat(line["date"])
            curve[date] = line["pools"][key][field]
    for cpu, curve in sorted(curves.items()):
        axes.plot(list(curve), list(curve.values()), marker=".", label=cpu)
    highest = max(max(curve.values()) for curve in curves.values())
    axes.set_ylim(0, 1.15 * highest)
    axes.yaxis.set_major_formatter(lambda value, _: _count(value))
    axes.tick_params(labelsize=7)


def bands(runs: list[dict[str, Any]], column: int) -> Any:
    """Interpolates the learning curves of runs at equal distances.

    Args:
      runs: the runs of one system.
      column: 0 for seconds, 1 for steps.

    Returns:
      The positions, and the minimum, median and maximum return of all runs there. A
      finished run keeps its last return.
    """
    curves = [np.array(run["curve"], float) for run in runs if run["curve"]]
    end = max(curve[-1, column] for curve in curves)
    places = np.linspace(0, end, _POINTS)
    values = [
        np.interp(places, curve[:, column], curve[:, 2], left=np.nan)
        for curve in curves
    ]
    begun = ~np.isnan(values).any(axis=0)
    rows = np.array(values)[:, begun]
    return places[begun], rows.min(0), np.median(rows, axis=0), rows.max(0)


def draw_curves(found: dict[str, Any], path: pathlib.Path) -> bool:
    """Draws the learning curves of one task, over time and over steps.

    Args:
      found: the results of the task.
      path: the path of the picture.

    Returns:
      Whether a picture was drawn: without a curve there is none.
    """
    systems = {
        system: runs
        for system, runs in found["runs"].items()
        if any(run["curve"] for run in runs)
    }
    if not systems:
        return False
    with _style():
        figure = _figure(5.2, 6.4)  # one panel above the other, for narrow pages
        panels = figure.subplots(2, 1, sharey=True)
        for column, unit in enumerate(("seconds", "steps")):
            _draw_bands(panels[column], systems, column)
            panels[column].axhline(found["goal"], color=INK, lw=0.7, ls=":")
            panels[column].set(xlabel=unit, ylabel="mean return of 100 episodes")
        panels[1].legend(loc="lower right")
        machine = found["machine"]
        figure.suptitle(
            f"PPO on {found['task']}: median and range of the seeds\n"
            f"{machine['cpu']}, {machine['cpus_allowed']} CPUs",
            fontsize=10,
        )
        figure.tight_layout()
        figure.savefig(path, dpi=120)
    return True


def _draw_bands(axes: Any, systems: dict[str, Any], column: int) -> None:
    for system, runs in systems.items():
        places, low, middle, high = bands(runs, column)
        color = COLORS.get(system)
        # A line through one point would be invisible.
        marker = "o" if len(places) == 1 else ""
        label = f"{system} ({len(runs)})"
        axes.plot(places, middle, marker=marker, color=color, label=label)
        axes.fill_between(places, low, high, color=color, alpha=0.2, lw=0)
    axes.locator_params(axis="x", nbins=5)
    axes.grid(alpha=0.3)


def bars_svg(
    title: str,
    rows: Sequence[tuple[str, Sequence[float | None], str]],
    legend: Mapping[str, str],
    base: float | None = None,
) -> str:
    """Returns a chart for a page: bars on a logarithmic axis.

    Args:
      title: the headline.
      rows: the name of each row, its values (None for a missing one), and the text at
        the end of its bars.
      legend: the names of the values with their colours.
      base: the start of the bars; bars of smaller values point to the left. By default
        it is below the minimum, and the axis has a grid.
    """
    values = [value for _, row, _ in rows for value in row if value]
    least = 10 ** np.floor(np.log10(min(values)) - 0.3) if base is None else base
    limits = min(least, *values), max(least * 1.01, *values)
    top = 30 if base is not None else 50
    height = top + _ROW * len(rows) + (30 if base is None else 8)
    pixel = 1 / 96  # in inches
    with _style():
        figure = _figure(_WIDTH * pixel, height * pixel)
        width = (_WIDTH - _LEFT - _RIGHT) / _WIDTH
        axes = figure.add_axes((_LEFT / _WIDTH, 0, width, 1))
        axes.set(xscale="log", xlim=limits, ylim=(height, 0))
        axes.set_axis_off()
        beside = axes.get_yaxis_transform()
        size = {"fontsize": 13 * 0.75, "va": "center"}
        axes.text(0, 13, title, transform=beside, weight="bold", **size)
        for number, (name, row, text) in enumerate(rows):
            y = top + _ROW * number
            axes.text(0, y + 9, name, transform=beside, **size)
            shown = [
                (value, color)
                for value, color in zip(row, legend.values(), strict=True)
                if value
            ]
            thickness = 14 if len(legend) == 1 else 9
            for k, (value, color) in enumerate(shown):
                middle = y + 19 + thickness / 2 + 10 * k
                axes.barh(middle, value - least, thickness, least, color=color)
            end = max(least, *(value for value, _ in shown))
            axes.annotate(
                text, (end, y + 28), (5, 0), textcoords="offset points", **size
            )
        if base is None:
            _draw_scale(axes, legend, limits, (top, height - 24), size)
        else:
            axes.vlines(base, top, height, INK, lw=0.8)
        return _svg(figure, title)


def _draw_scale(
    axes: Any,
    legend: Mapping[str, str],
    limits: tuple[float, float],
    ends: tuple[float, float],
    size: Mapping[str, Any],
) -> None:
    """Draws a line for each power of ten, and the legend of the colours."""
    first, last = np.log10(limits)
    for power in 10.0 ** np.arange(np.ceil(first), last):
        axes.vlines(power, *ends, INK, lw=0.8, alpha=0.4, zorder=0)
        axes.text(power, ends[1] + 14, _count(power), clip_on=False, **size)
    patch = importlib.import_module("matplotlib.patches").Patch
    axes.legend(
        handles=[patch(color=color, label=name) for name, color in legend.items()],
        loc="center left",
        bbox_to_anchor=(0, 35),
        bbox_transform=axes.get_yaxis_transform(),
        ncols=len(legend),
        fontsize=size["fontsize"],
        handlelength=1,
        borderpad=0,
        borderaxespad=0,
    )


def _svg(figure: Any, title: str) -> str:
    """Returns a figure as SVG, with one line per group."""
    file = io.StringIO()
    unknown = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(file, format="svg", metadata={"Title": title, **unknown})
    text = " ".join(file.getvalue().split())
    text = re.sub(r"^.*?(?=<svg )|<!--.*?-->|<metadata>.*?</metadata>", "", text)
    text = re.sub("> <(?!g id)", "><", text).replace("> <", ">\n<")
    return text.replace("'DejaVu Sans'", "Helvetica, Arial") + "\n"


def main() -> None:
    """Draws results of the benchmark or of training."""
    source, target, *words = sys.argv[1:]
    results = json.loads(pathlib.Path(source).read_text("utf-8"))
    if "pools" in results:
        draw_pools(results, target, words)
        return
    for key, found in results.items():
        path = pathlib.Path(target, f"{key}.png")
        print(path if draw_curves(found, path) else f"{key}: no run has a curve")


if __name__ == "__main__":
    # Python puts this file's folder first, but the files in it are not top-level
    # modules.
    del sys.path[0]
    main()

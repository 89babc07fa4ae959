# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The plot of a benchmark: `python plot.py results.json plot.png [WORD]...`.

Words are parts of the names of pools; without any, all pools are drawn.

This file is self-contained, since the Python with matplotlib may not have this
package.
"""

from __future__ import annotations

import importlib
import json
import pathlib
import sys
from collections.abc import Sequence
from typing import Any

_COLORS = {
    "envpool": "#d1495b",
    "envpool-1.2.5": "#30638e",
    "ale": "#7b4b94",
    "bare": "#1b998b",
    "rollout": "#9c6644",
    "loop": "#8d99ae",
    "sync": "#6c757d",
    "async": "#adb5bd",
    "numpy": "#edae49",
    "sb3": "#66a182",
}


def _count(rate: float) -> str:
    return f"{rate / 1e6:.3g} M" if rate >= 1e6 else f"{rate / 1e3:.3g} k"


def _label(system: dict[str, Any], baseline: str) -> str:
    """Returns a rate, and how many times as fast as the baseline that is."""
    text = f" {_count(system['median'])}"
    if system["ratio"] is None or system["key"] == baseline:
        return text
    return f"{text}, {system['ratio']:.3g}\N{MULTIPLICATION SIGN}"


def _panels(pools: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Returns the pools in groups that can share an axis, with their unit."""
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
            color = _COLORS.get(system["key"], "#444444")
            rate = system["median"]
            axes.barh(y, rate, height=0.9, color=color, label=label)
            text = _label(system, pool["baseline"])
            axes.text(rate, y, text, va="center", fontsize=7)
            y -= 1
        y -= 1
    rates = [system["median"] for bars in _bars(pools) for system in bars]
    axes.set_xscale("log")
    # Where bars begin on such a scale means nothing; room for labels at the end.
    axes.set_xlim(min(rates, default=1) / 4, max(rates, default=1) * 6)
    axes.set_xlabel(f"{unit} (median; logarithmic)")
    axes.set_yticks(ticks, [pool["title"] for pool in pools])
    axes.margins(y=0.01)
    axes.spines[["top", "right"]].set_visible(False)


def _choose(pools: list[dict[str, Any]], words: Sequence[str]) -> list[dict[str, Any]]:
    """Returns the pools that the words ask for, all if there are none."""
    if not words:
        return pools
    chosen = [pool for pool in pools if any(word in pool["key"] for word in words)]
    if not chosen:
        names = ", ".join(pool["key"] for pool in pools)
        raise ValueError(f"expected parts of {names}, got {' '.join(words)}")
    return chosen


def draw(results: dict[str, Any], path: str, words: Sequence[str] = ()) -> None:
    """Draws the medians as bars.

    Args:
      results: what report.as_json returned.
      path: of the picture.
      words: parts of the names of the pools to draw; all if there are none.

    Raises:
      ImportError: there is no matplotlib.
      ValueError: no pool has such a name.
    """
    chosen = _choose(results["pools"], words)
    importlib.import_module("matplotlib").use("Agg")
    pyplot = importlib.import_module("matplotlib.pyplot")

    panels = _panels(chosen)
    heights = [sum(len(b) + 1 for b in _bars(pools)) for _, pools in panels]
    figure, column = pyplot.subplots(
        len(panels),
        layout="constrained",
        figsize=(9, 1.2 + 0.22 * sum(heights)),
        height_ratios=heights,
        squeeze=False,
    )
    named: set[str] = set()
    for axes, (unit, pools) in zip(column[:, 0], panels, strict=True):
        _draw_panel(axes, unit, pools, named)
    figure.legend(fontsize=8, loc="outside upper left", ncols=3)
    machine = results["machine"]
    where = f"{machine['cpu']}, {machine['cpus_allowed']} CPUs"
    titles = {
        system["key"]: system["title"] for pool in chosen for system in pool["systems"]
    }
    used = dict.fromkeys(pool["baseline"] for pool in chosen)
    baselines = [titles[key] for key in used if key]
    if baselines:
        where += f"\nn\N{MULTIPLICATION SIGN}: relative to {' or '.join(baselines)}"
    figure.supxlabel(where, x=0.99, ha="right", fontsize=8)
    figure.savefig(path, dpi=120, bbox_inches="tight")
    pyplot.close(figure)


if __name__ == "__main__":
    # Python puts this file's folder first, whose files are no modules to import.
    del sys.path[0]
    source, picture, *words = sys.argv[1:]
    draw(json.loads(pathlib.Path(source).read_text("utf-8")), picture, words)

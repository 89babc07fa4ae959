# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The picture of a benchmark: `python plot.py results.json picture.png`.

All of it is in this file, since the Python that has matplotlib may be another
one than that which has this package.
"""

from __future__ import annotations

import importlib
import json
import pathlib
import sys
from typing import Any

_COLORS = {
    "envpool": "#d1495b",
    "envpool-1.2.5": "#30638e",
    "loop": "#8d99ae",
    "sync": "#6c757d",
    "async": "#adb5bd",
    "numpy": "#edae49",
    "sb3": "#66a182",
}


def _count(rate: float) -> str:
    return f"{rate / 1e6:.3g} M" if rate >= 1e6 else f"{rate / 1e3:.3g} k"


def draw(results: dict[str, Any], path: str) -> None:
    """Draws the medians as bars on a logarithmic scale.

    Args:
      results: what report.as_json returned.
      path: of the picture.

    Raises:
      ImportError: there is no matplotlib.
    """
    importlib.import_module("matplotlib").use("Agg")
    pyplot = importlib.import_module("matplotlib.pyplot")

    bars: list[tuple[float, dict[str, Any]]] = []
    ticks: list[tuple[float, str]] = []
    y = 0.0
    for pool in results["pools"]:
        shown = [s for s in pool["systems"] if "median" in s]
        ticks.append((y - (len(shown) - 1) / 2, pool["title"]))
        for system in shown:
            bars.append((y, system))
            y -= 1
        y -= 1
    figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.22 * len(bars)))
    named: set[str] = set()
    for at, system in bars:
        label = None if system["key"] in named else system["title"]
        named.add(system["key"])
        color = _COLORS.get(system["key"], "#444444")
        axes.barh(at, system["median"], height=0.9, color=color, label=label)
        axes.text(
            system["median"],
            at,
            " " + _count(system["median"]),
            va="center",
            fontsize=7,
        )
    axes.set_xscale("log")
    axes.set_yticks([at for at, _ in ticks], [title for _, title in ticks])
    axes.set_xlabel("steps per second (median; logarithmic)")
    axes.margins(x=0.1, y=0.01)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=8, loc="lower left", bbox_to_anchor=(0, 1), ncols=3)
    machine = results["machine"]
    where = f"{machine['cpu']}, {machine['cpus_allowed']} CPUs"
    axes.annotate(
        where,
        (1, 0),
        (0, -30),
        "axes fraction",
        "offset points",
        ha="right",
        fontsize=8,
    )
    figure.savefig(path, dpi=120, bbox_inches="tight")
    pyplot.close(figure)


if __name__ == "__main__":
    # Python puts this file's folder first, whose files are no modules to import.
    del sys.path[0]
    draw(json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8")), sys.argv[2])

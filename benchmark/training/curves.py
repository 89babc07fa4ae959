# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The learning curves of a benchmark: `python curves.py results.json FOLDER`.

This file is self-contained, since the Python with matplotlib may not have this
package.
"""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

import numpy as np

_COLORS = {
    "envpool": "#d1495b",
    "gymnasium-async": "#8a94a0",
    "envpool-1.2.5": "#3f86c4",
}
_POINTS = 200
# Without a ground of its own and in a middle gray, a picture is readable on light and
# on dark pages. Its panels stand one above the other, for narrow ones.
_INK = "#7a8594"
_STYLE = {
    **dict.fromkeys(("figure.facecolor", "axes.facecolor", "legend.facecolor"), "none"),
    **dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor"), _INK),
    **dict.fromkeys(("xtick.color", "ytick.color", "grid.color"), _INK),
    "legend.edgecolor": "none",
    "font.size": 11,
}


def bands(runs: list[dict[str, Any]], column: int) -> Any:
    """Returns where the runs are at equal distances.

    Args:
      runs: of one system.
      column: 0 for seconds, 1 for steps.

    Returns:
      The places, and the least, median and greatest return of all runs there. A
      run that is over stays where it was.
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


def draw(found: dict[str, Any], path: pathlib.Path) -> bool:
    """Draws the curves of one task, over time and over steps.

    Args:
      found: what was measured.
      path: of the picture.

    Returns:
      Whether there is a picture: without a curve there is none.
    """
    systems = {
        system: runs
        for system, runs in found["runs"].items()
        if any(run["curve"] for run in runs)
    }
    if not systems:
        return False
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    with mpl.rc_context(_STYLE):
        figure = _figure(plt, found, systems)
        figure.savefig(path, dpi=120)
    plt.close(figure)
    return True


def _figure(plt: Any, found: dict[str, Any], systems: dict[str, Any]) -> Any:
    """Returns the curves of the systems."""
    figure, panels = plt.subplots(2, 1, figsize=(5.2, 6.4), sharey=True)
    for column, (axes, unit) in enumerate(
        zip(panels, ("seconds", "steps"), strict=True)
    ):
        for system, runs in systems.items():
            places, low, middle, high = bands(runs, column)
            color = _COLORS.get(system)
            # A line of one point would not be seen.
            marker = "o" if len(places) == 1 else ""
            label = f"{system} ({len(runs)})"
            axes.plot(places, middle, marker=marker, color=color, label=label)
            axes.fill_between(places, low, high, color=color, alpha=0.2, lw=0)
        axes.axhline(found["goal"], color=_INK, lw=0.7, ls=":")
        axes.set(xlabel=unit, ylabel="mean return of 100 episodes")
        axes.locator_params(axis="x", nbins=5)
        axes.grid(alpha=0.3)
    panels[1].legend(loc="lower right")
    machine = found["machine"]
    figure.suptitle(
        f"PPO on {found['task']}: median and range of the seeds\n"
        f"{machine['cpu']}, {machine['cpus_allowed']} CPUs",
        fontsize=10,
    )
    figure.tight_layout()
    return figure


def main() -> None:
    """Draws a picture of each task in the results."""
    source, folder = map(pathlib.Path, sys.argv[1:])
    for key, found in json.loads(source.read_text("utf-8")).items():
        path = folder / f"{key}.png"
        print(path if draw(found, path) else f"{key}: no run has a curve")


if __name__ == "__main__":
    main()

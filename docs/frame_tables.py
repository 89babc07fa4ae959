# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The table of the time of a frame in every game, for generate.py.

`benchmark/frames.json` is written by a family's own program, which its facts name as
`systems`: the names of the systems, EnvPool first, those with one env last.
"""

from __future__ import annotations

import functools
import json
import statistics
from pathlib import Path
from typing import Any

from docs.rst import HEADER, cell, table
from envpool.bench.machine import one_line
from envpool.bench.systems import RELEASED

__all__ = ["page"]

FILE = Path(__file__).absolute().parent / "benchmark/frames.json"
PEER = f"EnvPool {RELEASED}"
ALONE = ", 1 env"


@functools.cache
def read() -> dict[str, Any]:
    """Returns the results of the benchmark."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def summary(name: str, ratios: dict[str, float]) -> str:
    """Returns a sentence about ratios.

    Args:
      name: what they are of.
      ratios: the ratios by id.
    """
    least = sorted(ratios, key=ratios.__getitem__)[:3]
    texts = [f"{ratios[key]:.1f} (``{key}``)" for key in least]
    return (
        f"{name}, {PEER} takes {statistics.median(ratios.values()):.1f} times as long "
        f"in the median of {len(ratios)} games, and at least {', '.join(texts)}."
    )


def page() -> str:
    """Returns a summary, and a table of all games."""
    results = read()
    names = [name.replace("peer", PEER) for name in results["systems"]]
    several = [name for name in names if not name.endswith(ALONE)]
    rows: list[list[str]] = []
    found: tuple[dict[str, float], dict[str, float]] = ({}, {})
    for key, times in results["ids"].items():
        first, alone = times[: len(several)], times[len(several) :]
        found[0][key], found[1][key] = first[1] / first[0], alone[1] / alone[0]
        cells = [f"{time:.1f}" for time in (*first, *alone)]
        rows.append(
            [f"``{key}``", *cells, f"{found[0][key]:.1f}", f"{found[1][key]:.1f}"]
        )
    texts = [
        f"Measured on {results['date'][:10]}: {one_line(results['machine'])}.",
        f"Each time is from {results['rounds']} rounds.",
        summary("With 8 envs in one thread", found[0]),
        summary("With one env", found[1]),
    ]
    heads = ["Id", *names, "Ratio", f"Ratio{ALONE}"]
    widths = [28, *(len(heads) - 1) * [12]]
    lines = table("Microseconds per frame", widths, [heads, *rows]).splitlines()
    body = [f"   {line}".rstrip() for line in lines]
    title = f".. dropdown:: All {len(rows)} games"
    return "\n".join([HEADER, cell(" ".join(texts), ""), "", title, "", *body, ""])

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The table of start times and memory, for generate.py.

`benchmark/start.json` is written by `bazel run //benchmark:start -- --json FILE`.
"""

from __future__ import annotations

import functools
import json
import statistics
from pathlib import Path
from typing import Any

import envpool
from docs.rst import HEADER, cell, table
from envpool.bench.machine import one_line
from envpool.families import FAMILIES
from envpool.registration import registry

__all__ = ["page"]

FILE = Path(__file__).absolute().parent / "benchmark/start.json"


@functools.cache
def read() -> dict[str, Any]:
    """Returns the results of the benchmark."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def page() -> str:
    """Returns a summary of all families, and a table for each one."""
    results = read()
    rows: dict[str, dict[str, list[float]]] = {}
    for task_id in envpool.list_all_envs():
        if (row := results["ids"].get(task_id)) is not None:
            rows.setdefault(registry.specs[task_id][0], {})[task_id] = row
    summary = [["Family", "Ids", "``make``, s", "Slowest", "MiB", "Most"]]
    parts = []
    for family in FAMILIES:
        found = rows.get(family.package)
        if not found:
            continue
        make, _reset, memory = zip(*found.values(), strict=True)
        slowest = f"{max(make):.2f}: ``{max(found, key=lambda key: found[key][0])}``"
        most = f"{max(memory):.0f}: ``{max(found, key=lambda key: found[key][2])}``"
        summary.append(
            [
                family.title,
                str(len(found)),
                f"{statistics.median(make):.2f}",
                slowest,
                f"{statistics.median(memory):.0f}",
                most,
            ]
        )
        parts += [f".. dropdown:: {family.title}: {len(found)} ids", ""]
        lines = [["Id", "``make``, s", "``reset``, s", "MiB"]]
        lines += [
            [f"``{key}``", f"{row[0]:.3f}", f"{row[1]:.3f}", f"{row[2]:.1f}"]
            for key, row in found.items()
        ]
        text = table(family.title, (55, 15, 15, 15), lines)
        parts += [f"   {line}".rstrip() for line in text.splitlines()]
        parts += [""]
    where = one_line(results["machine"]).rstrip(".")
    text = (
        f"{results['num_envs']} environments, measured on {results['date'][:10]}: "
        f"{where}. ``import envpool`` takes {results['import']:.3f} s beyond ``import "
        "numpy``."
    )
    widths = (20, 8, 12, 26, 8, 26)
    medians = table("Medians, and the most", widths, summary)
    return "\n".join([HEADER, cell(text, ""), "", medians, *parts])

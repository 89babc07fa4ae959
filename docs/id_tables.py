# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of the speed of all ids of a family, for generate.py.

`benchmark/ids/<page>.json` is written by the family's `ids_speed`.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from pathlib import Path

from docs.rst import HEADER, cell, table
from envpool.bench.machine import one_line
from envpool.bench.report import count
from envpool.bench.systems import RELEASED
from envpool.families import FamilyRow

__all__ = ["file_of", "page"]

FOLDER = Path(__file__).absolute().parent / "benchmark/ids"
PEER = f"EnvPool {RELEASED}"


def file_of(family: FamilyRow) -> Path:
    """Returns the file with a family's rates, which need not exist."""
    return FOLDER / f"{family.page}.json"


def times(ours: float, theirs: float) -> str:
    """Returns a ratio; nothing if the other rate was not measured."""
    if not theirs:
        return ""
    ratio = ours / theirs
    digits = 1 if ratio < 10 else 0
    return f"{ratio:,.{digits}f} \N{MULTIPLICATION SIGN}"


def cells(rates: Sequence[float], versions: int) -> list[str]:
    """Returns the cells of a row.

    Args:
      rates: both versions' rates by number of envs, and perhaps the official one.
      versions: how many of them are of the versions.
    """
    found: list[str] = []
    for i in range(0, versions, 2):
        ours, theirs = rates[i : i + 2]
        found += [count(ours), count(theirs) if theirs else "", times(ours, theirs)]
    for official in rates[versions:]:
        ours = rates[versions - 2]
        found += [count(official) if official else "", times(ours, official)]
    return found


def page(family: FamilyRow) -> str:
    """Returns the machine, and a table of all ids of a family."""
    results = json.loads(file_of(family).read_text("utf-8"))
    sizes = [f"{num_envs:,} envs" for num_envs in results["num_envs"]]
    heads = ["Id"]
    for size in sizes:
        heads += [size, PEER, "Ratio"]
    if results["official"]:
        heads += ["JAX", "Ratio"]
    versions = 2 * len(sizes)
    rows = [
        [f"``{key}``", *cells(rates, versions)] for key, rates in results["ids"].items()
    ]
    ratios = [
        [rates[i] / rates[i + 1] for rates in results["ids"].values() if rates[i + 1]]
        for i in range(0, versions, 2)
    ]
    medians = [
        f"{statistics.median(found):.0f} with {size}"
        for found, size in zip(ratios, sizes, strict=True)
    ]
    text = (
        f"Measured on {results['date'][:10]}: {one_line(results['machine'])}. The "
        f"medians of the ratios to {PEER} are {' and '.join(medians)}."
    )
    widths = [24, *(len(heads) - 1) * [10]]
    return "\n".join(
        [HEADER, cell(text, ""), "", table("Steps per second", widths, [heads, *rows])]
    )

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tables of speed, made from the results of `make bench`.

`benchmark/results.json` is one run of all pools. generate.py puts its numbers and
charts into README.md and the benchmark's page.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import envpool
from docs.rst import HEADER, cell, table
from envpool.bench.plot import COLORS, bars_svg
from envpool.bench.pools import POOLS, Pool
from envpool.bench.report import count
from envpool.bench.systems import BASELINE, OURS, RELEASED
from envpool.families import FAMILIES, FamilyRow
from envpool.registration import registry

__all__ = [
    "COLUMNS",
    "Rates",
    "cells",
    "charts",
    "groups",
    "headings",
    "machine_text",
    "page",
    "rates_chart",
    "rates_of",
    "ratios_chart",
    "read",
    "readme_rows",
]

FOLDER = Path(__file__).absolute().parent / "benchmark"
LIMIT = "bare"
TIMES = "\N{MULTIPLICATION SIGN}"
# The names of a table's columns, in this order. The loop over single envs is about as
# fast as SyncVectorEnv and has no column.
COLUMNS = {
    OURS: "EnvPool 2.0",
    BASELINE: f"EnvPool {RELEASED}",
    "ale": "ale-py",
    "rollout": "Rollout",
    "mjbatch": "mjbatch",
    "pufferlib": "PufferLib in C",
    "numpy": "NumPy",
    "sync": "Gymn. sync",
    "async": "Gymn. async",
    "sb3": "SB3",
}


class Rates(NamedTuple):
    """The speed of a pool.

    Attributes:
      name: the name of the pool.
      medians: steps per second, by the system's key.
      ratio: our speed relative to the released EnvPool, the median over the rounds.
      of_limit: the same relative to the bare loop in C++.
    """

    name: str
    medians: dict[str, float]
    ratio: float | None
    of_limit: float | None

    @property
    def ours(self) -> float:
        """Steps per second."""
        return self.medians[OURS]

    @property
    def ratio_text(self) -> str:
        """The ratio with three significant digits; "" for none."""
        if self.ratio is None:
            return ""
        return f"{self.ratio:.0f}" if self.ratio >= 100 else f"{self.ratio:#.3g}"

    @property
    def old_envpool(self) -> float | None:
        """Steps per second of the released EnvPool, if it has the env."""
        return self.medians.get(BASELINE)


@functools.cache
def read() -> dict[str, Any]:
    """Returns the results, in the format of `make bench`."""
    found: dict[str, Any] = json.loads((FOLDER / "results.json").read_text("utf-8"))
    return found


def rates_of(pool: Mapping[str, Any]) -> Rates:
    """Returns the speeds of a pool."""
    played = {one["key"]: one for one in pool["systems"] if "median" in one}
    ours = played[OURS]
    return Rates(
        pool["title"],
        {key: one["median"] for key, one in played.items()},
        ours["ratio"] if pool["baseline"] == BASELINE else None,
        ours["of_limit"],
    )


def groups(results: Mapping[str, Any]) -> dict[str, list[Rates]]:
    """Returns the pools by the titles of their families.

    Args:
      results: the results of a run.
    """
    envpool.list_all_envs()  # also registers families of other wheels
    titles = {family.package: family.title for family in FAMILIES}
    found: dict[str, list[Rates]] = {title: [] for title in titles.values()}
    for pool in results["pools"]:
        task_id = pool["title"].partition(" ")[0]
        if task_id in registry.specs:  # tables of terms have the released env's id
            found[titles[registry.specs[task_id][0]]].append(rates_of(pool))
    return {title: rows for title, rows in found.items() if rows}


def headings(rows: Iterable[Rates]) -> list[str]:
    """Returns the keys of the systems of a table, in the order of its columns.

    Args:
      rows: the rows of the table.
    """
    played = {key for row in rows for key in row.medians}
    return [key for key in COLUMNS if key in played]


def cells(row: Rates, keys: Iterable[str], has_limit: bool) -> list[str]:
    """Returns a row of a table on the benchmark's page."""
    rates = [count(row.medians[key]) if key in row.medians else "" for key in keys]
    limit = f"{row.of_limit:.0%}" if row.of_limit else ""
    return [row.name, *rates, row.ratio_text, *has_limit * [limit]]


def page(family: FamilyRow) -> str:
    """Returns the table of a family's speeds, with its chart.

    Args:
      family: the family.
    """
    results = read()
    rows = groups(results)[family.title]
    keys = headings(rows)
    has_limit = any(row.of_limit for row in rows)
    names = [COLUMNS[key] for key in keys]
    heads = ["Pool", *names, "Ratio", *has_limit * ["Of the limit"]]
    content = [cells(row, keys, has_limit) for row in rows]
    widths = [30, *(len(heads) - 1) * [12]]
    image = f".. image:: /content/_generated/speed_{family.page}.svg"
    alt = f"   :alt: steps per second of {family.title}: the table below"
    title = f"{family.title}, steps per second"
    return "\n".join(
        [
            HEADER,
            image,
            alt,
            "",
            table(title, widths, [heads, *content]),
            cell(machine_text(results), "") + "\n",
        ]
    )


def millions(rate: float | None) -> str:
    """Returns a rate in millions for README.md's table."""
    return "" if rate is None else f"{rate / 1e6:#.3g}".rstrip(".")


def readme_name(pool: Pool) -> str:
    """Returns the name of a pool in README.md's table."""
    envs = "1 env" if pool.num_envs == 1 else f"{pool.num_envs:,} envs"
    calls = "`step`"
    if pool.is_async:
        calls = f"batches of {pool.batch_size:,}, `send` and `recv`"
    remark = f" ({pool.readme})" if pool.readme else ""
    return f"{pool.task_id}, {envs}, {calls}{remark}"


def readme_rows(results: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    """Returns README.md's table: a name, two rates in millions, their ratio.

    Args:
      results: the results of a run.
    """
    rates = {pool["key"]: rates_of(pool) for pool in results["pools"]}
    return [
        (
            readme_name(pool),
            millions(rates[pool.key].old_envpool),
            millions(rates[pool.key].ours),
            rates[pool.key].ratio_text,
        )
        for pool in POOLS
        if pool.readme is not None
    ]


def ratios_chart(rows: Sequence[tuple[str, str]]) -> str:
    """Returns a chart of ratios.

    Args:
      rows: names with their ratios.
    """
    bars = [(name, [float(ratio)], ratio + TIMES) for name, ratio in rows]
    title = f"Speed relative to EnvPool {RELEASED} (logarithmic)"
    return bars_svg(title, bars, {"ratio": COLORS[OURS]}, 1)


def rates_chart(rows: Sequence[Rates]) -> str:
    """Returns a chart of the rates of EnvPool and of the released EnvPool."""
    bars = [
        (
            row.name,
            [row.ours, row.old_envpool],
            row.ratio_text and row.ratio_text + TIMES,
        )
        for row in rows
    ]
    legend = {COLUMNS[key]: COLORS[key] for key in (OURS, BASELINE)}
    return bars_svg("Steps per second (logarithmic)", bars, legend)


def charts() -> dict[str, Callable[[], str]]:
    """Returns the function that draws each chart, by the files' paths under docs/."""
    rates = groups(read())
    ratios = [(name.replace("`", ""), ratio) for name, *_, ratio in readme_rows(read())]
    return {
        "speed.svg": functools.partial(ratios_chart, ratios),
        **{
            f"content/_generated/speed_{family.page}.svg": functools.partial(
                rates_chart, rates[family.title]
            )
            for family in FAMILIES
            if family.title in rates
        },
    }


def machine_text(results: Mapping[str, Any]) -> str:
    """Returns a sentence about the time and the machine of the measurement.

    Args:
      results: the results of a run.
    """
    machine, settings = results["machine"], results["settings"]
    kind = "virtual CPUs" if machine["virtual"] else "CPUs"
    return (
        f"Measured on {settings['date'][:10]} on {machine['cpus_allowed']} {kind} of "
        f"an {machine['cpu']} with nothing else running, with Python "
        f"{machine['python']} and NumPy {machine['numpy']}: medians of "
        f"{settings['rounds']} rounds of {settings['seconds']:g} s."
    )

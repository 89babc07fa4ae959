# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The results as a table, and as JSON."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import Any

from envpool.bench.rounds import PoolResult, Result
from envpool.bench.systems import SYSTEMS

__all__ = ["as_json", "table"]

_HEAD = (
    "pool",
    "system",
    "steps/s",
    "spread",
    "ratio",
    "per CPU second",
)
_OF_LIMIT = "of the limit"


def count(rate: float) -> str:
    """Returns a rate with three digits: 23.5 k, 1.04 M."""
    for factor, unit in ((1e6, " M"), (1e3, " k")):
        if rate >= factor:
            scaled = rate / factor
            digits = 2 if scaled < 10 else 1 if scaled < 100 else 0
            return f"{scaled:.{digits}f}{unit}"
    return f"{rate:.0f}"


def spread(rates: Sequence[float]) -> float:
    """Returns the spread of the rounds: (max - min) / median."""
    return (max(rates) - min(rates)) / statistics.median(rates)


def table(
    results: Iterable[PoolResult],
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Returns the columns and the rows of a table.

    Args:
      results: the results.
    """
    results = list(results)
    # Few pools have a limit; the column is omitted if none has.
    limited = any(r.of_limit for one in results for r in one.results)
    rows = []
    for one in results:
        for result in one.results:
            of_limit = "" if result.of_limit is None else f"{result.of_limit:.1%}"
            rows.append((one.pool.title, *_cells(result), *limited * (of_limit,)))
    return _HEAD + limited * (_OF_LIMIT,), rows


def line(one: PoolResult) -> str:
    """Returns a pool's results in one line."""
    rates = [
        f"{result.system.title} {result.missing or count(result.median)}"
        for result in one.results
    ]
    return f"{one.pool.title}: {', '.join(rates)}"


def frames_line(results: Iterable[PoolResult]) -> str:
    """Returns a remark about steps of several frames, or an empty text."""
    pools = [one.pool for one in results if one.pool.frames > 1]
    names = ", ".join(dict.fromkeys(pool.task_id for pool in pools))
    frames = "/".join(sorted({str(pool.frames) for pool in pools}))
    return names and f"{names}: frames/s are {frames} x steps/s."


def _cells(result: Result) -> tuple[str, ...]:
    title = result.system.title
    if result.missing:
        return f"{title}: {result.missing}", *[""] * (len(_HEAD) - 2)
    ratio = result.ratio
    by_cpu = "" if result.cpu_median is None else count(result.cpu_median)
    return (
        title,
        count(result.median),
        f"{spread(result.rates):.0%}",
        "" if ratio is None else f"{ratio:.3g}",
        by_cpu,
    )


def baselines_line(results: Iterable[PoolResult]) -> str:
    """Returns a sentence that names the baselines of the ratios."""
    used = [one.baseline for one in results if one.baseline]
    titles = [system.title for system in SYSTEMS if system.key in used]
    return f"Ratio: to {', or without it to '.join(titles)}." if titles else ""


def as_json(
    results: Iterable[PoolResult], machine: dict[str, Any], settings: dict[str, Any]
) -> dict[str, Any]:
    """Returns all results, for a JSON file."""
    return {
        "machine": machine,
        "settings": settings,
        "pools": [
            {
                "key": one.pool.key,
                "title": one.pool.title,
                "frames_per_step": one.pool.frames,
                "baseline": one.baseline,
                "systems": [_system_json(result) for result in one.results],
            }
            for one in results
        ],
    }


def _system_json(result: Result) -> dict[str, Any]:
    shown: dict[str, Any] = {"key": result.system.key, "title": result.system.title}
    if result.missing:
        return {**shown, "missing": result.missing}
    return {
        **shown,
        "version": result.version,
        "steps_per_second": [round(rate, 1) for rate in result.rates],
        "median": round(result.median, 1),
        "steps_per_cpu_second": result.cpu_median and round(result.cpu_median, 1),
        "ratio": result.ratio,
        "of_limit": result.of_limit,
    }

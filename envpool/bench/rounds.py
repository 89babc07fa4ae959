# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures systems in turns, so that disturbances affect all of them."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import os
import statistics
import time
from collections.abc import Callable, Iterable, Mapping

from envpool.bench.pools import Pool
from envpool.bench.systems import BASELINES, System, Worker, WorkerError

__all__ = ["PoolResult", "Result", "measure"]

_WARM_UP = 0.3


@dataclasses.dataclass(kw_only=True)
class Result:
    """The results of a system on a pool.

    Attributes:
      system: the system.
      version: the version of its library.
      rates: steps per second, for each round.
      cpu_rates: steps per second of CPU time of all threads and processes.
      ratio: the median ratio to the baseline over the rounds, if there is one.
      of_limit: the median ratio to the system that is the limit.
      missing: the reason why it was not measured, if any.
    """

    system: System
    version: str = ""
    rates: list[float] = dataclasses.field(default_factory=list)
    cpu_rates: list[float | None] = dataclasses.field(default_factory=list)
    ratio: float | None = None
    of_limit: float | None = None
    missing: str = ""

    @property
    def median(self) -> float:
        """The median of the rates."""
        return statistics.median(self.rates)

    @property
    def cpu_median(self) -> float | None:
        """The median by CPU time, if that is known."""
        known = [rate for rate in self.cpu_rates if rate is not None]
        return statistics.median(known) if known else None


@dataclasses.dataclass(kw_only=True)
class PoolResult:
    """The results of all systems on a pool.

    Attributes:
      pool: the pool.
      results: one for each system.
      baseline: the key of the baseline of the ratios, if there is one.
    """

    pool: Pool
    results: list[Result]
    baseline: str = ""


def measure(
    pool: Pool,
    systems: Iterable[System],
    pythons: Mapping[str, str],
    turns: tuple[int, float, float],
    progress: Callable[[str], None],
) -> PoolResult:
    """Measures a pool.

    Args:
      pool: the pool.
      systems: the systems that may play it.
      pythons: the interpreters "released" and "peers", as far as there are any.
      turns: the largest number of rounds; the duration of each system's turn; and the
        time of the monotonic clock at which the last round should end.
      progress: called with a description of each measurement.

    Returns:
      The results of all systems.
    """
    results = [Result(system=system) for system in systems if system.plays(pool)]
    rounds, seconds, end = turns

    def start(result: Result) -> Worker | None:
        try:
            worker = Worker(result.system, pool, pythons)
        except WorkerError as error:
            result.missing = str(error)
            return None
        stack.callback(worker.close)
        return worker

    with contextlib.ExitStack() as stack:
        progress(f"{pool.title}: everybody starts")
        # Some systems take long to import their packages.
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
            started = list(threads.map(start, results))
        players: list[tuple[Result, Worker]] = []
        for result, worker in zip(results, started, strict=True):
            if worker is None:
                continue
            progress(f"{pool.title}: {result.system.title} warms up")
            try:
                worker.play(_WARM_UP)
            except WorkerError as error:
                result.missing = str(error)
                continue
            result.version = worker.version
            players.append((result, worker))
        for k in range(rounds):
            if k > 0 and time.monotonic() + len(players) * seconds > end:
                break
            for result, worker in players:
                progress(f"{pool.title}: round {k + 1} of {rounds}")
                rate, cpu_rate = worker.play(seconds)
                result.rates.append(rate)
                result.cpu_rates.append(cpu_rate)
    baseline = _fill_ratios(results)
    return PoolResult(pool=pool, results=results, baseline=baseline)


def _fill_ratios(results: list[Result]) -> str:
    """Computes the ratios; returns the key of their baseline."""
    played = [result for result in results if result.rates]
    keys = [result.system.key for result in played]
    baseline = next((key for key in BASELINES if key in keys), "")
    for base in played:
        for result in played:
            pairs = zip(result.rates, base.rates, strict=True)
            ratio = statistics.median(ours / theirs for ours, theirs in pairs)
            if base.system.key == baseline:
                result.ratio = ratio
            elif base.system.is_upper_bound:
                result.of_limit = ratio
    return baseline

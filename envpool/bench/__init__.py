# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures steps per second: `python -m envpool bench`.

Every system runs in its own process, which stays alive. The systems take turns,
round by round, so that disturbances of the machine affect all of them. Results
are medians over the rounds.

    pool.py      a pool to measure
    pools.py     all pools, from the bench.py of each family
    systems.py   the systems to measure, each in its process
    worker.py    the program of such a process: plays a pool on request
    rounds.py    lets the systems take turns
    machine.py   describes the machine
    report.py    the table and the JSON file; plot.py draws the chart
    cli.py       the command line
"""

from __future__ import annotations

from typing import Any

__all__ = ["main"]


def main(*args: Any, **kwargs: Any) -> int:
    """Runs the benchmark; see cli.main."""
    from envpool.bench import cli  # it imports families, which import this package

    return cli.main(*args, **kwargs)

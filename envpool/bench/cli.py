# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The command line of the benchmark."""

from __future__ import annotations

import argparse
import datetime
import json
import pathlib
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from envpool.bench import machine, plot, report
from envpool.bench.pools import POOLS, Pool
from envpool.bench.rounds import PoolResult, measure
from envpool.bench.systems import SYSTEMS, System

__all__ = ["main"]


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    result = argparse.ArgumentParser(
        prog="python -m envpool bench",
        description="Compares steps per second with other libraries.",
    )
    result.add_argument(
        "pools", nargs="*", metavar="POOL", help="parts of the pools' names; none: all"
    )
    result.add_argument("--systems", metavar="NAME,...", help="only these systems")
    result.add_argument("--rounds", type=int, default=5, metavar="N")
    result.add_argument(
        "--seconds", type=float, default=0.5, help="of one round of one system"
    )
    result.add_argument(
        "--peers",
        metavar="PYTHON",
        help="a Python interpreter in whose environment EnvPool 1.2.5 is installed",
    )
    result.add_argument(
        "--out", metavar="FOLDER", help="where to write results.json and results.png"
    )
    result.add_argument("--list", action="store_true", help="print names, and stop")
    return result


def choose_pools(pools: Sequence[Pool], words: Sequence[str]) -> list[Pool]:
    """Returns the pools whose names have one of the words in them."""
    return [p for p in pools if not words or any(word in p.key for word in words)]


def choose_systems(
    names: str | None, systems: Sequence[System] = SYSTEMS
) -> list[System]:
    """Returns the systems that are named, or all.

    Raises:
      SystemExit: a name is not one.
    """
    if names is None:
        return list(systems)
    known = {system.key: system for system in systems}
    unknown = [name for name in names.split(",") if name not in known]
    if unknown:
        raise SystemExit(f"--systems: no {unknown[0]!r}, but {', '.join(known)}")
    return [known[name] for name in names.split(",")]


def progress_line() -> Callable[[str], None]:
    """Returns a function that shows what goes on, where somebody looks."""
    if not sys.stderr.isatty():
        return lambda text: None

    def show(text: str) -> None:
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    return show


def draw_plot(folder: pathlib.Path, peers: str | None) -> str:
    """Draws results.png; returns what is to be said about it."""
    source, picture = folder / "results.json", folder / "results.png"
    try:
        plot.draw(json.loads(source.read_text("utf-8")), str(picture))
        return str(picture)
    except ImportError:
        if peers is None:
            return "no picture: there is no matplotlib"
    command = [peers, plot.__file__, str(source), str(picture)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        return f"no picture: {done.stderr.strip().splitlines()[-1]}"
    return str(picture)


def run(
    args: argparse.Namespace, pools: Sequence[Pool], systems: Sequence[System]
) -> int:
    """Measures, and reports."""
    systems = choose_systems(args.systems, systems)
    chosen = choose_pools(pools, args.pools)
    if args.list or not chosen:
        for pool in pools:
            print(f"{pool.key:20} {pool.title}")
        for system in systems:
            print(f"{system.key:20} {system.title}")
        return 0 if args.list else 2
    where = machine.describe()
    settings = {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "rounds": args.rounds,
        "seconds": args.seconds,
    }
    show = progress_line()
    start = time.monotonic()
    results: list[PoolResult] = []
    for pool in chosen:
        results.append(
            measure(pool, systems, args.peers, args.rounds, args.seconds, show)
        )
    where["load_after"] = machine.describe()["load"]
    show("")
    print(report.table(results))
    if frames := report.frames_line(results):
        print(f"\n{frames}")
    print(f"\n{machine.one_line(where)}, after {where['load_after']}.")
    print(
        f"Medians of {args.rounds} rounds of {args.seconds:g} s, the systems taking "
        f"turns ({time.monotonic() - start:.0f} s in all). Ratio: to EnvPool 1.2.5."
    )
    if args.out:
        folder = pathlib.Path(args.out)
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(report.as_json(results, where, settings), indent=1)
        (folder / "results.json").write_text(text + "\n", encoding="utf-8")
        print(f"{folder / 'results.json'}; {draw_plot(folder, args.peers)}")
    return 0


def main(
    argv: Sequence[str] | None = None,
    pools: Sequence[Pool] = POOLS,
    systems: Sequence[System] = SYSTEMS,
) -> int:
    """Runs the benchmark and returns the exit status."""
    return run(parser().parse_args(argv), pools, systems)

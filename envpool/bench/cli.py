# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The command line of the benchmark."""

from __future__ import annotations

import argparse
import datetime
import json
import math
import pathlib
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import envpool
from envpool.bench import machine, plot, report
from envpool.bench.pools import POOLS, Pool
from envpool.bench.rounds import PoolResult, measure
from envpool.bench.systems import BASELINE, OURS, RELEASED, SYSTEMS, System
from envpool.cli.output import print_json, print_table
from envpool.cli.parser import Parser
from envpool.suites.catalogue import find_suite

__all__ = ["main"]

_SUITE_ENVS = 64


def positive_int(text: str) -> int:
    """Reads a number of rounds."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {text}")
    return value


def positive_float(text: str) -> float:
    """Reads a duration."""
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"expected seconds > 0, got {text}")
    return value


def parser(prog: str) -> argparse.ArgumentParser:
    """Returns the parser of the command line.

    Args:
      prog: the name of the program and its command.
    """
    result = Parser(
        prog=prog,
        description="Compares steps per second with other libraries.",
    )
    result.add_argument(
        "pools",
        nargs="*",
        metavar="POOL",
        help="parts of pool names, or ids of envs; all pools by default",
    )
    result.add_argument(
        "--suite",
        metavar="NAME",
        help="the tasks of a suite, 64 envs of each; by default, of EnvPool alone, and "
        "of the one of --released",
    )
    result.add_argument("--systems", metavar="NAME,...", help="only these systems")
    result.add_argument(
        "--limit",
        type=positive_float,
        default=math.inf,
        metavar="SECONDS",
        help="duration of it all: each pool has an equal share, and fewer rounds if "
        "that is short",
    )
    result.add_argument(
        "--rounds", type=positive_int, default=5, metavar="N", help="5 by default"
    )
    result.add_argument(
        "--seconds",
        type=positive_float,
        default=0.5,
        help="duration of a round of one system, 0.5 by default",
    )
    result.add_argument(
        "--released",
        metavar="PYTHON",
        help=f"a Python interpreter with EnvPool {RELEASED} installed; without it, or "
        "if it lacks an env, ratios are relative to Gymnasium's vector env",
    )
    result.add_argument(
        "--peers",
        metavar="PYTHON",
        help="a Python interpreter with the other libraries to compare with, and "
        "matplotlib; this one by default",
    )
    result.add_argument(
        "--out", metavar="FOLDER", help="where to write results.json and results.png"
    )
    result.add_argument("--list", action="store_true", help="print names, and stop")
    result.add_argument("--json", action="store_true", help="print JSON")
    return result


def choose_pools(pools: Sequence[Pool], words: Sequence[str]) -> list[Pool]:
    """Returns the pools that the words select; all pools without words.

    A word is a part of a pool's name, or the id of an env: the id selects the pools of
    that env, or a new pool if there are none.

    Raises:
      SystemExit: some words are neither.
    """
    if not words:
        return list(pools)
    chosen: set[Pool] = set()
    new: dict[str, Pool] = {}
    unknown = []
    for word in words:
        found = {pool for pool in pools if word in pool.key or word == pool.task_id}
        if not found and word in envpool.list_all_envs():
            new[word] = Pool(key=word.lower(), task_id=word, num_envs=64)
        elif not found:
            unknown.append(word)
        chosen |= found
    if unknown:
        raise SystemExit(
            f"expected parts of pool names, or ids of envs, got "
            f"{', '.join(map(repr, unknown))}; --list prints the names, "
            "`python -m envpool list` the ids"
        )
    return [pool for pool in pools if pool in chosen] + list(new.values())


def suite_pools(pools: Sequence[Pool], name: str) -> list[Pool]:
    """Returns a pool of 64 envs for each task of a suite.

    Raises:
      ConfigError: there is no such suite.
    """
    known = {
        pool.task_id: pool
        for pool in reversed(pools)
        if pool.num_envs == _SUITE_ENVS and not pool.is_async
    }
    return [
        known.get(task_id)
        or Pool(key=task_id.lower(), task_id=task_id, num_envs=_SUITE_ENVS)
        for task_id in find_suite(name, "--suite").tasks
    ]


def choose_systems(
    names: str | None, systems: Sequence[System] = SYSTEMS, default: str | None = None
) -> list[System]:
    """Returns the named systems.

    Args:
      names: their keys, joined by commas; or None.
      systems: the systems to choose from.
      default: the names if there are none; None for all.

    Raises:
      SystemExit: a name is unknown.
    """
    if names is None:
        names = default
    if names is None:
        return list(systems)
    known = {system.key: system for system in systems}
    unknown = [name for name in names.split(",") if name not in known]
    if unknown:
        raise SystemExit(
            f"--systems: expected one or more of {', '.join(known)}, "
            f"got {', '.join(map(repr, unknown))}"
        )
    return [known[name] for name in names.split(",")]


def progress_line() -> Callable[[str], None]:
    """Returns a function that shows progress on a terminal."""
    if not sys.stderr.isatty():
        return lambda text: None

    def show(text: str) -> None:
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    return show


def within(limit: float, pools: Sequence[Pool]) -> Iterator[tuple[Pool, float]]:
    """Yields pools, each with the time when it should be measured, until the limit.

    Args:
      limit: of all pools, in seconds from now on.
      pools: the pools, which have equal shares of the time that is left.
    """
    end = time.monotonic() + limit
    for k, pool in enumerate(pools):
        now = time.monotonic()
        if now >= end:
            return
        yield pool, now + (end - now) / (len(pools) - k)


def make_folder(folder: pathlib.Path) -> None:
    """Makes the folder for the results, before the measurements.

    Raises:
      SystemExit: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"--out: expected a folder: {error}") from error


def write_results(folder: pathlib.Path, measured: dict[str, Any]) -> None:
    """Replaces results.json."""
    new = folder / "results.json.new"
    new.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    new.replace(folder / "results.json")


def draw_plot(folder: pathlib.Path, peers: str | None) -> str:
    """Draws results.png; returns a message about it."""
    source, picture = folder / "results.json", folder / "results.png"
    try:
        plot.draw_pools(json.loads(source.read_text("utf-8")), str(picture))
        return str(picture)
    except ImportError:
        if not peers:
            return "no picture: there is no matplotlib"
    command = [peers, plot.__file__, str(source), str(picture)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        return f"no picture: {done.stderr.strip().splitlines()[-1]}"
    return str(picture)


def show_names(pools: Sequence[Pool], systems: Sequence[System], as_json: bool) -> None:
    """Prints the names of pools and systems."""
    keys = {
        "pools": {pool.key: pool.title for pool in pools},
        "systems": {system.key: system.title for system in systems},
    }
    if as_json:
        names = {
            kind: [{"key": key, "title": title} for key, title in titles.items()]
            for kind, titles in keys.items()
        }
        print_json(names)
        return
    rows = [
        (kind.removesuffix("s"), key, title)
        for kind, titles in keys.items()
        for key, title in titles.items()
    ]
    print_table(("kind", "name", "title"), rows)


def run(
    args: argparse.Namespace, pools: Sequence[Pool], systems: Sequence[System]
) -> int:
    """Measures the chosen pools, and reports the results."""
    default = None
    if args.suite:  # others take long to start, which each task would repeat
        default = f"{OURS},{BASELINE}" if args.released else OURS
    systems = choose_systems(args.systems, systems, default)
    chosen = suite_pools(pools, args.suite) if args.suite else []
    if args.pools or not args.suite:
        chosen += choose_pools(pools, args.pools)
    if args.list:
        show_names(chosen, systems, args.json)
        return 0
    pythons = {}
    for name in ("released", "peers"):
        if not (python := getattr(args, name)):
            continue
        if shutil.which(python) is None:
            raise SystemExit(f"--{name}: expected a Python interpreter, got {python!r}")
        pythons[name] = python
    folder = pathlib.Path(args.out) if args.out else None
    if folder:
        make_folder(folder)
    where = machine.describe()
    settings = {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "rounds": args.rounds,
        "seconds": args.seconds,
    }
    show = progress_line()
    start = time.monotonic()
    results: list[PoolResult] = []
    for pool, end in within(args.limit, chosen):
        turns = (args.rounds, args.seconds, end)
        results.append(measure(pool, systems, pythons, turns, show))
        show("")
        print(report.line(results[-1]), file=sys.stderr, flush=True)
        where["load_after"] = machine.describe()["load"]
        measured = report.as_json(results, where, settings)
        if folder:  # an interrupted call keeps the results so far
            write_results(folder, measured)
    if len(results) < len(chosen):
        left = ", ".join(pool.title for pool in chosen[len(results) :])
        print(f"--limit is too short for {left}", file=sys.stderr)
    if args.json:
        print_json(measured)
    else:
        show_results(results, where, args, time.monotonic() - start)
    if folder:
        written = f"{folder / 'results.json'}; {draw_plot(folder, args.peers)}"
        print(written, file=sys.stderr if args.json else sys.stdout)
    return 0


def show_results(
    results: Sequence[PoolResult],
    where: dict[str, Any],
    args: argparse.Namespace,
    seconds: float,
) -> None:
    """Prints results for people.

    Args:
      results: the results.
      where: the machine.
      args: the command line.
      seconds: the total time.
    """
    print_table(*report.table(results))
    if frames := report.frames_line(results):
        print(f"\n{frames}")
    print(f"\n{machine.one_line(where)}, after {where['load_after']}.")
    most = "" if math.isinf(args.limit) else "at most "
    print(
        f"Medians of {most}{args.rounds} rounds of {args.seconds:g} s, the systems "
        f"taking turns ({seconds:.0f} s in all). " + report.baselines_line(results)
    )


def main(
    argv: Sequence[str] | None = None,
    pools: Sequence[Pool] = POOLS,
    systems: Sequence[System] = SYSTEMS,
    prog: str = "python -m envpool bench",
) -> int:
    """Runs the benchmark and returns the exit status.

    Args:
      argv: the words of the command line.
      pools: the pools to choose from.
      systems: the systems to choose from.
      prog: the name of the program and its command.

    Raises:
      SystemExit: the words are wrong.
    """
    return run(parser(prog).parse_args(argv), pools, systems)

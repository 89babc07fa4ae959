# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Numbers of every night: `make bench-history`.

    bazel run //benchmark:history -- [--file FILE] [--released PYTHON] [POOL ...]

Measures a pool of each family, and appends one line of JSON to FILE, by default
build/bench/history.jsonl: the commit, the machine, the seconds of `import envpool`
beyond NumPy's, and for each pool

  steps_per_second  the median of the rounds
  ratio             that to the released EnvPool, if there is one
  make, reset       seconds, in a process that has only imported EnvPool
  mib               memory that both add to the process
  p50, p95, p99     milliseconds of a `step` (`recv` and `send` in batches)

Then it draws all lines into a picture beside FILE, a curve for each kind of processor;
`--draw` only draws. It prints the commands by which anybody can repeat the measurement.
"""

from __future__ import annotations

import argparse
import datetime
import json
import multiprocessing
import subprocess
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

import envpool
from benchmark import peers, start
from envpool.bench import machine, plot
from envpool.bench.cli import choose_pools
from envpool.bench.pools import POOLS, Pool
from envpool.bench.rounds import measure
from envpool.bench.systems import BASELINE, OURS, SYSTEMS
from envpool.registration import registry

__all__ = ["main"]

ROUNDS, SECONDS = 5, 0.5
PERCENTILES = (50, 95, 99)


def step_times(pool: Pool, results: Connection) -> None:
    """Sends the percentiles of a step, in milliseconds, over some seconds."""
    options = dict(pool.options)
    if pool.is_async:
        options["batch_size"] = pool.batch_size
    env: Any = envpool.make_gymnasium(
        pool.task_id, num_envs=pool.num_envs, seed=1, **options
    )
    actions = env.action_space.sample()
    times = []
    if pool.is_async:
        env.async_reset()
    else:
        env.reset()
    end = time.perf_counter() + 2 * SECONDS
    while (begin := time.perf_counter()) < end:
        if pool.is_async:
            ids = env.recv()[-1]["env_id"]
            env.send(actions[ids], ids)
        else:
            env.step(actions)
        times.append(time.perf_counter() - begin)
    env.close()
    results.send([float(1e3 * each) for each in np.percentile(times, PERCENTILES)])


def apart(function: Any, *args: Any) -> Any:
    """Returns what a function sends, from a process of its own."""
    processes = multiprocessing.get_context("fork")
    ours, theirs = processes.Pipe(duplex=False)
    process = processes.Process(target=function, args=(*args, theirs))
    process.start()
    theirs.close()
    try:
        return ours.recv()
    finally:
        process.join()


def numbers(pool: Pool, released: str) -> dict[str, Any]:
    """Returns the numbers of a pool."""
    make, reset, mib = apart(start.measure, pool.task_id, pool.num_envs)
    times = apart(step_times, pool)
    systems = [each for each in SYSTEMS if each.key in (OURS, BASELINE)]
    turns = (ROUNDS, SECONDS, float("inf"))
    pythons = {"released": released} if released else {}
    found = measure(pool, systems, pythons, turns, lambda text: None)
    ours = next(each for each in found.results if each.system.key == OURS)
    theirs = next(each for each in found.results if each.system.key == BASELINE)
    if ours.missing:
        raise SystemExit(f"{pool.key}: {ours.missing}")
    return {
        "steps_per_second": round(ours.median, 1),
        "ratio": round(ours.ratio, 3) if ours.ratio and theirs.rates else None,
        "make": round(make, 4),
        "reset": round(reset, 4),
        "mib": round(mib, 1),
        **{f"p{k}": round(t, 4) for k, t in zip(PERCENTILES, times, strict=True)},
    }


def first_of_each_family() -> list[Pool]:
    """Returns the first pool of each family with ids."""
    first: dict[str, Pool] = {}
    for pool in POOLS:
        if pool.task_id in registry.specs:
            first.setdefault(registry.specs[pool.task_id][0], pool)
    return list(first.values())


def commit(root: Path) -> str:
    """Returns the commit of the sources, with "+" if they have other changes."""
    line = ["git", "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"]
    done = subprocess.run(line, cwd=root, check=False, capture_output=True, text=True)
    return done.stdout.strip()


def main() -> None:
    """Appends a line, and draws all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pools", nargs="*")
    parser.add_argument("--file", type=Path)
    parser.add_argument("--released", default="")
    parser.add_argument("--draw", action="store_true")
    args = parser.parse_args()
    root = peers.workspace()
    file = args.file or root / "build/bench/history.jsonl"
    if not args.draw:
        line: dict[str, Any] = {
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "commit": commit(root),
            "version": envpool.__version__,
            "machine": machine.describe(),
            "import": round(start.importing(), 4),
            "pools": {},
        }
        words = args.pools
        pools = choose_pools(POOLS, words) if words else first_of_each_family()
        for pool in pools:
            line["pools"][pool.key] = numbers(pool, args.released)
            print(pool.key, json.dumps(line["pools"][pool.key]), flush=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
        arguments = " ".join((f"--systems {OURS},{BASELINE}", *line["pools"]))
        print(f'To repeat the rates: make bench ARGS="{arguments}"')
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    picture = file.with_suffix(".svg")
    plot.draw_history(lines, str(picture))
    print(f"drew {len(lines)} lines of {file} into {picture}")


if __name__ == "__main__":
    main()

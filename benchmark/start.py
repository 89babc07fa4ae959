# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how long all envs take to make, and their memory.

    bazel run //benchmark:start -- [--num-envs 64] [--json FILE] [id ...]

Each id is made in a process that has only imported EnvPool. The program
prints the seconds of `make` and of the first `reset`, and the memory that both add to
the process, with that of its child processes, in MiB. Memory shared with other
processes counts by its share. Last, it prints the time of `import envpool` beyond
that of NumPy. With `--json`, the results go to FILE; several runs can share the ids.
"""

from __future__ import annotations

import argparse
import compileall
import multiprocessing
import statistics
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import envpool
from envpool.bench import ids_file

__all__ = ["main"]

IMPORTS = 15


def memory() -> float:
    """Returns the memory of this process and its child processes, in MiB."""
    kib = 0
    waiting = ["self"]
    while waiting:
        process = Path("/proc", waiting.pop())
        rollup = (process / "smaps_rollup").read_text("ascii").split()
        kib += int(rollup[rollup.index("Pss:") + 1])
        for each in process.glob("task/*/children"):
            waiting += each.read_text("ascii").split()
    return kib / 1024


def measure(task_id: str, num_envs: int, results: Connection) -> None:
    """Sends the seconds of `make`, those of `reset`, and the memory."""
    before = memory()
    start = time.perf_counter()
    pool: Any = envpool.make_gymnasium(task_id, num_envs=num_envs)
    made = time.perf_counter()
    pool.reset()
    ready = time.perf_counter()
    results.send((made - start, ready - made, memory() - before))
    pool.close()


def importing() -> float:
    """Returns the seconds of `import envpool` beyond those of `import numpy`."""

    def seconds(package: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", f"import {package}"], check=True)
        return time.perf_counter() - start

    rounds = [(seconds("numpy"), seconds("envpool")) for _ in range(IMPORTS)]
    return statistics.median(envpool - numpy for numpy, envpool in rounds)


def main() -> None:
    """Prints a line for each id."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    # An installed package has its bytecode.
    compileall.compile_dir(Path(envpool.__file__).parent, quiet=1)
    found = {}
    processes = multiprocessing.get_context("fork")
    print(f"{'':44} {'make':>7} {'reset':>7} {'MiB':>7}")
    for task_id in args.ids or envpool.list_all_envs():
        ours, theirs = processes.Pipe(duplex=False)
        process = processes.Process(
            target=measure, args=(task_id, args.num_envs, theirs)
        )
        process.start()
        theirs.close()
        try:
            row = ours.recv()
        except EOFError:
            sys.exit(f"{task_id}: the process ended with {process.exitcode}")
        process.join()
        found[task_id] = row
        print(f"{task_id:44} {row[0]:7.3f} {row[1]:7.3f} {row[2]:7.1f}", flush=True)
    beyond = importing()
    print(f"import envpool, beyond NumPy: {beyond:.3f} s")
    if args.json:
        facts = {"import": round(beyond, 4), "num_envs": args.num_envs}
        ids_file.add(args.json, facts, found)


if __name__ == "__main__":
    main()

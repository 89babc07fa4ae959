# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of all ids of a family with another EnvPool's.

    bazel run //envpool/FAMILY:ids_speed -- --peer PYTHON \\
      [--num-envs 64 1024] [--rounds 2] [--seconds 0.25] [--json FILE] [id ...]

PYTHON is an interpreter with the other EnvPool. The versions take turns, each time in
a process of its own, with `env_type="gymnasium"` and the default number of threads.
Steps have random actions, legal ones if there is a mask; drawing them is not counted.
It prints the median steps of all envs per second, for each number of envs: this
version's, the other's, and their ratio.

With `--official PYTHON PROGRAM`, a program of the family measures the official package
in its own interpreter, with the most envs: `PROGRAM ENVS SECONDS id ...` prints steps
per second as JSON by id. With `--json`, the rates go to FILE, such as
docs/benchmark/ids/board.json, from which docs/id_tables.py makes a table; several runs
can share the ids.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from envpool.bench import ids_file
from envpool.bench.report import count
from envpool.registration import registry

__all__ = ["main"]

# Runs in each version's interpreter.
_PROGRAM = Path(__file__).absolute().parent / "random_steps.py"


def measure(command: Sequence[str], path: str) -> dict[str, float]:
    """Returns steps per second, by id, as a command's last line has them.

    Args:
      command: an interpreter and its arguments.
      path: its PYTHONPATH.
    """
    output = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
        cwd="/",
    ).stdout
    rates: dict[str, float] = json.loads(output.splitlines()[-1])
    return rates


def columns(args: argparse.Namespace, tasks: Sequence[str]) -> list[dict[str, float]]:
    """Returns the medians of all systems, by id.

    First are both versions by number of envs, then the official package, if it is
    measured.

    Args:
      args: the arguments of the command line.
      tasks: the ids.
    """
    path = os.pathsep.join(sys.path)
    systems: list[tuple[list[str], str]] = []
    for num_envs in args.num_envs:
        size = [str(num_envs), str(args.seconds)]
        systems += [([sys.executable, "-P", str(_PROGRAM), *size], path)]
        systems += [([args.peer, "-P", str(_PROGRAM), *size], "")]
    if args.official:
        python, program = args.official
        size = [str(max(args.num_envs)), str(args.seconds)]
        systems += [([python, os.path.abspath(program), *size], "")]
    found: list[list[dict[str, float]]] = [[] for _ in systems]
    for _ in range(args.rounds):
        for rounds, (command, python_path) in zip(found, systems, strict=True):
            rounds.append(measure([*command, *tasks], python_path))
    return [
        {
            task: statistics.median(one.get(task, 0.0) for one in rounds)
            for task in tasks
        }
        for rounds in found
    ]


def main(package: str, args: Sequence[str] | None = None) -> None:
    """Measures, and prints the table.

    Args:
      package: the family's package.
      args: the program's arguments.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", help="such as Chess-v1; all by default")
    parser.add_argument("--peer", required=True)
    parser.add_argument("--official", nargs=2, metavar=("PYTHON", "PROGRAM"))
    parser.add_argument("--num-envs", type=int, nargs="+", default=[64, 1024])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.25)
    parser.add_argument("--json", type=Path)
    parsed = parser.parse_args(args)
    importlib.import_module(f"{package}.registration")  # registers the ids
    all_tasks = [t for t, spec in registry.specs.items() if spec[0] == package]
    tasks = parsed.tasks or [task for task in all_tasks if "/" not in task]
    found = columns(parsed, tasks)
    for task in tasks:
        rates = [column[task] for column in found]
        ratios = [
            f"{a / b:6.1f}" for a, b in zip(rates[::2], rates[1::2], strict=False)
        ]
        cells = [f"{count(rate):>8}" for rate in rates]
        print(f"{task:32}{' '.join(cells)}  ratios {' '.join(ratios)}")
    if parsed.json is not None:
        facts = {"num_envs": parsed.num_envs, "official": bool(parsed.official)}
        rows = {task: [column[task] for column in found] for task in tasks}
        ids_file.add(parsed.json, facts, rows)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of our build of ViZDoom's engine with that of the official one.

    bazel run //envpool/vizdoom:engines_speed -- [--peers PYTHON] [--rounds 5] [id ...]

The systems take turns, in processes of their own: pools with our engine, with the
official one and, with `--peers`, pools of that interpreter's EnvPool. The pools have 64
envs and take random combined actions. The table has steps per second, and microseconds
of processor time per step, of the pool and its engines together: medians of the rounds,
and the ratios to ours. D1Basic-v1 needs the maps of the package envpool-assets.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import envpool

__all__ = ["main"]

TASKS = ("Basic-v1", "DeadlyCorridor-v1", "D1Basic-v1", "HealthGathering-v1")

# Runs in each system's interpreter. It reads lines, an id or a number of seconds, and
# answers with steps per second and microseconds of processor time per step.
_SERVER = """
import glob, sys, time

engine = sys.argv[1]

def seconds():
    pids = ["self"]
    for path in glob.glob("/proc/self/task/*/children"):
        pids += open(path).read().split()
    total = 0
    for pid in pids:
        fields = open("/proc/%s/stat" % pid).read().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / 100

def pool(task_id):
    import envpool, numpy
    options = {"vzd_path": engine} if engine else {}
    env = envpool.make_gym(
        task_id, num_envs=64, seed=1, use_combined_action=True, **options
    )
    env.reset()
    draw = numpy.random.default_rng(1)
    size = env.action_space.n
    def step():
        env.step(draw.integers(0, size, 64).astype(numpy.int32))
    return env, step

env = None
for line in sys.stdin:
    word = line.strip()
    if word.replace(".", "").isdigit():
        begin, used, steps = time.perf_counter(), seconds(), 0
        while time.perf_counter() - begin < float(word):
            step()
            steps += 64
        used = seconds() - used
        print(steps / (time.perf_counter() - begin), used * 1e6 / steps, flush=True)
    else:
        if env is not None:
            env.close()
        env, step = pool(word)
        for _ in range(10):
            step()
        print(0, 0, flush=True)
"""


class System:
    """A system in a process of its own."""

    def __init__(self, python: str, path: str, engine: str) -> None:
        self._process = subprocess.Popen(
            [python, "-c", _SERVER, engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
            cwd="/",
        )

    def ask(self, line: str) -> tuple[float, float]:
        """Sends a line and returns the answer's two numbers."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(line, file=self._process.stdin, flush=True)
        speed, used = self._process.stdout.readline().split()
        return float(speed), float(used)

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def place_engine(engine: str, folder: str) -> str:
    """Copies our engine beside the official one's data; returns its path."""
    import vizdoom

    placed = shutil.copy(engine, os.path.join(folder, "vizdoom"))
    for name in ("vizdoom.pk3", "bots.cfg"):
        data = Path(str(vizdoom.__file__)).with_name(name)
        os.symlink(data, os.path.join(folder, name))
    return placed


def measure(systems: dict[str, System], task_id: str, rounds: int) -> None:
    """Prints the rows of an id."""
    for system in systems.values():
        system.ask(task_id)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in systems}
    for _ in range(rounds):
        for name, system in systems.items():
            found[name].append(system.ask("1.0"))
    first = None
    for name, pairs in found.items():
        speed, used = (statistics.median(each) for each in zip(*pairs, strict=True))
        first = first or (speed, used)
        ratios = f"{first[0] / speed:7.2f}x{used / first[1]:7.2f}x"
        print(f"{task_id:20}{name:10}{speed:9.0f}{used:9.1f}{ratios}", flush=True)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", help="such as Basic-v1")
    parser.add_argument("--engine", required=True, help="our engine's path")
    parser.add_argument("--peers", help="an interpreter with another EnvPool")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    path = os.pathsep.join(sys.path)
    with tempfile.TemporaryDirectory() as folder:
        engine = place_engine(os.path.abspath(args.engine), folder)
        systems = {
            "ours": System(sys.executable, path, engine),
            "official": System(sys.executable, path, ""),
        }
        if args.peers:
            systems["peer"] = System(args.peers, "", "")
        print(f"{'':30}{'steps/s':>9}{'CPU us':>9}{'wall':>8}{'CPU':>8}")
        known = envpool.list_all_envs()
        for task_id in args.tasks or TASKS:
            if task_id in known:
                measure(systems, task_id, args.rounds)
            else:
                print(f"{task_id:20}unknown, or its maps are not installed", flush=True)
        for system in systems.values():
            system.close()


if __name__ == "__main__":
    main()

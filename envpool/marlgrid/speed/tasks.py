# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of MarlGrid's tasks with another EnvPool's.

    bazel run //envpool/marlgrid:tasks_speed -- --peer PYTHON \\
      [--num-envs 64 1024] [--rounds 3] [--seconds 0.5]

PYTHON is an interpreter with the other EnvPool. The versions take turns, each time in
a process of its own, with `env_type="gymnasium"` and the default number of threads.
Agents act at random; drawing actions is not counted. It prints the medians as rows of
the table on the page: for each number of envs, the steps of all envs per second of both
versions, and their ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys

from envpool.bench.report import count
from envpool.marlgrid.registration import family as family  # registers the ids
from envpool.registration import registry

__all__ = ["main"]

# Runs in each version's interpreter, and prints steps per second by id.
_PROGRAM = """
import json, sys, time
import envpool, numpy as np

num_envs, seconds = int(sys.argv[1]), float(sys.argv[2])
rates, rng = {}, np.random.default_rng(0)
for task in sys.argv[3:]:
    agents = envpool.make_spec(task).config.n_agents
    env = envpool.make(task, env_type="gymnasium", num_envs=num_envs, seed=1)
    env.reset()
    owners = np.repeat(np.arange(num_envs, dtype=np.int32), agents)
    env_id = np.arange(num_envs, dtype=np.int32)
    spent, steps = 0.0, -3
    while spent < seconds:
        drawn = rng.integers(0, 7, len(owners), np.int32)
        action = {"players.action": drawn, "players.env_id": owners, "env_id": env_id}
        start = time.perf_counter()
        env.step(action)
        steps += 1
        if steps > 0:  # the first calls touch new memory
            spent += time.perf_counter() - start
    rates[task] = num_envs * steps / spent
    env.close()
print(json.dumps(rates))
"""


def measure(
    python: str, path: str, num_envs: int, seconds: float, tasks: list[str]
) -> dict[str, float]:
    """Returns steps per second, by id.

    Args:
      python: the interpreter.
      path: its PYTHONPATH.
      num_envs: the number of envs.
      seconds: how long to measure each id.
      tasks: the ids.
    """
    output = subprocess.run(
        [python, "-c", _PROGRAM, str(num_envs), str(seconds), *tasks],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
        cwd="/",
    ).stdout
    rates: dict[str, float] = json.loads(output.splitlines()[-1])
    return rates


def main() -> None:
    """Prints the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--num-envs", type=int, nargs="+", default=[64, 1024])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5)
    args = parser.parse_args()
    tasks = [t for t, spec in registry.specs.items() if spec[0] == "envpool.marlgrid"]
    versions = {sys.executable: os.pathsep.join(sys.path), args.peer: ""}
    columns: list[dict[str, float]] = []
    for num_envs in args.num_envs:
        found: dict[str, list[dict[str, float]]] = {python: [] for python in versions}
        for _ in range(args.rounds):
            for python, path in versions.items():
                rates = measure(python, path, num_envs, args.seconds, tasks)
                found[python].append(rates)
        columns += [
            {task: statistics.median(one[task] for one in rounds) for task in tasks}
            for rounds in found.values()
        ]
    for task in tasks:
        print(f"   * - ``{task}``")
        for ours, theirs in zip(columns[::2], columns[1::2], strict=True):
            ratio = f"{ours[task] / theirs[task]:.0f} \N{MULTIPLICATION SIGN}"
            for cell in (count(ours[task]), count(theirs[task]), ratio):
                print(f"     - {cell}")


if __name__ == "__main__":
    main()

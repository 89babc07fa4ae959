# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Construction time and memory of Atari pools, compared with EnvPool 1.2.5.

    bazel run //benchmark:atari
    bazel run //benchmark:atari -- --games=Pong-v5,Qbert-v5 --rounds=3

Each measurement runs this file in a new process, which needs only an envpool. The two
libraries take turns; medians are reported. Memory per env is computed from the
difference between a large and a small pool, which excludes the process's base memory.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

GAMES = ("Pong-v5", "MontezumaRevenge-v5")
NUM_ENVS = 64
FEW, MANY = 16, 144
MAX_MAKE_SECONDS = 0.3
MAX_MEMORY_RATIO = 0.5


def making(task_id: str, num_envs: int) -> dict[str, Any]:
    """Measures the time until a pool exists, and until its first batch."""
    import envpool

    start, cpu = time.perf_counter(), time.process_time()
    env: Any = envpool.make(task_id, env_type="gym", num_envs=num_envs)
    made, cpu = time.perf_counter(), time.process_time() - cpu
    env.reset()
    reset = time.perf_counter()
    return {
        "version": envpool.__version__,
        "make": made - start,
        "make_cpu": cpu,
        "reset": reset - made,
    }


def resident(task_id: str, num_envs: int) -> dict[str, Any]:
    """Measures the memory, in KiB, of a process that has stepped a pool for a while."""
    import numpy as np

    import envpool

    env: Any = envpool.make(task_id, env_type="gym", num_envs=num_envs)
    env.reset()
    rng = np.random.default_rng(0)
    for _ in range(50):
        actions = rng.integers(0, env.action_space.n, num_envs).astype(np.int32)
        _result = env.step(actions)
    pages = int(pathlib.Path("/proc/self/statm").read_text("ascii").split()[1])
    return {"kib": pages * os.sysconf("SC_PAGE_SIZE") / 1024}


QUESTIONS: dict[str, Callable[[str, int], dict[str, Any]]] = {
    "making": making,
    "resident": resident,
}


def ask(question: str, task_id: str, num_envs: int, python: str = "") -> dict[str, Any]:
    """Makes a measurement in a new process.

    Args:
      question: the name of the function that measures.
      task_id: the game.
      num_envs: the number of envs.
      python: an interpreter with EnvPool 1.2.5; by default this interpreter.

    Returns:
      The result of the function.
    """
    environment = {**os.environ}
    environment.pop("PYTHONPATH", None)
    if not python:
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    command = [python or sys.executable, __file__, "--answer"]
    done = subprocess.run(
        [*command, json.dumps([question, task_id, num_envs])],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def memory_per_env(task_id: str, python: str = "") -> float:
    """Returns the memory of one more env, in KiB."""
    few, many = (ask("resident", task_id, n, python)["kib"] for n in (FEW, MANY))
    return float(many - few) / (MANY - FEW)


def measure(task_id: str, rounds: int, peer: str) -> dict[str, dict[str, float]]:
    """Returns a game's medians of this EnvPool and, if available, of EnvPool 1.2.5."""
    pythons = {"EnvPool": "", **({"EnvPool 1.2.5": peer} if peer else {})}
    found: dict[str, dict[str, list[float]]] = {
        title: {name: [] for name in ("make", "make_cpu", "reset", "kib")}
        for title in pythons
    }
    for _ in range(rounds):
        for title, python in pythons.items():
            made = ask("making", task_id, NUM_ENVS, python)
            if python and made["version"] != "1.2.5":
                raise SystemExit(f"{python} has EnvPool {made['version']}")
            for name in ("make", "make_cpu", "reset"):
                found[title][name].append(made[name])
            found[title]["kib"].append(memory_per_env(task_id, python))
    return {
        title: {name: statistics.median(values) for name, values in of.items()}
        for title, of in found.items()
    }


def row(task_id: str, medians: dict[str, dict[str, float]]) -> tuple[str, bool]:
    """Returns lines about a game, and whether our promises are kept."""
    lines: list[str] = []
    good = True
    for title, of in medians.items():
        name = "" if lines else task_id
        line = f"{name:20} {title:14} {of['make']:7.3f}"
        line += f" {of['make_cpu']:7.3f} {of['reset']:7.3f} {of['kib']:9.0f}"
        base = medians.get("EnvPool 1.2.5")
        if title == "EnvPool":
            kept = of["make"] <= MAX_MAKE_SECONDS
            if base:
                ratio = of["kib"] / base["kib"]
                kept = kept and ratio <= MAX_MEMORY_RATIO
                line += f" {ratio:6.2f}"
            line += "  yes" if kept else "  NO"
            good = kept
        lines.append(line)
    return "\n".join(lines), good


def report(games: Sequence[str], rounds: int, peer: str, out: str) -> bool:
    """Measures the games, prints the results, returns whether all promises are kept."""
    print(
        f"Seconds to make {NUM_ENVS} envs (at most {MAX_MAKE_SECONDS}) and to reset "
        f"them; KiB per env (at most {MAX_MEMORY_RATIO:.0%} of EnvPool 1.2.5's); "
        f"medians of {rounds}; load {os.getloadavg()[0]:.1f}\n"
    )
    head = f"{'':20} {'':14} {'make':>7} {'by CPU':>7} {'reset':>7}"
    print(f"{head} {'KiB/env':>9} {'ratio':>6}  kept")
    results, good = {}, True
    for task_id in games:
        results[task_id] = measure(task_id, rounds, peer)
        lines, kept = row(task_id, results[task_id])
        good = good and kept
        print(lines, flush=True)
    if out:
        path = pathlib.Path(out)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
        print(f"\n{path}")
    return good


def main(argv: Sequence[str] | None = None) -> int:
    """Makes one measurement (in a child process), or all of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    parser.add_argument("--games", default=",".join(GAMES), metavar="ID,...")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument(
        "--peers", metavar="PYTHON", help="that has EnvPool 1.2.5; empty: without"
    )
    parser.add_argument("--out", metavar="FILE", help="where to write atari.json")
    args = parser.parse_args(argv)
    if args.answer is not None:
        question, task_id, num_envs = json.loads(args.answer)
        print(json.dumps(QUESTIONS[question](task_id, num_envs)))
        return 0
    from benchmark import peers

    root = peers.workspace()
    peer = peers.make_peers(root) if args.peers is None else args.peers
    out = str(root / "build/bench/atari.json") if args.out is None else args.out
    return 0 if report(args.games.split(","), args.rounds, peer, out) else 1


if __name__ == "__main__":
    # Python puts this file's folder first; its files must not be imported as modules.
    del sys.path[0]
    sys.exit(main())

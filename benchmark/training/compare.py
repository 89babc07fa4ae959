# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures training time: `make training`, `make training ARGS="cartpole pong"`.

The same PPO learns each task until a mean return is reached, several times with
different seeds, from the envs of each system. The systems take turns. Results go to
build/training: results.json, to which each run is added, and a plot of the learning
curves for each task.
"""

from __future__ import annotations

import argparse
import datetime
import functools
import hashlib
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmark import peers
from benchmark.training.tasks import TASKS, Task
from envpool.bench import machine, plot

__all__ = ["main"]

FOLDER = pathlib.Path(__file__).parent
EXAMPLES = FOLDER.parent.parent / "examples"
SYSTEMS = ("envpool", "gymnasium-async", "envpool-1.2.5")
# The folder of Debian's PyTorch.
_DEBIAN = "/usr/lib/python3/dist-packages"
# Each linear algebra library has its own variable. PyTorch's setting does not reach
# all libraries; the others would use all CPUs.
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class RunError(Exception):
    """A system could not learn a task; the text says why."""


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    result = argparse.ArgumentParser(
        prog="make training", description="Compares how long training takes."
    )
    keys = [task.key for task in TASKS]
    result.add_argument(
        "tasks", nargs="*", metavar="TASK", help=f"of {', '.join(keys)}; all by default"
    )
    result.add_argument("--systems", default=",".join(SYSTEMS), metavar="NAME,...")
    result.add_argument("--seeds", type=int, default=3, help="how many; 3 by default")
    result.add_argument("--steps", type=int, help="the most of a run")
    result.add_argument(
        "--minutes", type=float, default=60.0, help="the most of a run; 60 by default"
    )
    result.add_argument(
        "--threads", type=int, default=1, help="of PyTorch and its BLAS; 1 by default"
    )
    result.add_argument("--peers", metavar="PYTHON", help="has EnvPool 1.2.5")
    result.add_argument(
        "--torch", default=_DEBIAN, metavar="FOLDER", help="the packages with PyTorch"
    )
    result.add_argument("--out", metavar="FOLDER", help="build/training by default")
    result.add_argument(
        "--resume", action="store_true", help="keep the runs that results.json has"
    )
    return result


def choose(kind: str, words: Sequence[str], known: Sequence[str]) -> list[str]:
    """Returns the words, or all known words if there are none.

    Raises:
      SystemExit: a word is not known.
    """
    if unknown := [word for word in words if word not in known]:
        raise SystemExit(
            f"training: {kind}: expected some of {', '.join(known)}, got "
            f"{', '.join(unknown)}"
        )
    return list(words) or list(known)


def run(task: Task, system: str, seed: int, args: argparse.Namespace) -> dict[str, Any]:
    """Runs run.py and returns its answer.

    Raises:
      RunError: the run failed.
    """
    request = {
        "task": task.task_id,
        "system": system,
        "seed": seed,
        "algorithm": task.algorithm,
        "envs": task.envs,
        "goal": task.goal,
        "steps": args.steps or task.steps,
        "seconds": 60 * args.minutes,
        "threads": args.threads,
        "options": dict(task.options),
        "paths": [str(EXAMPLES), args.torch],
    }
    environment = {**os.environ, **dict.fromkeys(_THREADS, str(args.threads))}
    if system == "envpool-1.2.5":
        python = args.peers
        environment.pop("PYTHONPATH", None)
        if python is None:
            raise RunError("needs --peers")
    else:
        # The import path of this process; under Bazel it is specific to the target.
        python = sys.executable
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [python, FOLDER / "run.py", json.dumps(request)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        errors = [line for line in lines if ": " in line]  # notes may follow the error
        raise RunError((errors or lines or ["no output"])[-1])
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def busy_seconds() -> float:
    """Returns the total busy time of all CPUs, in seconds."""
    fields = pathlib.Path("/proc/stat").read_text("ascii").splitlines()[0].split()
    user, nice, system, _idle, _wait, irq, softirq, steal = map(int, fields[1:9])
    ticks = user + nice + system + irq + softirq + steal
    return ticks / os.sysconf("SC_CLK_TCK")


class OtherCpuLoad:
    """Measures the CPU use of everything but this process's children."""

    def __init__(self) -> None:
        self.before = time.monotonic(), self._seconds()

    @staticmethod
    def _seconds() -> float:
        ours = resource.getrusage(resource.RUSAGE_CHILDREN)
        return busy_seconds() - ours.ru_utime - ours.ru_stime

    def cpus(self) -> float:
        """Returns the average number of CPUs used by others since construction.

        The children must have ended; running children count as others.
        """
        start, seconds = self.before
        elapsed = time.monotonic() - start
        return round(max(0.0, self._seconds() - seconds) / elapsed, 2)


def settings(task: Task, args: argparse.Namespace) -> dict[str, Any]:
    """Returns the settings that comparable runs of a task must share."""
    about = machine.describe()
    del about["load"]  # measured by `OtherCpuLoad`
    return {
        "task": task.task_id,
        "goal": task.goal,
        "steps": args.steps or task.steps,
        "minutes": args.minutes,
        "threads": args.threads,
        "options": dict(task.options),
        "program": program(),
        "machine": about,
    }


def program() -> str:
    """Returns a digest of the learning code: the examples and run.py."""
    names = "ppo", "ppo_atari", "ppo_mujoco", "ppo_runs"
    files = [*(EXAMPLES / f"{name}.py" for name in names), FOLDER / "run.py"]
    return hashlib.sha256(b"".join(map(pathlib.Path.read_bytes, files))).hexdigest()


def check_resumed(
    task: Task, args: argparse.Namespace, before: Mapping[str, Any]
) -> None:
    """Checks that new runs can be added to the earlier runs of a task.

    Raises:
      SystemExit: the earlier runs had other settings.
    """
    common = settings(task, args)
    other = [name for name in common if before.get(name) != common[name]]
    if before.get("runs") and other:
        raise SystemExit(
            f"training: --resume: {task.key}: expected the same {', '.join(other)} as "
            "in the earlier runs; without --resume, they are replaced"
        )


def learn(
    task: Task,
    systems: Sequence[str],
    args: argparse.Namespace,
    before: Mapping[str, Any],
    save: Callable[[dict[str, Any]], None],
) -> dict[str, Any]:
    """Makes the missing runs of a task; returns its results.

    Args:
      task: the task.
      systems: the systems that learn it.
      args: the arguments of the command line.
      before: earlier results of the task; their runs are kept; may be empty.
      save: called with the results after each run.
    """
    runs: dict[str, list[dict[str, Any]]] = dict(before.get("runs", {}))
    found = {**settings(task, args), "runs": runs, "missing": {}}
    for seed in range(1, args.seeds + 1):
        for system in systems:
            done = [each["seed"] for each in runs.get(system, [])]
            if system in found["missing"] or seed in done:
                continue
            about, others = {"seed": seed, "date": now()}, OtherCpuLoad()
            try:
                answer = run(task, system, seed, args)
            except RunError as error:
                found["missing"][system] = str(error)
                continue
            about["cpus_of_others"] = others.cpus()
            runs.setdefault(system, []).append({**about, **answer})
            save(found)
            print(describe(task, system, runs[system][-1:]), flush=True)
    return found


def now() -> str:
    """Returns the time, in UTC."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def describe(task: Task, system: str, runs: Sequence[dict[str, Any]]) -> str:
    """Returns a line about some runs of a system."""
    times = [each["reached"] for each in runs if each["reached"] is not None]
    text = f"{task.task_id:16} {system:16} "
    if len(times) == len(runs):
        text += f"{statistics.median(times):8.1f} s to {task.goal:g}"
        text += f" ({min(times):.1f} to {max(times):.1f})" if len(times) > 1 else ""
        cpu = statistics.median(each["cpu_seconds"] for each in runs)
        text += f", {cpu:.1f} s of CPU time"
    else:
        best = max((row[2] for each in runs for row in each["curve"]), default=0.0)
        text += f"{task.goal:g} not reached in {len(runs) - len(times)} of {len(runs)}"
        text += f" runs, at best {best:.1f}"
    steps = sum(each["steps"] for each in runs)
    seconds = sum(each["seconds"] for each in runs)
    envs = sum(each["env_seconds"] for each in runs) / seconds
    return f"{text}; {steps / seconds:,.0f} steps/s, {envs:.0%} of the time in envs"


def draw(folder: pathlib.Path, python: str | None) -> str:
    """Plots the curves; returns a message about the plots."""
    script, source = plot.__file__, folder / "results.json"
    message = "there is no matplotlib"
    for each in filter(None, [sys.executable, python]):
        done = subprocess.run(
            [each, script, source, folder], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return done.stdout.strip()
        message = (done.stderr.strip().splitlines() or [message])[-1]
    return f"no pictures: {message}"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the benchmark and returns the exit status."""
    args = parser().parse_args(argv)
    keys = choose("TASK", args.tasks, [task.key for task in TASKS])
    systems = choose("--systems", args.systems.split(","), SYSTEMS)
    folder = pathlib.Path(args.out or peers.workspace() / "build/training")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "results.json"
    results = json.loads(path.read_text("utf-8")) if path.exists() else {}

    def save(task: Task, found: dict[str, Any]) -> None:
        results[task.key] = found
        part = path.with_name(f"{path.name}.part")
        part.write_text(json.dumps(results) + "\n", encoding="utf-8")
        part.replace(path)  # atomic, so that there is always a complete file

    tasks = [task for task in TASKS if task.key in keys]
    before = dict(results) if args.resume else {}
    for task in tasks:
        check_resumed(task, args, before.get(task.key, {}))
    for task in tasks:
        kept = before.get(task.key, {})
        found = learn(task, systems, args, kept, functools.partial(save, task))
        save(task, found)
        for system, runs in found["runs"].items():
            print(describe(task, system, runs))
        for system, reason in found["missing"].items():
            print(f"{task.task_id:16} {system:16} {reason}")
    print(machine.one_line(machine.describe()))
    print(f"{path}; {draw(folder, args.peers)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

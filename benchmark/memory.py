# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the memory of pools: `bazel run //benchmark:memory`.

Each measurement runs this file in a new process. malloc_counter.cc counts allocations,
once with Python's default allocator (small objects come from its own arenas) and once
with PYTHONMALLOC=malloc, which also counts every Python object.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import pathlib
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

COUNTER = pathlib.Path(__file__).with_name("libmalloc_counter.so")
NUM_ENVS = 65536
MAX_POOL_MIB = 60.0
MAX_MALLOCS = 16.0
MAX_GROWTH_MIB = 1.0
MUJOCO_TASKS = ("Ant-v5", "Humanoid-v5")
FEW, MANY = 16, 272
MAX_OF_SIMULATION = 1.1
MAX_MAKE_SECONDS = 0.15


def rss_mib() -> float:
    """Returns the resident memory of this process."""
    pages = int(pathlib.Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _draw(space: Any, count: int, rows: int, rng: Any) -> list[Any]:
    """Returns `count` batches of random actions."""
    import numpy as np

    if hasattr(space, "spaces"):
        parts = {k: _draw(v, count, rows, rng) for k, v in space.spaces.items()}
        return [{k: part[i] for k, part in parts.items()} for i in range(count)]
    shape = (count, rows, *space.shape)
    if hasattr(space, "n"):  # Discrete or MultiBinary
        end = 2 if space.shape else space.n
        return list(rng.integers(0, end, shape).astype(np.int32))
    low, high = np.maximum(space.low, -1), np.minimum(space.high, 1)
    return list(rng.uniform(low, high, shape).astype(np.float32))


def player(
    task_id: str, env_type: str, num_envs: int, batch_size: int = 0
) -> Callable[[int], None]:
    """Makes a pool; returns a function that steps it for a number of batches."""
    import numpy as np

    import envpool

    env: Any = envpool.make(
        task_id, env_type, num_envs=num_envs, batch_size=batch_size, seed=0
    )
    space: Any = envpool.make_spec(task_id).action_space
    rng = np.random.default_rng(0)
    rows = batch_size or num_envs
    actions = _draw(space, 16, rows, rng)

    def step(batches: int) -> None:
        for k in range(batches):
            _result = env.step(actions[k & 15])

    def send_and_recv(batches: int) -> None:
        for k in range(batches):
            result = env.recv()
            info = result.observation if env_type == "dm" else result[-1]
            ids = info.env_id if env_type == "dm" else info["env_id"]
            env.send(actions[k & 15], ids)

    if batch_size:
        env.async_reset()
        return send_and_recv
    env.reset()
    return step


def pool_size(task_id: str, num_envs: int) -> dict[str, float]:
    """Measures the memory that a pool adds to a process that has used a small pool."""
    player(task_id, "gym", 64)(100)
    before = rss_mib()
    play = player(task_id, "gym", num_envs)
    play(20)
    after = rss_mib()
    return {"process": after, "pool": after - before}


def growth(task_id: str, num_envs: int, steps: int) -> dict[str, float]:
    """Steps a pool for long; compares the memory in the last and the second tenth."""
    play = player(task_id, "gym", num_envs)
    samples = []
    for _ in range(100):
        play(steps // num_envs // 100)
        samples.append(rss_mib())
    return {"first": max(samples[10:20]), "last": max(samples[90:])}


def resident(task_id: str, num_envs: int) -> float:
    """Measures the memory, in KiB, of a process that has stepped a pool for a while."""
    play = player(task_id, "gym", num_envs)
    play(50)
    return 1024 * rss_mib()


def resident_loop(task_id: str, num_robots: int) -> float:
    """Measures the same with only MuJoCo's own data for each robot."""
    from benchmark import loops

    robots = loops.bare({"task_id": task_id, "num_envs": num_robots})
    robots.play(robots.batches[:8])
    robots.play(robots.batches[:8])
    return 1024 * rss_mib()


def per_env(question: str, task_id: str) -> float:
    """Returns the memory of one more env, in KiB, by one of the measurements above."""
    few, many = (float(ask(question, task_id, n)) for n in (FEW, MANY))
    return (many - few) / (MANY - FEW)


def making(task_id: str, num_envs: int) -> dict[str, float]:
    """Measures the time of `make`, with Gym already imported, and of a second call."""
    import envpool

    envpool.make("CartPole-v1", "gym")
    found = {}
    for name in ("first", "again"):
        start, cpu = time.perf_counter(), time.process_time()
        _pool = envpool.make(task_id, "gym", num_envs=num_envs)
        found[name] = time.perf_counter() - start
        found[f"{name}_cpu"] = time.process_time() - cpu
    return found


def mallocs(tasks: Sequence[Sequence[Any]], batches: int) -> list[float]:
    """Counts allocations per batch, for each `(task_id, env_type, num, batch)`."""
    count = ctypes.CDLL(None).envpool_mallocs
    count.restype = ctypes.c_long
    result = []
    for task in tasks:
        play = player(*task)
        play(200)
        start = count()
        play(batches)
        result.append((count() - start) / batches)
    return result


QUESTIONS: dict[str, Callable[..., Any]] = {
    "pool_size": pool_size,
    "growth": growth,
    "resident": resident,
    "resident_loop": resident_loop,
    "making": making,
    "mallocs": mallocs,
}


def ask(
    question: str, *arguments: Any, environment: dict[str, str] | None = None
) -> Any:
    """Makes a measurement in a new process."""
    done = subprocess.run(
        [sys.executable, __file__, "--answer", json.dumps([question, *arguments])],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            **(environment or {}),
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def count_mallocs(
    tasks: Sequence[Sequence[Any]], batches: int, with_python: bool
) -> list[float]:
    """Returns the allocations per batch of each task, counted in a new process."""
    environment = {"LD_PRELOAD": str(COUNTER.absolute())}
    if with_python:
        environment["PYTHONMALLOC"] = "malloc"
    found: list[float] = ask("mallocs", tasks, batches, environment=environment)
    return found


def report() -> bool:
    """Makes all measurements; returns whether all results are as required."""
    good = True

    def show(text: str, value: float, limit: float, unit: str) -> None:
        nonlocal good
        good = good and value <= limit
        verdict = "yes" if value <= limit else "NO"
        print(f"{text:58} {value:8.2f} {unit:8} at most {limit:g}: {verdict}")

    size = ask("pool_size", "CartPole-v1", NUM_ENVS)
    show(f"{NUM_ENVS:,} CartPoles", size["pool"], MAX_POOL_MIB, "MiB")
    print(f"{'  the whole process, with Python':58} {size['process']:8.2f} MiB")
    tasks = [
        ("CartPole-v1", "gym", 1),
        ("CartPole-v1", "gym", 1024),
        ("CartPole-v1", "gymnasium", 1024),
        ("CartPole-v1", "dm", 1024),
        ("CartPole-v1", "gym", 1024, 256),
        ("Taxi-v3", "gym", 1024),
        *[(task_id, "gym", 64) for task_id in MUJOCO_TASKS],
    ]
    for with_python in (False, True):
        counts = count_mallocs(tasks, 2000, with_python)
        for task, value in zip(tasks, counts, strict=True):
            text = "mallocs per batch" + (
                ", with all of Python: " if with_python else ": "
            )
            show(text + " ".join(map(str, task)), value, MAX_MALLOCS, "")
    grown = ask("growth", "CartPole-v1", 1024, 10**8)
    show(
        "growth over 10^8 CartPole steps",
        grown["last"] - grown["first"],
        MAX_GROWTH_MIB,
        "MiB",
    )
    for task_id in MUJOCO_TASKS:
        ours, least = per_env("resident", task_id), per_env("resident_loop", task_id)
        text = f"{task_id}: {ours:.0f} KiB an env, of MuJoCo's {least:.0f}"
        show(text, ours / least, MAX_OF_SIMULATION, "x")
        made = ask("making", task_id, 64)
        show(f"make 64 {task_id}", made["first"], MAX_MAKE_SECONDS, "s")
        print(f"{'  by CPU time':58} {made['first_cpu']:8.2f} s")
        print(f"{'  the second time in a process':58} {made['again']:8.3f} s")
    return good


def main() -> int:
    """Makes one measurement (in a child process), or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.answer is None:
        return 0 if report() else 1
    question, *arguments = json.loads(args.answer)
    print(json.dumps(QUESTIONS[question](*arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

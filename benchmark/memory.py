# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures memory and construction of pools: `bazel run //benchmark:memory`.

Each measurement runs this file in a new process, which may also be one that has only
the released EnvPool. malloc_counter.cc counts allocations, once with Python's default
allocator (small objects come from its own arenas) and once with PYTHONMALLOC=malloc,
which also counts every Python object. The limits for families' envs are the COSTS in
their bench.py.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from envpool.bench.pool import Cost

COUNTER = pathlib.Path(__file__).with_name("libmalloc_counter.so")
NUM_ENVS = 65536
MAX_POOL_MIB = 60.0
MAX_MALLOCS = 16.0
MAX_GROWTH_MIB = 1.0
FEW, MANY = 16, 272
ROUNDS = 3


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
    if hasattr(space, "n"):  # Discrete has a shape of (), MultiBinary does not
        end = 2 if space.shape else space.n
        return list(rng.integers(0, end, shape).astype(np.int32))
    if np.issubdtype(space.dtype, np.integer):
        ends = space.high.astype(np.int64) + 1
        return list(rng.integers(space.low, ends, shape).astype(space.dtype))
    low, high = np.maximum(space.low, -1), np.minimum(space.high, 1)
    return list(rng.uniform(low, high, shape).astype(np.float32))


def player(
    task_id: str, env_type: str, num_envs: int, batch_size: int = 0
) -> Callable[[int], None]:
    """Makes a pool; returns a function that steps it for a number of batches."""
    import envpool

    env: Any = envpool.make(
        task_id, env_type, num_envs=num_envs, batch_size=batch_size, seed=0
    )
    return player_of(env, task_id, env_type, batch_size)


def player_of(
    env: Any, task_id: str, env_type: str, batch_size: int = 0
) -> Callable[[int], None]:
    """Resets a pool; returns a function that steps it for a number of batches.

    Args:
      env: the pool.
      task_id: of its envs.
      env_type: of the pool.
      batch_size: of an asynchronous pool; 0 for a synchronous one.
    """
    import numpy as np

    import envpool

    spec: Any = envpool.make_spec(task_id)
    rng = np.random.default_rng(0)
    rows = (batch_size or len(env)) * spec.config.max_num_players
    actions = _draw(spec.action_space, 16, rows, rng)

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


def resident_loop(task_id: str, num_envs: int) -> float:
    """Measures the same for the bare C++ loop over such envs."""
    from benchmark import loops

    envs = loops.bare({"task_id": task_id, "num_envs": num_envs})
    envs.play(envs.batches[:8])
    envs.play(envs.batches[:8])
    return 1024 * rss_mib()


def per_env(question: str, task_id: str, python: str = sys.executable) -> float:
    """Returns the memory of one more env, in KiB, by one of the measurements above."""
    few, many = (float(ask(question, task_id, n, python=python)) for n in (FEW, MANY))
    return (many - few) / (MANY - FEW)


def making(task_id: str, num_envs: int) -> dict[str, float]:
    """Times `make`, with Gym already imported, a second call, and the first `reset`."""
    import envpool

    envpool.make("CartPole-v1", "gym")
    found = {}
    for name in ("first", "again"):
        start, cpu = time.perf_counter(), time.process_time()
        pool: Any = envpool.make(task_id, "gym", num_envs=num_envs)
        found[name] = time.perf_counter() - start
        found[f"{name}_cpu"] = time.process_time() - cpu
    start = time.perf_counter()
    pool.reset()
    found["reset"] = time.perf_counter() - start
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


def version() -> str:
    """Returns EnvPool's."""
    import envpool

    return envpool.__version__


QUESTIONS: dict[str, Callable[..., Any]] = {
    "version": version,
    "pool_size": pool_size,
    "growth": growth,
    "resident": resident,
    "resident_loop": resident_loop,
    "making": making,
    "mallocs": mallocs,
}


def ask(
    question: str,
    *arguments: Any,
    python: str = sys.executable,
    environment: dict[str, str] | None = None,
    program: str = __file__,
) -> Any:
    """Makes a measurement in a new process.

    Args:
      question: a key of QUESTIONS, or what `program` has instead.
      *arguments: the arguments of that function.
      python: the interpreter; any other than this one has its own EnvPool.
      environment: additional environment variables.
      program: is run with `--answer` and the question and arguments in JSON, and
        prints its answer in JSON last.
    """
    is_own = python == sys.executable
    done = subprocess.run(
        [python, program, "--answer", json.dumps([question, *arguments])],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)) if is_own else "",
            **(environment or {}),
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def count_mallocs(
    tasks: Sequence[Sequence[Any]], batches: int, with_python: bool
) -> list[float]:
    """Returns the allocations per batch of each task, counted in a new process."""
    environment = {"LD_PRELOAD": str(COUNTER.absolute())}
    if with_python:
        environment["PYTHONMALLOC"] = "malloc"
    found: list[float] = ask("mallocs", tasks, batches, environment=environment)
    return found


def costs() -> list[Cost]:
    """Returns the limits for the envs of all families."""
    from envpool.families import modules

    return [cost for each in modules("bench") for cost in getattr(each, "COSTS", ())]


class Report:
    """Prints results.

    Attributes:
      good: whether all results are within their limits.
    """

    def __init__(self) -> None:
        self.good = True

    def show(self, text: str, value: float, limit: float = 0, unit: str = "") -> None:
        """Prints a line, with a verdict if there is a limit."""
        verdict = ""
        if limit:
            self.good = self.good and value <= limit
            verdict = f"at most {limit:g}: {'yes' if value <= limit else 'NO'}"
        print(f"{text:58} {value:8.2f} {unit:8} {verdict}".rstrip(), flush=True)


def report_all(report: Report) -> None:
    """Measures quantities that belong to no single family, and all allocations."""
    size = ask("pool_size", "CartPole-v1", NUM_ENVS)
    report.show(f"{NUM_ENVS:,} CartPoles", size["pool"], MAX_POOL_MIB, "MiB")
    report.show("  the whole process, with Python", size["process"], unit="MiB")
    tasks = [
        ("CartPole-v1", "gym", 1),
        ("CartPole-v1", "gym", 1024),
        ("CartPole-v1", "gymnasium", 1024),
        ("CartPole-v1", "dm", 1024),
        ("CartPole-v1", "gym", 1024, 256),
        ("Taxi-v3", "gym", 1024),
        *[(cost.task_id, "gym", 64) for cost in costs()],
    ]
    for with_python in (False, True):
        counts = count_mallocs(tasks, 2000, with_python)
        for task, value in zip(tasks, counts, strict=True):
            text = "mallocs per batch" + (
                ", with all of Python: " if with_python else ": "
            )
            report.show(text + " ".join(map(str, task)), value, MAX_MALLOCS)
    grown = ask("growth", "CartPole-v1", 1024, 10**8)
    text = "growth over 10^8 CartPole steps"
    report.show(text, grown["last"] - grown["first"], MAX_GROWTH_MIB, "MiB")


def report_cost(report: Report, cost: Cost, peer: str) -> None:
    """Measures the memory and construction of a task's envs.

    Args:
      report: the report to print to.
      cost: the limits.
      peer: the interpreter with the released EnvPool; empty to leave that out.
    """
    from envpool.bench.systems import RELEASED

    name = cost.task_id
    released = f"EnvPool {RELEASED}"
    sides: dict[str, tuple[str, str]] = {"EnvPool": ("resident", sys.executable)}
    if cost.of_loop:
        sides["the bare loop"] = ("resident_loop", sys.executable)
    if peer:
        sides[released] = ("resident", peer)
    sizes: dict[str, list[float]] = {side: [] for side in sides}
    for _ in range(ROUNDS):
        for side, (question, python) in sides.items():
            sizes[side].append(per_env(question, name, python))
    ours, *others = map(statistics.median, sizes.values())
    report.show(f"{name}, an env", ours, unit="KiB")
    limits = {"the bare loop": cost.of_loop, released: cost.of_released}
    for side, size in zip(list(sides)[1:], others, strict=True):
        report.show(f"  of {size:.0f} KiB in {side}", ours / size, limits[side], "x")
    for side, python in {"EnvPool": sys.executable, released: peer}.items():
        if python:
            rounds = [ask("making", name, 64, python=python) for _ in range(ROUNDS)]
            made = {key: statistics.median(r[key] for r in rounds) for key in rounds[0]}
            limit = cost.make_seconds if side == "EnvPool" else 0
            report.show(f"make 64 {name}, {side}", made["first"], limit, "s")
            for key in list(made)[1:]:
                report.show(f"  {key.replace('_', ', by ')}", made[key], unit="s")


def main() -> int:
    """Makes one measurement (in a child process), or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    parser.add_argument(
        "--released",
        metavar="PYTHON",
        help="Python with the released EnvPool; empty: none",
    )
    parser.add_argument("tasks", nargs="*", metavar="ID", help="only these tasks")
    args = parser.parse_args()
    if args.answer is not None:
        question, *arguments = json.loads(args.answer)
        print(json.dumps(QUESTIONS[question](*arguments)))
        return 0
    from benchmark import peers
    from envpool.bench.systems import RELEASED

    released = args.released
    if released is None:
        released = peers.make_released(peers.workspace())
    if released and (found := ask("version", python=released)) != RELEASED:
        raise SystemExit(f"{released} has EnvPool {found}")
    report = Report()
    if not args.tasks:
        report_all(report)
    for cost in costs():
        if not args.tasks or cost.task_id in args.tasks:
            report_cost(report, cost, released)
    return 0 if report.good else 1


if __name__ == "__main__":
    # Python puts this file's folder first, but its files are not top-level modules.
    del sys.path[0]
    sys.exit(main())

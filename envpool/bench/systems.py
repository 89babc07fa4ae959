# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The systems to measure, and the processes that run them."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from envpool.bench.pool import Pool, System
from envpool.families import modules

__all__ = [
    "BASELINE",
    "BASELINES",
    "OURS",
    "RELEASED",
    "SYSTEMS",
    "System",
    "Worker",
    "WorkerError",
]

WORKER = pathlib.Path(__file__).with_name("worker.py")
OURS = "envpool"
# The released EnvPool that this one is compared with.
RELEASED = "1.2.7"
BASELINE = f"envpool-{RELEASED}"
# The maximum number of envs of systems with one process per env.
_MAX_PROCESSES = 64


class WorkerError(Exception):
    """A system cannot be measured here; the text says why."""


def _in_python(pool: Pool) -> bool:
    return pool.python_peers and not pool.is_async


def _in_processes(pool: Pool) -> bool:
    return _in_python(pool) and pool.num_envs <= _MAX_PROCESSES


SYSTEMS: tuple[System, ...] = (
    System(key=OURS, title="EnvPool", player="envpool", plays=lambda pool: True),
    System(
        key=BASELINE,
        title=f"EnvPool {RELEASED}",
        player="envpool",
        python="released",
        plays=lambda pool: True,
        is_baseline=True,
    ),
    System(
        key="loop",
        title="for-loop over gymnasium.make",
        player="loop",
        # A slow env is covered by the vector env below.
        plays=lambda pool: _in_python(pool) and pool.frames == 1,
    ),
    System(
        key="sync",
        title="gymnasium SyncVectorEnv",
        player="gymnasium_sync",
        plays=lambda pool: pool.python_peers,  # steps all envs of an async pool
        is_baseline=True,
    ),
    System(
        key="async",
        title="gymnasium AsyncVectorEnv",
        player="gymnasium_async",
        plays=_in_processes,
    ),
    *(
        system
        for module in modules("bench")
        for system in getattr(module, "SYSTEMS", ())
    ),
    System(
        key="sb3",
        title="Stable-Baselines3 SubprocVecEnv",
        player="sb3",
        python="peers",
        plays=lambda pool: _in_processes(pool) and not pool.gymnasium.needs_own_python,
    ),
)
# The baseline of ratios: the first of these that was measured.
BASELINES = tuple(system.key for system in SYSTEMS if system.is_baseline)


def _id_for(system: System, pool: Pool) -> str:
    """Returns a system's name for the env of a pool."""
    if system.key == OURS:
        return pool.task_id
    released = pool.peer_id or pool.task_id
    return released if system.key == BASELINE else pool.gymnasium.task_id or released


class Worker:
    """A process that plays one pool by one system.

    Args:
      system: the system.
      pool: the pool.
      pythons: the interpreters "released" and "peers", as far as there are any.

    Raises:
      WorkerError: the system cannot play the pool.
    """

    def __init__(self, system: System, pool: Pool, pythons: Mapping[str, str]) -> None:
        self.system = system
        environment = dict(os.environ)
        python = pythons.get(system.python)
        if python is not None:
            environment.pop("PYTHONPATH", None)
        elif system.python == "released":
            raise WorkerError("needs --released")
        else:
            python = sys.executable
            # The import path of this process; Bazel makes it for this process only.
            environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        self._process = subprocess.Popen(
            [python, str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            text=True,
        )
        question = {
            "player": system.player,
            "task_id": _id_for(system, pool),
            "num_envs": pool.num_envs,
            "batch_size": pool.batch_size,
            "options": dict(pool.options),
            "imports": pool.imports if system.key == OURS else (),
            "gymnasium": dataclasses.asdict(pool.gymnasium),
        }
        try:
            self.version = str(self._ask(question)["version"])
        except BaseException:
            self.close()
            raise
        if system.key == BASELINE and self.version != RELEASED:
            self.close()
            raise WorkerError(f"{python} has EnvPool {self.version}")

    def play(self, seconds: float) -> tuple[float, float | None]:
        """Plays for about this many seconds.

        Returns:
          The steps per second, and per second of CPU time of all processes that
          play, if it is known.
        """
        answer = self._ask({"seconds": seconds})
        steps, cpu = float(answer["steps"]), answer["cpu_seconds"]
        by_cpu = None if cpu is None else steps / max(cpu, 1e-9)
        return steps / answer["seconds"], by_cpu

    def close(self) -> None:
        """Ends the process."""
        if self._process.stdin:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        pipes = self._process.stdin, self._process.stdout
        assert pipes[0] is not None
        assert pipes[1] is not None
        try:
            print(json.dumps(question), file=pipes[0], flush=True)
            line = pipes[1].readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise WorkerError(f"its process died with status {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorkerError(str(answer["error"]))
        return answer

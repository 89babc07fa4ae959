# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""How far the tasks are from the official ones: what the tests find, as tables.

A family's table is its `parity.csv`. A test fails where a task is farther from
its official env than the table says; `bazel run //envpool/mujoco:write_parity`
writes the tables anew. The documentation shows them.
"""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import NamedTuple

__all__ = ["Parity", "check", "read", "write"]

_HEADER = ("task", "steps", "episodes", "observations", "rewards")


class Parity(NamedTuple):
    """What a comparison found.

    Attributes:
      task_id: the task.
      steps: of all envs together.
      episodes: that ended.
      obs: the largest difference between observations, relative to values
        greater than 1.
      reward: the largest difference between rewards, likewise; the pool has
        them as float32.
    """

    task_id: str
    steps: int
    episodes: int
    obs: float
    reward: float


def _bound(difference: float) -> str:
    """Returns 0, or the next power of ten."""
    if difference == 0:
        return "0"
    return f"1e{math.ceil(math.log10(difference)):+03d}"


def read(path: Path) -> dict[str, Parity]:
    """Returns a table, by task.

    Args:
      path: the table's file.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {
        name: Parity(name, int(steps), int(episodes), float(obs), float(reward))
        for name, steps, episodes, obs, reward in rows
    }


def write(path: Path, rows: list[Parity]) -> None:
    """Writes a table.

    Args:
      path: the table's file.
      rows: what was found.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_HEADER)
        for row in rows:
            bounds = (_bound(row.obs), _bound(row.reward))
            writer.writerow((row.task_id, row.steps, row.episodes, *bounds))


def check(path: Path, found: Parity) -> None:
    """Asserts that what was found is what a table says.

    Args:
      path: the table's file.
      found: what was found.
    """
    row = read(path)[found.task_id]
    assert (found.steps, found.episodes) == (row.steps, row.episodes)
    assert found.obs <= row.obs
    assert found.reward <= row.reward

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The distance of a family's tasks from the official ones: its `parity.csv`.

The family's `oracle.py` lists the comparisons, as pairs of an adapter and a case:

    PARITY = [(Official(), Case("CartPole-v1", 1000, episodes=3)), ...]

`bazel run //envpool/testing:write_parity -- NAME...` makes the comparisons and writes
the tables of the named families (names as in the manifest), by default of all. For a
family with a table, `envpool_family` makes `<name>_parity_test`, which fails if a task
is farther from the official one than the table says, and `bazel run
//docs:generate` writes `_generated/<page>_parity.rst` for the family's page.

If a case would take minutes, its `part` limits the steps that the test plays.
`make parity` plays all steps.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

__all__ = ["ParityResult", "check", "read", "write"]

_HEADER = ("task", "steps", "episodes", "observations", "rewards")


class ParityResult(NamedTuple):
    """The result of a comparison.

    Attributes:
      steps: the number of steps of all envs together.
      episodes: the number of episodes that ended.
      obs: the largest difference between observations, relative for numbers
        greater than 1.
      reward: the largest difference between rewards, also relative; the pool's rewards
        are float32.
    """

    steps: int
    episodes: int
    obs: float
    reward: float


def _bound(difference: float) -> str:
    """Returns 0, or the difference rounded up to a power of ten."""
    if difference == 0:
        return "0"
    return f"1e{math.ceil(math.log10(difference)):+03d}"


def read(path: Path) -> dict[str, ParityResult]:
    """Returns a table, by the names of cases.

    Args:
      path: the table's file.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {
        name: ParityResult(int(steps), int(episodes), float(obs), float(reward))
        for name, steps, episodes, obs, reward in rows
    }


def write(path: Path, table: Mapping[str, ParityResult]) -> None:
    """Writes a table, with differences rounded up to powers of ten.

    Args:
      path: the table's file.
      table: the results of comparisons, by the names of cases.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_HEADER)
        for name, found in table.items():
            bounds = (_bound(found.obs), _bound(found.reward))
            writer.writerow((name, found.steps, found.episodes, *bounds))


def check(path: Path, name: str, found: ParityResult, *, is_whole: bool = True) -> None:
    """Asserts that the result of a comparison agrees with a table.

    Args:
      path: the table's file.
      name: the name of the case.
      found: the result; its differences may be smaller than the table's.
      is_whole: whether all steps were played, or only a part.
    """
    table = read(path)
    assert name in table, f"{path.name} has no {name}: write it anew"
    row = table[name]
    if is_whole:
        assert (found.steps, found.episodes) == (row.steps, row.episodes), name
    assert found.steps <= row.steps, name
    assert found.episodes <= row.episodes, name
    assert found.obs <= row.obs, name
    assert found.reward <= row.reward, name

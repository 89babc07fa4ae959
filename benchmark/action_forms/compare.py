# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of actions by form: bazel run //benchmark/action_forms:compare.

It steps 64 envs that do nothing, on one CPU. The plain form is a vector of integers, a
choice for each env. The forms take turns. It prints the medians of a step's time, and
their ratio to the plain form. Results of envs with two players have more rows, so their
form is compared with that of two-player envs that take one action each.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

import benchmark.action_forms.registration  # noqa: F401
import envpool

NUM_ENVS = 64
STEPS = 200


class Case:
    """A pool, and an action of a form.

    Args:
      name: the name of the form.
      task: the id of the env.
      action: the action of all envs.
      than: the form to compare with.
      **config: of the pool.
    """

    def __init__(
        self, name: str, task: str, action: Any, than: str, **config: Any
    ) -> None:
        self.name, self.than, self._action = name, than, action
        config = {"num_envs": NUM_ENVS, **config}
        self._env = envpool.make_gym(task, num_threads=1, **config)
        self._env.reset()

    def micros(self) -> float:
        """Returns the time of a step in microseconds."""
        step, action = self._env.step, self._action
        start = time.process_time()
        for _ in range(STEPS):
            step(action)
        return (time.process_time() - start) / STEPS * 1e6


def cases() -> list[Case]:
    """Returns all forms."""
    ones = np.ones(NUM_ENVS, np.int32)
    fours = np.ones((NUM_ENVS, 4), np.int64)
    pair = {"move": ones, "force": ones.astype(np.float32)}
    team = {"players.action": np.ones(2 * NUM_ENVS, np.int32)}
    found = [
        ("plain", "OneForm-v1", ones),
        ("int64", "OneForm-v1", ones.astype(np.int64)),
        ("uint8", "OneForm-v1", ones.astype(np.uint8)),
        ("not contiguous", "OneForm-v1", np.repeat(ones, 2)[::2]),
        ("swapped", "OneForm-v1", ones.astype(">i4")),
        ("list", "OneForm-v1", [1] * NUM_ENVS),
        ("MultiDiscrete", "SeveralForm-v1", fours),
        ("part of MultiDiscrete", "SeveralForm-v1", np.tile(fours, 2)[:, :4]),
        ("two keys", "PairForm-v1", pair),
    ]
    return [
        *(Case(name, task, action, "plain") for name, task, action in found),
        Case(
            "of two players", "TableForm-v1", ones, "of two players", max_num_players=2
        ),
        Case("of each", "TeamForm-v1", team, "of two players", max_num_players=2),
    ]


def main(argv: Sequence[str] | None = None) -> None:
    """Prints a table.

    Args:
      argv: arguments of the command line, by default those of this process.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=101)
    args = parser.parse_args(argv)
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    found = cases()
    times: dict[str, list[float]] = {case.name: [] for case in found}
    for number in range(args.rounds + 1):
        for case in found:
            micros = case.micros()
            if number:  # the first round touches the memory pages
                times[case.name].append(micros)
    medians = {name: statistics.median(each) for name, each in times.items()}
    for case in found:
        ratio = medians[case.name] / medians[case.than]
        print(f"{case.name:24}{medians[case.name]:8.2f} us a step  {ratio:.2f}")


if __name__ == "__main__":
    main()

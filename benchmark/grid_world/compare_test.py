# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The loops and pools of the grid world all run."""

import os

from benchmark.grid_world import compare


def test_all_systems_are_measured(capsys):
    cpus = os.sched_getaffinity(0)
    try:
        compare.main(["--rounds=1", "--seconds=0.001"])
    finally:
        os.sched_setaffinity(0, cpus)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["GridWorld-v1"] * 3 + [
        "GridLanes-v1"
    ] * 3

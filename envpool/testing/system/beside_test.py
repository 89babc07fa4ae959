# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Our envs and the official package's in one process, loaded in either order.

Both may bring libraries with the same names, such as MuJoCo's, ALE's or OpenCV's.
"""

import dataclasses
import importlib
import sys
from pathlib import Path

import pytest

import envpool
from envpool.families import FAMILIES
from envpool.testing import parity
from envpool.testing.oracle import measure
from envpool.testing.process import child

STEPS = 50


def plays_beside_official_envs(package, first):
    """One side makes an env before the other's library is loaded; then both play."""
    (family,) = [row for row in FAMILIES if row.package == package]
    table = Path(envpool.__file__).parent / family.name / "parity.csv"
    task_id = next(iter(parity.read(table))).partition("(")[0]
    if first == "ours":
        envpool.make(task_id, env_type="gymnasium").reset()
    adapter, case = importlib.import_module(f"{package}.oracle").PARITY[0]
    assert case.task_id == task_id
    native = family.native_module.rpartition("/")[2].partition(".")[0]
    assert any(name.endswith(native) for name in sys.modules) == (first == "ours")
    if first == "theirs":
        for i in range(adapter.num_envs):
            adapter.make(case, adapter.seed + i).reset()
    short = dataclasses.replace(case, steps=STEPS, episodes=0, max_steps=0, part=0)
    parity.check(table, str(case), measure(adapter, short), is_whole=False)


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_beside_official_envs(package, first):
    ignore = ("-W", "ignore")  # the official packages' warnings
    args = (package, first)
    child.run(plays_beside_official_envs, *args, options=ignore, timeout=120)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks against dm_control's suite: the same seed is the same episode."""

from pathlib import Path

import pytest

from envpool.mujoco.dmc.oracle import ENVS, TASKS, parity
from envpool.mujoco.parity import check

TABLE = Path(__file__).with_name("parity.csv")

# Domains some of whose numbers NumPy computes with functions of its own, of which
# the last bit may differ: log1p, arcsinh, tanh. None is of their states.
SCALED = ("finger", "hopper", "manipulator", "quadruped", "stacker")


@pytest.mark.parametrize(("domain", "task"), TASKS)
def test_parity(domain, task):
    found = parity(domain, task)
    assert found.episodes >= 3 * ENVS
    assert found.obs <= (1e-15 if domain in SCALED else 0)
    check(TABLE, found)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The MuJoCo tasks against Gymnasium: the same seed is the same episode."""

from pathlib import Path

import numpy as np
import pytest

from envpool.mujoco.gym.oracle import ENVS, IDS, compare, parity
from envpool.mujoco.parity import check

TABLE = Path(__file__).with_name("parity.csv")

# Gymnasium's, of the versions that are not the newest.
pytestmark = pytest.mark.filterwarnings("ignore:.*out of date")


@pytest.mark.parametrize("task_id", IDS)
def test_parity(task_id):
    found = parity(task_id)
    assert found.episodes >= 3 * ENVS
    assert found.obs == 0
    check(TABLE, found)


@pytest.mark.parametrize("task_id", IDS)
def test_actions_of_float32(task_id):
    # NumPy has the official costs of controls in float32 then.
    assert compare(task_id, 100, dtype=np.float32).obs == 0

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The package's tables behave as `signatures.txt` says."""

from envpool.mujoco.tasks.signatures import FILE, text
from envpool.testing.golden.texts import compare


def test_the_tables_behave_as_before():
    compare(FILE, text())

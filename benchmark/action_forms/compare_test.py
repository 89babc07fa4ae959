# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""All forms of actions are read."""

import os

from benchmark.action_forms import compare


def test_all_forms_are_measured(capsys):
    cpus = os.sched_getaffinity(0)
    try:
        compare.main(["--rounds=1"])
    finally:
        os.sched_setaffinity(0, cpus)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(compare.cases())

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Makefile of custom_env builds a program that runs without Python."""

import pathlib
import shutil
import sys

import pytest
from packages import run_program

EXAMPLE = pathlib.Path(__file__).parent / "custom_env"


@pytest.mark.parametrize("target", ["run", "asan"])
def test_make(tmp_path, target):
    source = tmp_path / "custom_env"
    shutil.copytree(EXAMPLE, source)
    make = ["make", target, f"PYTHON={sys.executable}"]
    assert "done 1;" in run_program(make, source, CXXFLAGS="-Werror")
    if target == "run":
        out = run_program(["build/debug", "play"], source, text="1 7 1\n")
        assert "action: expected values in [0, 1], got 7" in out
        assert out.count("elapsed_step ") == 3
    assert "main.cc" not in run_program([*make, "-n"], source)
    (source / "src/custom_env/corridor.h").touch()
    assert "-c++-header" not in (again := run_program([*make, "-n"], source))
    assert "main.cc" in again

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`python -m envpool check --checked` on the package of `new-env`, with mistakes."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

EXAMPLE = pathlib.Path(__file__).parent / "custom_env"
LINE = 'state["obs"_][0] = static_cast<float>(place_) / last_;'
# A wrong index in Corridor-v0 and a crash in CorridorLong-v0.
MISTAKES = """
    if (last_ == 9) {
      state["obs"_][place_ < last_ ? 0 : 1] = 0.5F;
    } else if (state["elapsed_step"_] == 3) {
      *static_cast<volatile int*>(nullptr) = 1;
    }"""


@pytest.fixture
def source(tmp_path):
    """Returns a copy of the example's folder."""
    copy = tmp_path / "custom_env"
    shutil.copytree(EXAMPLE, copy)
    return copy


def check(folder, *words):
    """Returns the exit status and the output of `envpool check --checked`."""
    paths = filter(None, sys.path)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "envpool", "check", "--checked", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_a_right_env_passes(source):
    status, out = check(source, "Corridor-v0", "-k", "quick or gymnasium or states")
    assert status == 0, out
    assert "quick\tCorridor-v0\tpassed" in out
    names = {path.relative_to(source) for path in source.rglob("*")}
    assert names == {path.relative_to(EXAMPLE) for path in EXAMPLE.rglob("*")}


@pytest.fixture
def wrong_source(source):
    """Returns a copy with mistakes."""
    header = source / "src/custom_env/corridor.h"
    code = header.read_text("utf-8")
    assert code.count(LINE) == 1
    header.write_text(code.replace(LINE, LINE + MISTAKES), "utf-8")
    return source


def test_a_wrong_index_is_named(wrong_source):
    status, out = check(wrong_source, "Corridor-v0", "-k", "quick")
    assert status == 1, out
    assert (
        'custom_env::CorridorEnv: state["obs"_]: expected an index below 1 on axis 0, '
        "got 1; its shape is (1)"
    ) in out


def test_a_crash_names_its_env_and_line(wrong_source):
    words = ["CorridorLong-v0", wrong_source.name, "-k", "quick"]
    status, out = check(wrong_source.parent, *words)
    assert status == 1, out
    assert "Segmentation fault in custom_env::CorridorEnv, env " in out
    assert ", in Step. Backtrace:\n" in out
    if shutil.which("addr2line"):
        assert "custom_env::CorridorEnv::Write(float)" in out
        assert "src/custom_env/corridor.h:" in out
    assert "SIGSEGV has ended the checks" in out


SETUP = """
from setuptools import Extension, setup
setup(name="plain", ext_modules=[Extension("plain_module", ["plain.c"])])
"""


def test_a_build_that_ignores_the_variable(tmp_path):
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "plain.c").write_text("int PyInit_plain_module;")
    status, out = check(tmp_path, "CartPole-v1")
    assert status != 0
    assert "the build of . ignores ENVPOOL_CHECKED" in out


def test_a_folder_without_a_package(tmp_path):
    status, out = check(tmp_path, "CartPole-v1")
    assert status != 0
    assert "--checked: expected the folder of a package with a setup.py" in out
    assert "got CartPole-v1" in out

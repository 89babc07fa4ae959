# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tests the tutorial's game for two players: docs/content/two_players.rst."""

import pathlib
import shutil

import pytest
from packages import install, run

from envpool.templates import write_project

FILES = pathlib.Path(__file__).parent / "connect4"
CHANGED = {
    "connect4.h": "src/connect4",
    "registration.py": "src/connect4",
    "connect4_test.py": "tests",
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Returns the folder with the installed package; its tests are beside it."""
    folder = tmp_path_factory.mktemp("source")
    write_project("connect4", "Connect4", folder)
    for name, where in CHANGED.items():
        assert (folder / "connect4" / where / name).is_file()
        shutil.copy(FILES / name, folder / "connect4" / where)
    target = tmp_path_factory.mktemp("target")
    install(folder / "connect4", target)
    return target


def test_its_tests_pass(installed):
    options = ["-q", "-p", "no:cacheprovider", "-W", "error"]
    test = FILES / "connect4_test.py"
    assert "2 passed" in run(["-m", "pytest", *options, test], installed, installed)


def test_the_kit_finds_nothing(installed):
    out = run(["-m", "envpool", "check", "Connect4-v0"], installed, installed)
    assert "failed" not in out


def test_the_match(installed):
    out = run([FILES / "play.py"], installed, installed)
    page = FILES.parents[1] / "docs/content/two_players.rst"
    assert out.strip() in page.read_text(encoding="utf-8")

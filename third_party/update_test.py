# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Updates of a small table and lock, with an index that has one newer release."""

import pytest

from third_party import update

TABLE = """\
DEPS = [
    struct(
        name = "grid",
        version = "1.2.3",
        licence = "MIT",
        file = "grid_lib-1.2.3.tar.gz",
        sha256 = "old",
        strip_prefix = "grid_lib-1.2.3",
    ),
    struct(
        name = "log",
        version = "1.2.3",
        file = "log_1.2.3.orig.tar.gz",
        beside = "liblog-dev",
        sha256 = "deb",
    ),
    struct(
        name = "wind",
        version = "2",
        file = "wind-2-py3-none-any.whl",
        sha256 = "two",
    ),
]
"""
NEWEST = {
    "grid_lib-1.2.3.tar.gz": ("1.3", "grid_lib-1.3.tar.gz", "new"),
    "wind-2-py3-none-any.whl": ("2", "wind-2-py3-none-any.whl", "two"),
}
PINS = "grid-lib==1.2.3  # the oracle\ngrid-library==1.2.3\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "deps.bzl").write_text(TABLE)
    (tmp_path / "pip_requirements").mkdir()
    (tmp_path / "pip_requirements/test.in").write_text(PINS)
    monkeypatch.setattr(update, "FOLDER", tmp_path)
    monkeypatch.setattr(update, "newest", NEWEST.__getitem__)
    return tmp_path


def test_newer_releases_are_listed(folder, capsys):
    update.main()
    assert capsys.readouterr().out == "grid: 1.2.3 -> 1.3\n"
    assert (folder / "deps.bzl").read_text() == TABLE


@pytest.mark.parametrize("names", [["grid"], ["all"]])
def test_row_and_pins_change(folder, names):
    update.main(*names)
    row, rest = TABLE.split("    ),\n", 1)
    row = row.replace("1.2.3", "1.3").replace('"old"', '"new"')
    assert (folder / "deps.bzl").read_text() == f"{row}    ),\n{rest}"
    pins = (folder / "pip_requirements/test.in").read_text()
    assert pins == PINS.replace("lib==1.2.3", "lib==1.3")


def test_unknown_name(folder):
    with pytest.raises(SystemExit, match=r"\['grid', 'wind'\], got \['log'\]"):
        update.main("log")

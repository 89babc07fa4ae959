# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Installations that cannot work: errors that say why."""

import os
import pathlib
import subprocess
import sys
import zipfile

import envpool
from envpool.families import FAMILIES, MAIN_WHEEL
from envpool.testing.process import child

PACKAGE = pathlib.Path(envpool.__file__).parent


def test_zip_file(tmp_path):
    path = tmp_path / "packages.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.write(PACKAGE / "__init__.py", "envpool/__init__.py")
    done = subprocess.run(
        [sys.executable, "-P", "-c", "import envpool"],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: envpool: expected a folder, got ")
    assert str(path) in last


def says_what_is_missing():
    try:
        envpool.make_spec("Absent-v0")
    except envpool.errors.UnknownEnvError as error:
        print(error)


def test_wheel_of_a_family_in_another_folder(tmp_path):
    row = next(row for row in FAMILIES if row.wheel != MAIN_WHEEL)
    info = tmp_path / f"{row.wheel.replace('-', '_')}-2.0.0.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {row.wheel}\nVersion: 2.0.0\n"
    (info / "METADATA").write_text(metadata)
    points = f"[envpool.families]\n{row.entry_point} = {row.registration}\n"
    (info / "entry_points.txt").write_text(points)
    said = child.run(says_what_is_missing, path=[str(tmp_path)])
    assert f"{row.title} is not in {PACKAGE}, although {row.wheel} is installed" in said

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test kit on one id of a family, with the files of the wheels.

A virtual environment has the files that all families share and those of this family.
So a change of another family does not cause this test to run again.
"""

import email
import shutil
from pathlib import Path

import pytest

from envpool.families import FAMILIES
from third_party.virtual_env import Venv

CODE = """
import envpool
from envpool.registration import registry
assert "site-packages" in envpool.__file__
envpool.list_all_envs()
print(*(each for each, spec in registry.specs.items() if spec[0] == PACKAGE))
"""


@pytest.fixture
def venv(tmp_path):
    made = Venv(tmp_path / "venv")
    for part in Path().glob("wheel_part_*"):
        shutil.copytree(part, made.site, dirs_exist_ok=True)
    for file in made.site.glob("*.dist-info/METADATA"):
        made.link(email.message_from_bytes(file.read_bytes()).get_all("Requires-Dist"))
    return made


def test_kit(venv, package):
    (row,) = [row for row in FAMILIES if row.package == package]
    others = [other for other in FAMILIES if other.native_module != row.native_module]
    assert (venv.site / row.native_module).is_file()
    assert not any((venv.site / other.native_module).exists() for other in others)
    venv.link((each.requirement for each in row.packages if each.extra), deep=False)
    ids = venv.run("-c", CODE.replace("PACKAGE", repr(package))).split()
    profile = Path("envpool", row.name, "kit_profile.py")
    if profile.exists():
        shutil.copy(profile, venv.site / profile)
    venv.link(["click", "pytest", "rich"])
    assert "\tpassed\t" in venv.run("-m", "envpool", "check", ids[-1])

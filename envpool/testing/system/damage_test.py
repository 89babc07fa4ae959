# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A family is missing or broken: make() names the cause, and another family works."""

import shutil

import pytest

from envpool.families import FAMILIES, MAIN_WHEEL
from envpool.testing.kit_plugin import ids_of
from envpool.testing.process import damage

CODE = {".py", ".pyi", ".so"}
# Found through an entry point, like a family with a separate wheel.
NEIGHBOUR = {"neighbour": "Switch-v0"}
ENTRY_POINT = "[envpool.families]\nneighbour = envpool.testing.rare_features\n"


@pytest.fixture
def family(package):
    (row,) = [row for row in FAMILIES if row.package == package]
    return row


@pytest.fixture
def copy(tmp_path):
    copied = damage.copy_package(tmp_path)
    info = copied.parent / "neighbour-1.0.dist-info"
    info.mkdir()
    text = "Metadata-Version: 2.1\nName: neighbour\nVersion: 1.0\n"
    (info / "METADATA").write_text(text)
    (info / "entry_points.txt").write_text(ENTRY_POINT)
    return copied


def check(copy, family, *words, **kwargs):
    ids = {**NEIGHBOUR, family.name: ids_of(family.package)[0]}
    damage.check(copy, ids, family.name, words, **kwargs)


def test_sound_copy(copy, family):
    ids = {**NEIGHBOUR, family.name: ids_of(family.package)[0]}
    damage.check(copy, ids, None, [])


@pytest.mark.parametrize("harm", damage.DAMAGES)
def test_native_module(copy, family, harm):
    module = copy.parent / family.native_module
    harm(module)
    check(copy, family, "FamilyImportError", ids_of(family.package)[0], module.stem)


def test_package_that_fails(copy, family):
    (copy / family.name / "__init__.py").write_text("import nothere")
    words = ["UnknownEnvError", ids_of(family.package)[0], family.name, "nothere"]
    check(copy, family, *words, listed=False)


@pytest.mark.parametrize(("text", "cause"), damage.REGISTRATIONS)
def test_registration_that_fails(copy, family, text, cause):
    (copy / family.name / "registration.py").write_text(text)
    check(copy, family, "UnknownEnvError", family.name, cause, listed=False)


def test_no_such_folder(copy, family):
    shutil.rmtree(copy / family.name)
    words = [family.name, "No module named"]
    if family.wheel != MAIN_WHEEL:
        words = [family.title, f"{family.wheel} is installed"]
    check(copy, family, "UnknownEnvError", *words, listed=False)


def test_no_assets(copy, family):
    """Missing assets may break the family's ids, but no other ids."""
    for path in (copy / family.name).rglob("*"):
        if path.is_file() and path.suffix not in CODE:
            path.unlink()
    check(copy, family, may_work=True)

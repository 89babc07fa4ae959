# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`python -m envpool new-env --template task` writes a package that pip installs."""

import re

import pytest
from packages import install, run


@pytest.fixture(name="package", scope="module")
def _package(tmp_path_factory):
    """Returns the folder of the package, and that which pip installed it into."""
    folder = tmp_path_factory.mktemp("source")
    words = ["new-env", "my_arm", "--template=task"]
    out = run(["-m", "envpool", *words], folder)
    assert "python -m envpool check Arm-v0" in out
    assert "--checked" not in out
    for path in filter(lambda each: each.is_file(), folder.rglob("*")):
        assert not re.search(r"@\w+@", path.read_text("utf-8")), path
    target = tmp_path_factory.mktemp("target")
    install(folder / "my_arm", target)
    return folder / "my_arm", target


def test_its_tests_pass(package):
    source, target = package
    options = ["-q", "-p", "no:cacheprovider", "-W", "error"]
    out = run(["-m", "pytest", *options, source / "tests"], target, target)
    assert "2 passed" in out


def test_found_by_its_entry_point(package):
    _, target = package
    assert "Arm-v0" in run(["-m", "envpool", "list", "arm-"], target.parent, target)
    code = "import envpool; envpool.make('Arm-v0', 'gym').reset()"
    run(["-W", "error", "-c", code], target.parent, target)


def test_the_kit_passes(package):
    _, target = package
    out = run(["-m", "envpool", "check", "Arm-v0"], target.parent, target)
    assert "passed" in out

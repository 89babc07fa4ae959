# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""custom_env equals the output of `python -m envpool new-env`, and pip installs it."""

import pathlib
import re
import shutil

import pytest
from packages import install, run

from envpool.templates import write_project

EXAMPLE = pathlib.Path(__file__).parent / "custom_env"
HEADER = re.compile(r"\A(?:(?:#|//) (?:Copyright|SPDX)[^\n]*\n)+(?:#\n|//\n|\n)?")


def files(folder):
    """Returns the texts by path, without licences and other parts of our tree only."""
    texts = {
        str(path.relative_to(folder)): HEADER.sub("", path.read_text("utf-8"))
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    texts.pop("CPPLINT.cfg", None)
    return texts


def test_agrees_with_the_template(tmp_path):
    write_project("custom_env", "Corridor", tmp_path)
    assert files(EXAMPLE) == files(tmp_path / "custom_env")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Returns the folder that pip installed the example into."""
    source = tmp_path_factory.mktemp("source") / "custom_env"
    shutil.copytree(EXAMPLE, source)
    target = tmp_path_factory.mktemp("target")
    install(source, target)
    return target


def test_pip_installs_all(installed):
    package = installed / "custom_env"
    assert {path.name for path in package.glob("*.py")} == {
        "__init__.py",
        "registration.py",
    }
    assert len(list(package.glob("custom_env_envpool*.so"))) == 1


def test_its_tests_pass(installed):
    options = ["-q", "-p", "no:cacheprovider", "-W", "error"]
    out = run(["-m", "pytest", *options, EXAMPLE / "tests"], installed, installed)
    assert "passed" in out


UPSTREAM_STYLE = """
from envpool.python.api import py_env
from custom_env.custom_env_envpool import _CorridorEnvPool, _CorridorEnvSpec
"""
MADE = """
CorridorEnvSpec, CorridorDMEnvPool, CorridorGymnasiumEnvPool = py_env(
    _CorridorEnvSpec, _CorridorEnvPool
)
"""
ALONE = "import custom_env as c; c.CorridorDMEnvPool(c.CorridorEnvSpec()).reset()"
BY_MAKE = "import envpool; envpool.make('Corridor-v0', 'gym').reset()"


@pytest.mark.parametrize("code", [ALONE, BY_MAKE])
def test_modules_that_packages_import_themselves(installed, tmp_path, code):
    """A module without a run path works, also if it is imported at once, as in 1.x."""
    shutil.copytree(installed, tmp_path, dirs_exist_ok=True)
    lines = UPSTREAM_STYLE.split("\n")
    if code is BY_MAKE:
        lines.reverse()  # import envpool first, which loads the library
    init = tmp_path / "custom_env/__init__.py"
    init.write_text("\n".join(lines) + MADE)
    run(["-W", "error", "-c", code], tmp_path, tmp_path)


def test_the_source_folder_does_not_hide_the_package(installed, tmp_path):
    source = tmp_path / "custom_env"
    shutil.copytree(EXAMPLE, source)
    code = "import custom_env; print(custom_env.__file__)"
    out = run(["-c", code], source, installed)
    assert pathlib.Path(out.strip()).parent.parent == installed


def test_found_by_its_entry_point(installed):
    out = run(["-m", "envpool", "list", "corridor"], installed.parent, installed)
    found = [each for each in out.split() if each.startswith("Corridor")]
    assert found == ["Corridor-v0", "CorridorLong-v0"]
    code = "import envpool; envpool.make('Corridor-v0', 'gym').reset()"
    run(["-W", "error", "-c", code], installed.parent, installed)


SHOW_DEPENDS = """
import runpy, setuptools
setuptools.setup = lambda ext_modules, **_: print(*ext_modules[0].depends, sep="\\n")
runpy.run_path("setup.py")
"""


def test_a_change_in_any_header_builds_again(tmp_path):
    source = tmp_path / "custom_env"
    shutil.copytree(EXAMPLE, source)
    (source / "src/custom_env/maps").mkdir()
    (source / "src/custom_env/maps/second.h").touch()
    files = run(["-c", SHOW_DEPENDS], source).split()
    assert {"src/custom_env/corridor.h", "src/custom_env/maps/second.h"} <= set(files)
    assert any(name.endswith("envpool/__init__.py") for name in files)

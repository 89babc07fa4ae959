# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The wheels, installed into a virtual environment with their dependencies."""

import json
import os
import re
import shutil
import zipfile
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from envpool.families import ALL_FAMILIES, FAMILIES, MAIN_WHEEL
from third_party import make_wheels, split_wheels
from third_party.virtual_env import Venv, metadata

WHEELS = {path.name.partition("-")[0]: path for path in Path("wheels").glob("*.whl")}
# A family that exists only in this test, with a separate wheel.
MANIFEST = """
FAMILIES = [
    {"name": "toy_text", "title": "Toy text", "summary": "Taxi"},
    {
        "name": "extra/grid",
        "title": "Extra",
        "summary": "a grid",
        "licence": "GPL-2.0-only",
        "links": ["gridlib"],
        "packages": [
            {"requirement": "ale-py>=0.11"},
            {"requirement": "gridview>=2", "extra": "window"},
        ],
        "wheel": "envpool-extra",
    },
]
"""
REGISTRATION = """
from envpool.registration import Family

Family("envpool.toy_text").task("Extra-v0", "Catch", height=7)
"""


def names_in(wheel):
    with zipfile.ZipFile(wheel) as file:
        return file.namelist()


@pytest.fixture(scope="module")
def venv(tmp_path_factory):
    made = Venv(tmp_path_factory.mktemp("venv"))
    made.install(WHEELS[MAIN_WHEEL])
    return made


def test_there_is_a_wheel_for_each_name():
    assert set(WHEELS) == {row.wheel.replace("-", "_") for row in ALL_FAMILIES}
    assert WHEELS[MAIN_WHEEL].stat().st_size < make_wheels.MAX_BYTES


def test_extras_are_one_consistent_set():
    """Both pygame and pygame-ce would overwrite each other's files."""
    lines = metadata(WHEELS[MAIN_WHEEL]).get_all("Requires-Dist")
    required = [each for each in map(Requirement, lines) if each.marker]
    extras = {
        extra: {
            each.name for each in required if each.marker.evaluate({"extra": extra})
        }
        for extra in ("all", "gym", "render", "vizdoom")
    }
    theirs = {Requirement(line).name for line in requires("vizdoom")}
    assert extras["render"] == {"pygame-ce"} <= theirs
    assert extras["render"] | extras["vizdoom"] <= extras["all"]
    assert not {"gym", "pygame"} & extras["all"]  # Gym does not support NumPy 2


def test_extras_are_on_the_installation_page():
    page = Path("docs/content/installation.rst").read_text(encoding="utf-8")
    extras = metadata(WHEELS[MAIN_WHEEL]).get_all("Provides-Extra")
    assert [name for name in extras if f"``{name}``" not in page] == []


@pytest.mark.parametrize("row", ALL_FAMILIES, ids=lambda row: row.name)
def test_family_is_in_its_wheel_only(row):
    parts = [row.native_module]
    if row.ids:
        parts.append(f"{row.registration.replace('.', '/')}.py")
    for name, wheel in WHEELS.items():
        names = names_in(wheel)
        for part in [*parts, *(f"envpool/{folder}/" for folder in row.assets)]:
            is_there = any(name.startswith(part) for name in names)
            assert is_there == (name == row.wheel.replace("-", "_")), part


def test_wheel_has_no_tests():
    for wheel in WHEELS.values():
        for name in names_in(wheel):
            assert not name.endswith(("_test.py", "_test.so"))
            if not name.startswith("envpool/testing/"):  # the driver
                assert not name.endswith("/oracle.py")


@pytest.mark.parametrize("row", ALL_FAMILIES, ids=lambda row: row.name)
def test_licence_is_named(row):
    wheel = WHEELS[row.wheel.replace("-", "_")]
    found = metadata(wheel)
    assert row.licence in found["License-Expression"].split(" AND ")
    named = f"`{row.native_module}`: {row.licence}" in found.get_payload()
    assert named == (row.licence != "Apache-2.0")
    names = {name.rpartition("/")[2] for name in names_in(wheel)}
    assert {"LICENSE", "NOTICE", "LICENCES.txt"} <= names


@pytest.mark.parametrize("name", WHEELS)
def test_components_are_listed(name):
    wheel = name.replace("_", "-")
    with zipfile.ZipFile(WHEELS[name]) as file:
        (path,) = (path for path in file.namelist() if f"sboms/{wheel}.cdx" in path)
        bill = json.loads(file.read(path))
    listed = {row["bom-ref"]: row for row in bill["components"]}
    for row in ALL_FAMILIES:
        if row.wheel == wheel:
            assert {*row.links, "pybind11"} <= listed.keys()
    assert bill["dependencies"][0] == {"ref": wheel, "dependsOn": [*listed]}
    pybind11 = listed["pybind11"]
    assert pybind11["purl"] == f"pkg:pypi/pybind11@{pybind11['version']}"
    assert pybind11["licenses"] == [{"expression": "BSD-3-Clause"}]


def test_every_shipped_component_is_in_a_wheel():
    """Its terms are in each wheel."""
    rows = json.loads(Path("components.json").read_text())
    terms = Path("third_party/LICENCES.txt").read_text()
    shipped = re.findall(r"^==== (\w+) (\S+) \((.+)\)$", terms, re.MULTILINE)
    assert {*shipped} == {
        (row["name"], row["version"], row["licence"])
        for part in rows.values()
        for row in part
    }


def test_a_step_of_each_family(venv):
    """The kit runs in each family's own `<name>_wheel_test`."""
    code = """
import envpool
from envpool.families import FAMILIES
from envpool.registration import registry
packages = {spec[0]: task_id for task_id, spec in registry.specs.items()}
assert "site-packages" in envpool.__file__
for row in FAMILIES:
    if row.wheel == "envpool":
        env = envpool.make_gymnasium(packages[row.package], num_envs=2)
        env.reset()
        env.step(env.action_space.sample())
        print(row.name)
"""
    optional = {p.requirement for row in FAMILIES for p in row.packages if p.extra}
    venv.link(optional, deep=False)
    names = [row.name for row in FAMILIES if row.wheel == MAIN_WHEEL]
    assert venv.run("-c", code).split() == names


@pytest.mark.parametrize("name", WHEELS)
def test_every_file_is_in_a_part(name):
    """The parts that the families' tests install contain every file."""
    shared = Path("wheel_part_shared")
    rows = [{"name": row.name, "wheel": row.wheel} for row in ALL_FAMILIES]
    own = {row.name for row in ALL_FAMILIES if row.wheel == name.replace("_", "-")}
    for file in names_in(WHEELS[name]):
        parts = split_wheels.owners(file, name.replace("_", "-"), rows)
        assert parts <= own or (parts == {""} and name == MAIN_WHEEL)
        if parts == {""} and not file.endswith(("/", "/RECORD")):
            assert (shared / file).is_file()


def test_script(venv):
    venv.link(["click", "rich"])
    assert "CartPole-v1" in venv.run("bin/envpool", "list", "cartpole").split()


def test_headers_and_library(venv):
    code = "import envpool as e; print(e.get_include(), e.get_library_dir())"
    include, library = map(Path, venv.run("-c", code).split())
    assert (include / "envpool/core/env.h").exists()
    assert (library / "libenvpool_core.so").exists()


def make_tree(folder, venv):
    """Writes a source tree with a small manifest, and the files that Bazel builds."""
    installed = venv.site / "envpool"
    root = folder / "tree"
    package = root / "envpool"
    grid = package / "extra/grid"
    for path in (grid, package / "toy_text"):
        path.mkdir(parents=True)
    for name in ("LICENSE", "NOTICE", "README.md", "setup.py"):
        shutil.copy(name, root)
    components = {MAIN_WHEEL: [], "envpool-extra": []}
    (root / "components.json").write_text(json.dumps(components))
    (root / "third_party").mkdir()
    shutil.copy("third_party/LICENCES.txt", root / "third_party")
    for name in ("__init__.py", "families.py", "toy_text/__init__.py"):
        shutil.copy(installed / name, package / name)
    (package / "manifest.py").write_text(MANIFEST)
    (package / "extra/__init__.py").touch()
    (grid / "__init__.py").touch()
    (grid / "registration.py").write_text(REGISTRATION)
    (grid / "levels.txt").write_text("#..#\n")
    for name in ("toy_text/toy_text_envpool.so", "extra/grid/grid_envpool.so"):
        shutil.copy(installed / "toy_text/toy_text_envpool.so", package / name)
    shutil.copytree(installed / "core", package / "core")
    return root


def test_family_with_a_wheel_of_its_own(tmp_path, venv):
    root = make_tree(tmp_path, venv)
    make_wheels.make(tmp_path / "out", root / "setup.py", "envpool-extra")
    (wheel,) = (tmp_path / "out").glob("envpool_extra-*.whl")
    files = {name for name in names_in(wheel) if not name.endswith("/")}
    assert {name for name in files if ".dist-info/" not in name} == {
        f"envpool/extra/grid/{name}"
        for name in ("__init__.py", "grid_envpool.so", "levels.txt", "registration.py")
    }
    found = metadata(wheel)
    assert found["License-Expression"] == "Apache-2.0 AND GPL-2.0-only"
    assert "grid_envpool.so`: GPL-2.0-only, because it links gridlib" in str(found)
    version = metadata(WHEELS[MAIN_WHEEL])["Version"]
    assert set(found.get_all("Requires-Dist")) == {
        f"envpool=={version}",
        "ale-py>=0.11",
        'gridview>=2; extra == "window"',
    }
    assert found.get_all("Provides-Extra") == ["window"]

    code = "import envpool; print('Extra-v0' in envpool.list_all_envs())"
    assert venv.run("-c", code) == "False\n"
    venv.install(wheel)
    code = "import envpool; print(envpool.make_gym('Extra-v0').reset()[0].shape)"
    assert venv.run("-c", code) == "(1, 7, 5)\n"


def test_main_wheel_has_no_family_of_another_one(tmp_path, venv):
    root = make_tree(tmp_path, venv)
    wheel = make_wheels.pack(tmp_path / "out", root / "setup.py", MAIN_WHEEL)
    assert not any("grid" in name for name in names_in(wheel))
    found = metadata(wheel)
    assert found["License-Expression"] == "Apache-2.0"
    assert "gridview" not in str(found.items())
    version = found["Version"]
    extra = f'envpool-extra=={version}; extra == "extra"'
    assert extra in found.get_all("Requires-Dist")


def test_equal_files_make_equal_wheels(tmp_path, venv):
    """Whatever their times and folders are."""
    wheels = set()
    for number in range(2):
        root = make_tree(tmp_path / str(number), venv)
        for path in root.rglob("*"):
            os.utime(path, (10**9 * number, 10**9 * number))
        out = root / "out"
        make_wheels.make(out, root / "setup.py", "envpool-extra")
        (wheel,) = out.iterdir()
        wheels.add((wheel.name, wheel.read_bytes()))
    assert len(wheels) == 1

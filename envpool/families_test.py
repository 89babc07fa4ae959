# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The manifest is correct, and no other file names a family."""

import fnmatch
import importlib
import importlib.metadata
import re
import runpy
import types
from pathlib import Path

import pytest

import envpool
from envpool.families import FAMILIES, MAIN_WHEEL, Package, install_hint, rows
from envpool.python.config.rules import find_rules
from envpool.registration import registry
from envpool.registration.entry import ENTRY_POINT_GROUP

ROOT = Path(envpool.__file__).absolute().parent.parent
# The sources that the runfiles link to.
SOURCES = (ROOT / "envpool/families.py").resolve().parent.parent
# The first folders of the families' paths; families of a group share one.
FOLDERS = sorted({row.name.partition("/")[0] for row in FAMILIES})
# The names of these families are common words, so the test looks for their paths.
WORDS = {"board", "highway", "planning"}
NAMES = [rf"envpool[./]{name}" if name in WORDS else name for name in FOLDERS]
NAMED = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(NAMES)})(?![A-Za-z0-9])")

# Other files that may name a family, and the reason.
ALLOWED = {
    "envpool/manifest.bzl": "the manifest",
    "*_test.py": "families as examples of all others",
    "envpool/BUILD": "what those tests depend on",
    "envpool/*/BUILD": "the same",
    "benchmark/*": "benchmarks of single families",
    "envpool/templates/new_task/*": "a package for one family",
    "docs/tutorials/*": "tutorials, as the examples, use some envs",
    "third_party/*": "what families link",
    "pyproject.toml": "packages that have no types",
    ".ci/check_sources.py": "a folder under another licence",
}


def third_party():
    """Returns the rows of //third_party:deps.bzl, by name."""
    known = {"load": lambda *names: None, "struct": types.SimpleNamespace}
    deps = runpy.run_path(str(SOURCES / "third_party/deps.bzl"), known)["DEPS"]
    return {dep.name: dep for dep in deps}


def test_names():
    assert len({row.name for row in FAMILIES}) == len(FAMILIES)
    for row in FAMILIES:
        assert (ROOT / row.native_module).is_file()
        assert importlib.util.find_spec(row.registration)
        assert row.title
        assert row.summary
        assert (SOURCES / f"docs/env/{row.page}.rst").is_file()


def test_every_family_has_ids_and_every_id_a_family():
    packages = {registry.specs[each][0] for each in envpool.list_all_envs()}
    assert packages == {row.package for row in FAMILIES}


@pytest.mark.parametrize("row", FAMILIES, ids=lambda row: row.name)
def test_licence_is_that_of_what_is_linked(row):
    known = third_party()
    links = (ROOT / f"envpool/{row.name}/links.txt").read_text().split()
    assert tuple(links) == row.links
    for link in links:
        assert known[link].shipped
        if known[link].licence.startswith("GPL"):
            assert row.licence == known[link].licence
    notice = (SOURCES / "NOTICE").read_text()
    named = [text for text in notice.split("\n\n") if row.native_module in text]
    assert len(named) == (row.licence != "Apache-2.0")
    for text in named:
        assert f"({row.licence})" in text
        for link in links:
            if known[link].licence.startswith("GPL"):
                assert f"third_party/{link} " in text.replace("\n", " ")
                assert known[link].version in text


@pytest.mark.parametrize("row", FAMILIES, ids=lambda row: row.name)
def test_assets_are_there(row):
    for folder in row.assets:
        assert any((ROOT / "envpool" / folder).iterdir())


@pytest.mark.parametrize("row", FAMILIES, ids=lambda row: row.name)
def test_installation_keys_are_paths(row):
    paths = set()
    for package, cls, _ in registry.specs.values():
        if package == row.package:
            rules = find_rules(package, cls).keys
            paths |= {key for key, rule in rules.items() if rule.get("path")}
    assert paths - {"base_path"} == set(row.installation_keys)


def test_packages():
    for row in FAMILIES:
        for package in row.packages:
            name = re.match(r"[\w-]+", package.requirement)[0]
            assert importlib.metadata.version(name)
            assert name in install_hint(name)
    with pytest.raises(KeyError):
        install_hint("no-such-package")


def test_row_of_another_wheel(monkeypatch):
    (row,) = rows(
        [
            {
                "name": "group/one",
                "title": "One",
                "summary": "",
                "packages": [
                    {"requirement": "x>=1", "extra": "e"},
                ],
                "wheel": "envpool-one",
            }
        ]
    )
    assert row.packages == (Package("x>=1", "e"),)
    assert row.package == "envpool.group.one"
    assert row.page == "group_one"
    assert row.native_module == "envpool/group/one/one_envpool.so"
    monkeypatch.setattr("envpool.families.FAMILIES", (row,))
    assert install_hint("x") == 'pip install "envpool-one[e]"'


def test_entry_point_of_a_family_with_a_wheel_of_its_own():
    """For this test, BUILD has a manifest with such a family."""
    points = importlib.metadata.entry_points(group=ENTRY_POINT_GROUP)
    found = {(point.name, point.value) for point in points}
    others = {
        (row.entry_point, row.registration)
        for row in FAMILIES
        if row.wheel != MAIN_WHEEL
    }
    assert found == {("group.one", "envpool.group.one.registration"), *others}


def sources():
    """Yields source files outside the families' own folders, by their names."""
    kinds = {".bzl", ".cc", ".h", ".in", ".inc", ".py", ".pyi", ".toml"}
    names = {"BUILD", "Makefile", "WORKSPACE", "lint", "run", "tidy"}
    skipped = ("bazel-", "build/", "dist/", "external/", ".git/")
    own = tuple(f"envpool/{folder}/" for folder in FOLDERS)
    for folder in (".", ".ci", "benchmark", "docs", "envpool", "third_party"):
        pattern = "*" if folder == "." else "**/*"
        for path in (SOURCES / folder).glob(pattern):
            name = str(path.relative_to(SOURCES))
            if name.startswith((*skipped, *own)) or not path.is_file():
                continue
            if path.suffix in kinds or path.name in names:
                yield name, path


def test_only_the_manifest_names_families():
    read, lines = 0, []
    for name, path in sources():
        read += 1
        if any(fnmatch.fnmatch(name, pattern) for pattern in ALLOWED):
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if NAMED.search(line):
                lines.append(f"{name}:{number}: {line.strip()}")
    assert not lines, "\n".join(lines)
    assert read > 200

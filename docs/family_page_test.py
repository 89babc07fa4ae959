# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The page of a family says what the family says."""

import re
from pathlib import Path

import pytest

from docs import generate
from envpool.families import FAMILIES
from envpool.python.api import load_package
from envpool.python.option_texts import (
    COMMON_MEANINGS,
    family_meanings,
    find_meanings,
)

DOCS = Path(__file__).absolute().parent


@pytest.fixture
def family(package):
    (row,) = [row for row in FAMILIES if row.package == package]
    return row


def test_up_to_date(family):
    for name, make in generate.pages_of(family).items():
        found = (DOCS / name).read_text("utf-8")
        assert found == make(), f"{name}: run `bazel run //docs:generate`"


def test_every_option_is_explained(family):
    path = DOCS / f"env/{family.page}.rst"
    written = path.read_text("utf-8")  # without what is included
    for task in generate.tasks_of(family.package):
        for key in generate.own_config(task.spec):
            assert re.search(rf"``{key}\b", written), key


def test_every_option_has_a_meaning(family):
    missing = {
        f"{task.task_id}: {key}"
        for task in generate.tasks_of(family.package)
        for key in task.spec.config._fields
        if not find_meanings(family.package, type(task.spec).__name__).get(key)
    }
    assert not missing, "state it with Family.meanings in the family's registration"


def test_every_meaning_is_of_an_option(family):
    specs = [task.spec for task in generate.tasks_of(family.package)]
    keys = {key for spec in specs for key in generate.own_config(spec)}
    for name, meanings in family_meanings(family.package).items():
        if name:
            spec_cls = getattr(load_package(family.package), name, None)
            keys_of_env = spec_cls.gen_config()._fields if spec_cls else ()
        assert set(meanings) <= set(keys_of_env if name else keys), name


def test_meanings_are_sentences(family):
    for meanings in family_meanings(family.package).values():
        for key, text in meanings.items():
            assert re.fullmatch(r"[A-Z].*\.", text), key
            assert text.count("`") % 2 == 0, key


def test_keys_that_all_families_have(family):
    common = tuple(COMMON_MEANINGS)
    for task in generate.tasks_of(family.package):
        assert task.spec.config._fields[: len(common)] == common

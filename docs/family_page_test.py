# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The page of a family says what the family says."""

import re
from pathlib import Path

import pytest

from docs import generate
from envpool.families import FAMILIES

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


def test_keys_that_all_families_have(family):
    for task in generate.tasks_of(family.package):
        fields = task.spec.config._fields
        assert fields[: len(generate.COMMON_KEYS)] == generate.COMMON_KEYS

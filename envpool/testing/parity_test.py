# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A family is as close to the official envs as its `parity.csv` says."""

import importlib
from pathlib import Path

import pytest

import envpool
from envpool.testing import parity
from envpool.testing.oracle import measure


def pytest_generate_tests(metafunc):
    """Makes a test for each case of the packages in --ids."""
    if "case" in metafunc.fixturenames:
        cases = [
            (table_of(package), *pair)
            for package in metafunc.config.getoption("--ids")
            for pair in pairs_of(package)
        ]
        names = [str(each[-1]) for each in cases]
        metafunc.parametrize(("table", "adapter", "case"), cases, ids=names)


def pairs_of(package):
    return importlib.import_module(f"{package}.oracle").PARITY


def table_of(package):
    folder = package.replace(".", "/").removeprefix("envpool/")
    return Path(envpool.__file__).parent / folder / "parity.csv"


def test_case(table, adapter, case):
    found = measure(adapter, case.first_part())
    parity.check(table, str(case), found, is_whole=not case.part)


@pytest.mark.whole
def test_whole_case(table, adapter, case):
    parity.check(table, str(case), measure(adapter, case))


def test_the_table_has_no_other_cases(package):
    names = [str(case) for _, case in pairs_of(package)]
    assert list(parity.read(table_of(package))) == names

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The type stubs of `make` have every keyword, and no others."""

import inspect
from pathlib import Path
from typing import get_type_hints

import pytest

import envpool
from envpool.core import _core
from envpool.python.config import keywords
from envpool.testing import make_stub, user_types


def test_stub_is_up_to_date():
    """If not: bazel run //envpool/testing:make_stub."""
    path = Path(envpool.__file__).parent / "registration/making.pyi"
    assert path.read_text("utf-8") == make_stub.stub()


def test_rows_have_what_cpp_has():
    config = envpool.make_spec("CartPole-v1").config
    assert list(keywords.COMMON_KEYS) == list(config)[: len(keywords.COMMON_KEYS)]
    rows = [row.engine for row in keywords.OPTIONS.values() if row.engine]
    assert sorted(rows) == sorted(_core.engine_defaults())


@pytest.mark.parametrize(
    "name", [name for name, row in keywords.OPTIONS.items() if row.engine]
)
def test_defaults_of_the_engine_are_values_of_the_option(name):
    row = keywords.OPTIONS[name]
    assert row.checked(name, row.default) == row.default
    assert type(row.default) is type(row.sample)


def test_types_can_be_resolved():
    types = get_type_hints(envpool.MakeKeywords)
    assert types["num_threads"] == keywords.NumThreads


def test_meanings():
    for row in (*keywords.COMMON_KEYS.values(), *keywords.OPTIONS.values()):
        assert row.meaning.endswith(".")


def test_functions_have_the_names_of_the_stub():
    for name in ("make", "make_dm", "make_gym", "make_gymnasium", "make_spec"):
        names = list(inspect.signature(getattr(envpool, name)).parameters)
        assert f"def {name}(\n    {names[0]}: Any,\n" in make_stub.stub()


def test_typed_programs_run():
    user_types.tuned("CartPole-v1", num_envs=2).close()

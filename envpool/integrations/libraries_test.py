# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import importlib
import sys

import pytest

from envpool.integrations.info_rows import info_rows
from envpool.integrations.libraries import MissingLibraryError, requires


def test_the_package_loads_no_library():
    importlib.import_module("envpool.integrations")
    assert not {"stable_baselines3", "tianshou", "torch"} & set(sys.modules)


@pytest.mark.parametrize(
    ("adaptor", "library"),
    [
        ("pettingzoo", "pettingzoo"),
        ("puffer", "pufferlib"),
        ("ray", "ray"),
        ("sample_factory", "sample-factory"),
        ("sb3", "stable-baselines3"),
        ("tianshou", "tianshou"),
    ],
)
def test_says_what_to_install(adaptor, library, monkeypatch):
    monkeypatch.setitem(sys.modules, library.replace("-", "_"), None)
    name = f"envpool.integrations.{adaptor}"
    with pytest.raises(MissingLibraryError) as caught:
        importlib.import_module(name)
    assert str(caught.value) == f"{name} needs {library}: pip install {library}"
    assert isinstance(caught.value, ImportError)
    assert name not in sys.modules


def test_a_broken_library_speaks_for_itself():
    with pytest.raises(ModuleNotFoundError, match="no_such_module"), requires("x", "y"):
        import no_such_module  # noqa: F401


def test_info_rows_follow_masks():
    info = {
        "a": [1, 2],
        "_a": [True, False],
        "b": {"c": [3, 4], "_c": [False, True]},
        "_b": [True, True],
        "d": {"e": [5, 6]},
        "_d": [True, False],
    }
    expected = [{"a": 1, "b": {}, "d": {"e": 5}}, {"b": {"c": 4}}]
    assert info_rows(info, 2) == expected

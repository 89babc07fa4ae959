# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Modules with and without pybind11 have the same classes with the same behaviour.

`ByHandSpec` is bound with pybind11 alone, so it shows which objects pybind11
accepts and how it converts them.
"""

import collections
import fractions
import gc
import importlib
import weakref

import numpy as np
import pytest

from envpool.core import with_pybind11_test_module as full
from envpool.core import without_pybind11_test_module as light
from envpool.python.errors import NotSupportedError

KEYS = light._TypesEnvSpec._config_keys
DEFAULTS = light._TypesEnvSpec._default_config_values


class Index:
    def __index__(self):
        return 3


class Int:
    def __int__(self):
        return 3


class Float:
    def __float__(self):
        return 1.5


class Broken:
    def __bool__(self):
        raise ValueError("no truth")

    def __index__(self):
        raise ValueError("no index")

    def __float__(self):
        raise ValueError("no float")


OBJECTS = [
    None, True, False, 0, -1, 3, 127, 128, 300, 65536, 2**31, 2**63 - 1, 2**63, 2**64,
    -(2**63), 0.0, 1.5, 3.0, 1e300, "", "x", "12", "\N{SNOWMAN}", "\ud800", b"", b"xy",
    bytearray(b"z"), [], [1], [1, 2], [1, 2, 3], [1.5, 2], ["a", "b"], [True, None],
    (1, 2), (1, 2.5), (1, "x"), (True, "x", 1.5), (1, 2, 3), ("a", "b", "c"), ["ab"],
    {}, {"a": 1}, {"a": 1.5}, {1: 2}, {"a": [(1, "b")]}, {"a": ["1b"]}, {"a": "bc"},
    {1, 2}, frozenset({"a"}), range(3), {"a": 1}.keys(), {"a": 1}.values(),
    collections.OrderedDict(b=2), collections.UserDict(a=1), collections.deque([1, 2]),
    np.int8(3), np.int64(300), np.uint64(2**63), np.float32(1.5), np.float64(2.5),
    np.bool_(True), np.arange(3), np.array(3), np.zeros((2, 2)), np.array(["a"]),
    fractions.Fraction(3, 2), 1 + 2j, Index(), Int(), Float(), Broken(), object(), int,
]  # fmt: skip


def config(key, value):
    """Returns the default values, with `value` for `key`."""
    values = list(DEFAULTS)
    values[KEYS.index(key)] = value
    return tuple(values)


def outcome(cls, key, value):
    """Returns the repr of the converted config value, or the class of the error."""
    try:
        spec = cls(config(key, value))
    except Exception as error:
        return type(error)
    return repr(spec._config_values[KEYS.index(key)])


@pytest.mark.parametrize("module", [full, light])
@pytest.mark.parametrize("key", KEYS[KEYS.index("flag") :])
def test_objects_are_converted_as_by_pybind11(module, key):
    for value in OBJECTS:
        expected = outcome(full.ByHandSpec, key, value)
        assert outcome(module._TypesEnvSpec, key, value) == expected, repr(value)


@pytest.mark.parametrize("module", [full, light])
def test_iterators_are_converted_as_by_pybind11(module):
    def listed(cls):
        made = [lambda: (i for i in (1, 2)), lambda: map(int, "12"), lambda: iter([1])]
        return [outcome(cls, "ints", make()) for make in made]

    assert listed(module._TypesEnvSpec) == listed(full.ByHandSpec)


@pytest.mark.parametrize("module", [full, light])
def test_a_wrong_config_value_is_named(module):
    spec = module._TypesEnvSpec
    with pytest.raises(TypeError, match=r"^'ints': expected a value for .*, got 3$"):
        spec(config("ints", 3))
    with pytest.raises(TypeError, match=r"^values: expected a sequence of \d+ config"):
        spec(DEFAULTS[1:])
    with pytest.raises(ValueError, match="num_envs: expected an integer"):
        spec(config("num_envs", 0))


@pytest.mark.parametrize("module", [full, light])
def test_attributes_of_a_spec(module):
    by_hand = full.ByHandSpec(DEFAULTS)
    cls = module._TypesEnvSpec
    spec = cls(DEFAULTS)
    assert (cls.__name__, cls.__module__) == ("_TypesEnvSpec", module.__name__)
    assert repr(spec._config_values) == repr(by_hand._config_values)
    assert repr(spec._state_spec) == repr(by_hand._state_spec)
    assert repr(spec._action_spec) == repr(by_hand._action_spec)
    assert spec._reset_options == {"start": 0, "sign": "none"}
    assert spec._state_fingerprint == b"text"
    assert cls._state_keys[-4:] == ["obs", "info:each", "info:bytes", "info:ragged"]
    assert cls._action_keys == ["env_id", "players.env_id", "action"]
    with pytest.raises(AttributeError):
        spec._config_values = ()


@pytest.mark.parametrize("module", [full, light])
def test_a_pool(module):
    spec = module._TypesEnvSpec(config("num_envs", 3))
    pool = module._TypesEnvPool(spec, {"episode_stats": False})
    assert isinstance(pool, importlib.import_module("envpool.core._core").NativePool)
    assert type(pool._spec) is module._TypesEnvSpec
    assert pool._spec._config_values[KEYS.index("num_envs")] == 3
    ids = np.arange(3, dtype=np.int32)
    pool._reset_seeded(ids, None, False, options=(5, "here"))
    obs = pool._recv()[pool._state_keys.index("obs")]
    np.testing.assert_array_equal(obs, [[5, 0], [5, 1], [5, 2]])
    with pytest.raises(NotSupportedError, match=r"^_xla: "):
        pool._xla()


@pytest.mark.parametrize("module", [full, light])
def test_errors_of_a_pool(module):
    make, spec = module._TypesEnvPool, module._TypesEnvSpec(DEFAULTS)
    with pytest.raises(ValueError, match="options: got 'colour'"):
        make(spec, {"colour": 1})
    for wrong in (None, 3, full.ByHandSpec(DEFAULTS)):
        with pytest.raises(TypeError, match="expected _TypesEnvSpec, got "):
            make(wrong)
    with pytest.raises(RuntimeError, match="cannot create env 0: int: expected"):
        make(module._TypesEnvSpec(config("int", -1)))


@pytest.mark.parametrize("module", [full, light])
def test_objects_that_were_never_constructed(module):
    pool = module._TypesEnvPool.__new__(module._TypesEnvPool)
    with pytest.raises(RuntimeError, match="has not been constructed"):
        pool._recv()
    spec = module._TypesEnvSpec.__new__(module._TypesEnvSpec)
    assert spec._reset_options["start"] == 0
    del pool, spec
    gc.collect()


@pytest.mark.parametrize("module", [full, light])
def test_a_spec_keeps_its_pool(module):
    # A subclass, as in the Python API.
    cls = type("Pool", (module._TypesEnvPool,), {})
    pool = cls(module._TypesEnvSpec(DEFAULTS))
    alive = weakref.ref(pool)
    spec = pool._spec
    del pool
    gc.collect()
    assert alive() is not None
    assert spec._config_values[KEYS.index("text")] == "text"
    del spec
    gc.collect()
    assert alive() is None


def test_functions_of_a_module_take_what_it_registers():
    spec = full._TypesEnvSpec(config("num_envs", 2))
    assert full.num_envs(spec) == 2
    with pytest.raises(TypeError):
        full.num_envs(light._TypesEnvSpec(DEFAULTS))
    pool = full.make(spec)
    assert type(pool) is full._TypesEnvPool
    assert full.num_envs(full.spec_of(pool)) == 2

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`xla()` of one id of each class: a compiled step equals the pool's step."""

import itertools

import jax
import numpy as np
from jax.tree_util import DictKey

import envpool
from envpool.testing.kit_plugin import ids_of
from envpool.testing.selection import one_of_each_class

ENV_TYPES = ("gymnasium", "dm", "gym")


def pytest_generate_tests(metafunc):
    (package,) = metafunc.config.getoption("--ids")
    ids = one_of_each_class(ids_of(package))
    cases = zip(ids, itertools.cycle(ENV_TYPES), strict=False)
    metafunc.parametrize(("one_id", "env_type"), list(cases))


def make(task_id, env_type):
    env = envpool.make(task_id, env_type, num_envs=2, num_threads=1, seed=1)
    env.reset()
    return env


def sample(env):
    """Returns actions for all players of two envs, within the ranges."""
    rng = np.random.default_rng(0)
    rows = 2 * env.config["max_num_players"]
    values = {}
    for key, entry in list(env._env_spec.action_array_spec.items())[2:]:
        shape = (rows, *entry.inner_shape)
        if entry.dtype.kind == "f":
            values[key] = rng.uniform(-1, 1, shape).astype(entry.dtype)
        elif entry.dtype.kind == "b":
            values[key] = np.zeros(shape, entry.dtype)
        else:
            low, high = entry.minimum, entry.maximum
            values[key] = rng.integers(low, high, shape, entry.dtype, endpoint=True)
    return values


def is_text(value):
    """Whether the value is a tuple of str, which JAX would treat as a tree."""
    return isinstance(value, tuple) and len(value) > 0 and isinstance(value[0], str)


def leaves(tree):
    return dict(jax.tree_util.tree_leaves_with_path(tree, is_leaf=is_text))


def test_step(one_id, env_type):
    env = make(one_id, env_type)
    action = sample(env)
    with jax.enable_x64(True):
        handle, _, _, step = env.xla()
        found = jax.jit(step)(handle, action)[1]
        twin = make(one_id, env_type)
        expected = twin.step(action)
    found, expected = leaves(found), leaves(expected)
    assert found.keys() >= expected.keys()
    for *path, key in found.keys() - expected.keys():
        # An info that no row has; only a compiled step returns it.
        mask = (*path, DictKey(f"_{key.key.removeprefix('_')}"))
        assert not found[mask].any()
    for path, value in expected.items():
        array = np.asarray(found[path])
        if is_text(value):
            texts = [row.tobytes().split(b"\0")[0].decode() for row in array]
            assert texts == list(value)
        else:
            assert array.dtype == value.dtype, path
            np.testing.assert_array_equal(array, value)
    # Without x64, no array has 64 bits.
    with jax.enable_x64(False):
        handle, _, _, step = env.xla()
        found = jax.tree.leaves(jax.jit(step)(handle, action))
        assert max(array.dtype.itemsize for array in found) <= 4
    env.close()
    twin.close()

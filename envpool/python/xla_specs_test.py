# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`xla()` of one id of each class of envs: a step is the pool's own."""

import itertools

import jax
import numpy as np
import pytest
from jax.errors import JaxRuntimeError

import envpool
from envpool.registration import registry

# By package and class.
IDS = {registry.specs[each][:2]: each for each in envpool.list_all_envs()}
ENV_TYPES = ("gymnasium", "dm", "gym")


def make(task_id, env_type):
    env = envpool.make(task_id, env_type, num_envs=2, num_threads=1, seed=1)
    env.reset()
    return env


def sample(env):
    """Actions for two envs, within the ranges."""
    rng = np.random.default_rng(0)
    values = {}
    for entry in env._normalizer().entries:
        shape = (2, *entry.shape)
        if entry.dtype.kind == "f":
            values[entry.key] = rng.uniform(-1, 1, shape).astype(entry.dtype)
        elif entry.limits is None:
            values[entry.key] = np.zeros(shape, entry.dtype)
        else:
            low, high = entry.limits
            values[entry.key] = rng.integers(low, high + 1, shape, entry.dtype)
    return values


def is_text(value):
    """Whether it is a tuple of str, which JAX takes for a tree."""
    return isinstance(value, tuple) and len(value) > 0 and isinstance(value[0], str)


def leaves(tree):
    return dict(jax.tree_util.tree_leaves_with_path(tree, is_leaf=is_text))


@pytest.mark.parametrize(
    ("task_id", "env_type"),
    list(zip(IDS.values(), itertools.cycle(ENV_TYPES), strict=False)),
)
def test_step(task_id, env_type):
    env = make(task_id, env_type)
    action = sample(env)
    with jax.enable_x64(True):
        handle, _, _, step = env.xla()
        found = jax.jit(step)(handle, action)[1]
        twin = make(task_id, env_type)
        expected = twin.step(action)
    found, expected = leaves(found), leaves(expected)
    assert found.keys() == expected.keys()
    for path, value in expected.items():
        array = np.asarray(found[path])
        if is_text(value):
            texts = [row.tobytes().split(b"\0")[0].decode() for row in array]
            assert texts == list(value)
        else:
            assert array.dtype == value.dtype, path
            np.testing.assert_array_equal(array, value)
    # And without x64: nothing has 64 bits.
    with jax.enable_x64(False):
        handle, _, _, step = env.xla()
        found = jax.tree.leaves(jax.jit(step)(handle, action))
        assert max(array.dtype.itemsize for array in found) <= 4
    env.close()
    twin.close()


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_infos_of_terminations(mode):
    """A lap is finished by the first step; the mask tells which rows have that."""
    kwargs = {"num_envs": 2, "lap_complete_percent": 0.0, "autoreset_mode": mode}
    env = envpool.make_gymnasium("CarRacing-v3", **kwargs)
    env.reset(seed=1)
    handle, _, _, step = env.xla()
    ends = 0
    for _ in range(3):
        handle, result = step(handle, np.zeros((2, 3), np.float32))
        terminated, info = np.asarray(result[2]), result[-1]
        ends += terminated.sum()
        if mode == "next_step":
            np.testing.assert_array_equal(info["_lap_finished"], terminated)
        else:
            assert "lap_finished" not in info
            info = info["final_info"]
        assert np.asarray(info["lap_finished"])[terminated].all()
    assert ends


def test_other_ranges_of_actions():
    """The arrays are the same, but Breakout has fewer actions."""
    env, other = (make(f"{game}-v5", "gymnasium") for game in ("Pong", "Breakout"))
    step = jax.jit(env.xla()[-1])
    action = np.full(2, 5, np.int32)
    jax.block_until_ready(step(env.xla()[0], action))
    with pytest.raises(JaxRuntimeError, match="that the call was traced for"):
        jax.block_until_ready(step(other.xla()[0], action))

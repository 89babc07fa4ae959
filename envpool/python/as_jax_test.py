# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`as_jax()`: results as arrays of JAX."""

import dataclasses
import pickle

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import envpool
from envpool.python.errors import ArgumentTypeError, NotSupportedError
from envpool.testing.jax_pools import (
    APIS,
    N,
    actions,
    assert_equal,
    cartpole,
    on_two_devices,
)


def address(array):
    return array.unsafe_buffer_pointer()


@pytest.mark.parametrize("api", APIS)
def test_as_jax(api):
    env, twin = cartpole(**APIS[api]), cartpole(**APIS[api])
    of_jax = env.as_jax()
    for action in actions(5):
        result = of_jax.step(jnp.asarray(action))
        leaves = jax.tree.leaves(result)
        assert all(isinstance(leaf, jax.Array) for leaf in leaves)
        assert_equal(result, twin.step(action))
    assert len(of_jax) == N
    assert of_jax.spec is env.spec
    assert_equal(of_jax.reset(), twin.reset())
    of_jax.send(jnp.asarray(actions(1)[0]))
    assert_equal(of_jax.recv(), twin.step(actions(1)[0]))


def test_as_jax_does_not_copy(monkeypatch):
    env = cartpole()
    seen = []
    step = env.step

    def remember(*args):
        result = step(*args)
        seen.append(result)
        return result

    monkeypatch.setattr(env, "step", remember)
    result = env.as_jax().step(actions(1)[0])
    assert address(result[0]) == seen[0][0].ctypes.data
    assert address(result[1]) == seen[0][1].ctypes.data


def test_all_arrays_are_on_the_cpu():
    """Including arrays that become 32 bits wide, for any default device of JAX."""
    code = """
import jax, envpool
jax.config.update("jax_default_device", jax.devices()[1])  # as if it were a GPU
env = envpool.make_gymnasium("Taxi-v3", num_envs=2).as_jax()
obs, info = env.reset()
print({leaf.devices() == {jax.devices()[0]} for leaf in jax.tree.leaves((obs, info))})
"""
    assert on_two_devices(code) == "{True}"


def test_as_jax_of_memory_that_changes():
    for options in ({"static_output": True}, {"output": "torch"}):
        env = cartpole()
        env._options = dataclasses.replace(env._options, **options)
        with pytest.raises(NotSupportedError, match=next(iter(options))):
            env.as_jax()
    with pytest.raises(TypeError, match="out"):
        cartpole().as_jax().recv(out={})


def test_actions():
    env = cartpole().as_jax()
    with pytest.raises(ArgumentTypeError, match="action: expected an array"):
        env.step(jax.random.key(0))
    results = []
    for dtype in (jnp.bfloat16, jnp.float16, jnp.float32):  # NumPy has no bfloat16
        env = envpool.make_gymnasium("Pendulum-v1", num_envs=2, seed=3).as_jax()
        env.reset()
        results.append(env.step(jnp.ones((2, 1), dtype))[0])
    np.testing.assert_array_equal(results, results[:1] * 3)


def test_as_jax_pickles():
    copy = pickle.loads(pickle.dumps(cartpole().as_jax()))
    assert isinstance(copy.reset()[0], jax.Array)
    assert len(copy) == N

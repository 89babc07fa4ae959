# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`xla()` of envs with specs that few others have."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.errors import JaxRuntimeError

import envpool
from envpool.python.errors import ArgumentError
from envpool.testing import odd  # noqa: F401  it registers Echo


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
    games = ("Pong-v5", "Breakout-v5")
    env, other = (envpool.make_gymnasium(game, num_envs=2) for game in games)
    env.reset()
    other.reset()
    step = jax.jit(env.xla()[-1])
    action = np.full(2, 5, np.int32)
    jax.block_until_ready(step(env.xla()[0], action))
    with pytest.raises(JaxRuntimeError, match="that the call was traced for"):
        jax.block_until_ready(step(other.xla()[0], action))


def echo():
    env = envpool.make_gymnasium("Echo-v0", num_envs=2)
    env.reset()
    return env


DTYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


@pytest.mark.parametrize("dtype", DTYPES)
def test_integers_of_any_dtype(dtype):
    """They are converted if they fit int32, the env's dtype, and refused if not."""
    info, own = np.iinfo(dtype), np.iinfo(np.int32)
    with jax.enable_x64("64" in dtype):
        handle, _, _, step = echo().xla()
        jitted = jax.jit(step)
        fitting = [max(info.min, own.min), min(info.max, own.max)]
        found = jitted(handle, jnp.array(fitting, dtype))[1][0]
        assert found.ravel().tolist() == fitting
        for bad in {info.min, info.max} - set(fitting):
            with pytest.raises(JaxRuntimeError, match=rf"call: .*, got {bad} in row 1"):
                jax.block_until_ready(jitted(handle, jnp.array([0, bad], dtype)))


def test_integers_of_64_bits_without_x64():
    """JAX would drop their upper half, so that 2**32 + 1 were 1."""
    handle, _, _, step = echo().xla()
    fitting = [-7, 2**31 - 1]
    assert step(handle, np.array(fitting))[1][0].ravel().tolist() == fitting
    for bad in (np.array([3, 2**32 + 1]), [np.int64(3), np.int64(2**32 + 1)]):
        with pytest.raises(ArgumentError, match=r"fit int32, .* from 3 to 4294967297"):
            step(handle, bad)

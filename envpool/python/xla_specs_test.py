# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`xla()` of envs with unusual specs, and on several devices."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.errors import JaxRuntimeError

import envpool
from envpool.python.errors import ArgumentError
from envpool.testing import rare_features  # noqa: F401  it registers Echo
from envpool.testing.jax_pools import on_two_devices


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_infos_of_terminations(mode):
    """The first step finishes a lap; the mask marks the rows that have the info."""
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
    """The arrays have the same form, but Breakout has fewer actions."""
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
    """Integers are converted if they fit into the env's int32, else refused."""
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
    """JAX would drop the upper half, and turn 2**32 + 1 into 1."""
    handle, _, _, step = echo().xla()
    fitting = [-7, 2**31 - 1]
    assert step(handle, np.array(fitting))[1][0].ravel().tolist() == fitting
    for bad in (np.array([3, 2**32 + 1]), [np.int64(3), np.int64(2**32 + 1)]):
        with pytest.raises(ArgumentError, match=r"fit int32, .* from 3 to 4294967297"):
            step(handle, bad)


def test_a_pool_for_each_device():
    """In `shard_map`; automatic partitioning is refused by XLA."""
    code = """
import jax, jax.numpy as jnp, numpy as np, envpool
from jax.sharding import AxisType, PartitionSpec as P

pools = [envpool.make_gym("CartPole-v1", num_envs=4, seed=4 * i) for i in range(2)]
obs = np.concatenate([pool.reset()[0] for pool in pools])
handles = np.stack([pool.xla()[0] for pool in pools])
step = pools[0].xla()[3]
mesh = jax.make_mesh((2,), ("i",), axis_types=(AxisType.Auto,))

@jax.jit
@jax.shard_map(mesh=mesh, in_specs=P("i"), out_specs=P("i"), check_vma=False)
def play(handle, obs):
    def body(carry, _):
        handle, obs = carry
        handle, (obs, *_) = step(handle, (obs[:, 2] > 0).astype(jnp.int32))
        return (handle, obs), None
    return jax.lax.scan(body, (handle[0], obs), None, length=30)[0][1]

found = play(handles, obs)
whole = envpool.make_gym("CartPole-v1", num_envs=8, seed=0)
obs, _ = whole.reset()
for _ in range(30):
    obs, *_ = whole.step((obs[:, 2] > 0).astype(np.int32))
print(len(found.devices()), np.array_equal(found, obs))
"""
    assert on_two_devices(code) == "2 True"

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`output=` and `static_output=`: the arrays of results.

JAX represents all packages here; the tests of the integrations cover PyTorch.
"""

import gc
import sys

import gymnasium
import jax
import numpy as np
import pytest
from gymnasium.wrappers.vector import FlattenObservation

from envpool.python.errors import ArgumentTypeError, ConfigError, NotSupportedError
from envpool.testing import vector_wrappers
from envpool.testing.outputs import CASES, ENV_TYPES, arrays_of, make
from envpool.testing.outputs import NUM_ENVS as N


@pytest.mark.parametrize(("task", "api"), CASES)
@pytest.mark.parametrize("batch_size", [N, 2])
def test_jax(task, api, batch_size):
    # With one thread, both pools return rows in the same order.
    kwargs = {"batch_size": batch_size, "caller_helps": False, "num_threads": 1}
    with (
        jax.enable_x64(True),
        make(task, api, output="jax", **kwargs) as env,
        make(task, api, **kwargs) as other,
    ):
        env.async_reset()
        other.async_reset()
        results, expected = env.recv(), other.recv()
        for _ in range(12):
            infos = results.observation._asdict() if api == "dm" else results[-1]
            ids = infos.get("env_id", np.arange(N))
            actions = jax.numpy.zeros(len(ids), int)
            results = env.step(actions, ids)
            expected = other.step(np.asarray(actions), np.asarray(ids))
            for mine, its in zip(arrays_of(results), arrays_of(expected), strict=True):
                if isinstance(its, np.ndarray):
                    assert isinstance(mine, jax.Array)
                    assert mine.dtype == its.dtype
                np.testing.assert_array_equal(mine, its)


def test_memory_is_shared_and_kept():
    env = make(output="jax")
    obs, _ = env.reset()
    own = env._last_columns()[env._columns.index["obs"]]
    assert obs.unsafe_buffer_pointer() == own.ctypes.data
    del own
    kept = [obs]
    copies = [np.array(obs)]
    for _ in range(20):
        kept.append(env.step(jax.numpy.ones(N, int))[0])
        copies.append(np.array(kept[-1]))
    env.close()
    del env
    gc.collect()
    for array, copy in zip(kept, copies, strict=True):
        assert (np.asarray(array) == copy).all()


def test_arrays_are_open_to_dlpack():
    with make() as env:
        obs = env.reset()[0]
        assert obs.flags.writeable
        assert obs.ctypes.data % 64 == 0
        for array in arrays_of(env.step(np.ones(N, int))):
            other = np.from_dlpack(array)
            assert other.ctypes.data == array.ctypes.data
            shared = jax.dlpack.from_dlpack(array)
            assert shared.unsafe_buffer_pointer() == array.ctypes.data


def test_masked_reset():
    with make(output="jax") as env, make() as other:
        env.reset()
        other.reset()
        options = {"reset_mask": np.arange(N) % 2 == 0}
        result = env.reset(seed=3, options=options)
        expected = other.reset(seed=3, options=options)
        for mine, its in zip(arrays_of(result), arrays_of(expected), strict=True):
            assert isinstance(mine, jax.Array)
            np.testing.assert_array_equal(mine, its)


@pytest.mark.parametrize("api", ENV_TYPES)
@pytest.mark.parametrize("task", ["CartPole-v1", "Blackjack-v1"])
def test_static_output(task, api):
    options = {"infos": "all"} if api == "gymnasium" else {}
    with (
        make(task, api, static_output=True, **options) as env,
        make(task, api, **options) as other,
    ):
        before = env.reset(), other.reset()
        for step in range(12):
            actions = np.full(N, step % 2)
            now = env.step(actions), other.step(actions)
            # The last result is unchanged, and the one before is overwritten.
            for results in (before, now):
                for mine, its in zip(*map(arrays_of, results), strict=True):
                    np.testing.assert_array_equal(mine, its)
            before = now


def test_static_addresses():
    with make("FrozenLake-v1", static_output=True, infos="all") as env:
        env.reset()
        seen = [arrays_of(env.step(np.zeros(N, int))[:4]) for _ in range(8)]
        objects = [list(map(id, each)) for each in seen]
        assert objects == [objects[0], objects[1]] * 4
        assert not set(objects[0]) & set(objects[1])


def test_static_arrays_outlive_the_pool():
    env = make(static_output=True)
    env.reset()
    results = [arrays_of(env.step(np.zeros(N, int))) for _ in range(5)]
    copies = [np.copy(each) for each in results[-1]]
    env.close()
    del env
    gc.collect()
    others = [make(num_envs=N) for _ in range(3)]
    for each in others:
        each.reset()
    for array, copy in zip(results[-1], copies, strict=True):
        np.testing.assert_array_equal(array, copy)
    assert sum(float(np.sum(array)) for array in results[0]) is not None


@pytest.mark.parametrize("batch_size", [2, 3])
def test_static_output_of_async_pools(batch_size):
    with make(static_output=True, batch_size=batch_size) as env:
        env.async_reset()
        seen = set()
        before = None
        for _ in range(60):
            result = env.recv()
            if before is not None:
                np.testing.assert_array_equal(*before)
            before = result[0], result[0].copy()
            seen.add(id(result[0]))
            env.send(np.zeros(batch_size, int), result[-1]["env_id"])
            np.testing.assert_array_equal(*before)
        assert len(seen) < 10


@pytest.mark.filterwarnings("ignore")  # Gymnasium's own warnings
@pytest.mark.parametrize("name", vector_wrappers.NAMES)
def test_wrappers_of_gymnasium(name):
    vector_wrappers.assert_right_or_refused(name, "jax")


def test_wrappers_that_need_numpy():
    text = "within FlattenObservation, .*ArrayConversion"
    with make(output="jax", autoreset_mode="next_step") as env:
        outer = Identity(FlattenObservation(Identity(env)))
        with pytest.raises(NotSupportedError, match=text):
            outer.reset()
        env.reset()  # without wrappers it still works


class Identity(gymnasium.vector.VectorWrapper):
    pass


class ToNumpy(gymnasium.vector.VectorWrapper):
    def reset(self, *, seed=None, options=None):
        obs, info = self.env.reset(seed=seed, options=options)
        return np.array(obs), info


def test_wrappers_around_a_conversion():
    ToNumpy.__name__ = "ArrayConversion"  # Gymnasium's own class needs another package
    ToNumpy.__module__ = "gymnasium.wrappers.vector.array_conversion"
    kwargs = {"seed": 3, "autoreset_mode": "next_step"}
    with make(output="jax", **kwargs) as env, make(**kwargs) as other:
        obs, _ = FlattenObservation(ToNumpy(env)).reset()
        np.testing.assert_array_equal(obs, other.reset()[0])


def test_a_package_that_is_missing(monkeypatch):
    for output, package in (("torch", "torch"), ("jax", "jax.dlpack")):
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(NotSupportedError, match=f"pip install {output}"):
            make(output=output)


def test_options():
    with pytest.raises(ConfigError, match=r"output: expected .*'torch'"):
        make(output="tensorflow")
    with pytest.raises(ArgumentTypeError, match="output"):
        make(output=1)
    with pytest.raises(ConfigError, match=r"static_output.*never change"):
        make(output="jax", static_output=True)
    with make() as env, pytest.raises(NotSupportedError, match=r"to: .*numpy"):
        env.to("cpu")
    with pytest.raises(ConfigError, match="output"):
        gymnasium.make("envpool/CartPole-v1", output="jax")

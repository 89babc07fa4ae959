# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The benchmarks' pools equal the official vector envs."""

import warnings

import gymnasium
import metaworld
import numpy as np
import pytest

import envpool
from envpool.errors import ConfigError
from envpool.mujoco.metaworld.benchmarks import BENCHMARKS, make_benchmark


def play(official, pool, steps, obs):
    """Compares two vector envs that have just been reset."""
    expected, _ = obs
    found, _ = pool.reset()
    np.testing.assert_array_equal(found, expected)
    random = np.random.default_rng(0)
    for _ in range(steps):
        action = random.uniform(-1, 1, (len(expected), 4)).astype(np.float32)
        expected, reward, *_, info = official.step(action)
        found, got, *_, infos = pool.step(action)
        np.testing.assert_allclose(
            found, expected, rtol=0, atol=1e-6 if found.dtype == np.float32 else 1e-12
        )
        np.testing.assert_allclose(got, np.float32(reward), rtol=1e-6)
        np.testing.assert_array_equal(infos["success"], info["success"])


def official(benchmark, **config):
    """Returns an official vector env."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return gymnasium.make_vec(f"Meta-World/{benchmark}", **config)


@pytest.mark.parametrize("method", ["", "exponential", "gymnasium"])
def test_mt10(method):
    normal = {"reward_normalization_method": method} if method else {}
    theirs = official("MT10", seed=3, use_one_hot=True, **normal)
    # With one-hot ids, the official vector env rounds observations.
    rounded = {"use_one_hot": True, "obs_dtype": "float32"}
    ours = make_benchmark("MT10", seed=3, **rounded, **normal)
    play(theirs, ours, 30, theirs.reset())


@pytest.mark.parametrize("split", ["train", "test"])
def test_ml10(split):
    size = 2 * len(BENCHMARKS["ML10"][split])
    theirs = official(f"ML10-{split}", seed=5, meta_batch_size=size)
    theirs.call("toggle_sample_tasks_on_reset", True)
    ours = make_benchmark("ML10", split=split, seed=5, num_envs=2)
    play(theirs, ours, 10, theirs.reset())


@pytest.mark.parametrize("split", ["train", "test"])
def test_ml1(split):
    name = "pick-place-v3"
    make = getattr(metaworld, f"make_ml_envs_{split}")
    theirs = make(name, seed=4, meta_batch_size=5)
    theirs.call("toggle_sample_tasks_on_reset", True)
    ours = make_benchmark("ML1", split=split, task_name=name, seed=4, num_envs=5)
    play(theirs, ours, 10, theirs.reset())


def test_the_lists_are_the_official_ones():
    for name, splits in BENCHMARKS.items():
        cls = getattr(metaworld.env_dict, f"{name}_V3")
        expected = {"train": cls} if name.startswith("MT") else cls
        for split, tasks in splits.items():
            assert tasks == tuple(expected[split])


def test_all_variants_are_played_before_one_returns():
    env = envpool.make(
        "MetaWorld/Reach-v3",
        "gymnasium",
        partially_observable=False,
        task_select="pseudorandom",
        total_tasks_per_cls=4,
    )
    goals = [tuple(env.reset()[0][0, -3:]) for _ in range(12)]
    for first in (0, 4, 8):
        assert len(set(goals[first : first + 4])) == 4
    assert len(set(goals)) == 4


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("MT9", {}, "name"),
        ("MT10", {"split": "test"}, "split"),
        ("MT1", {}, "task_name"),
        ("MT10", {"task_name": "reach-v3"}, "task_name"),
    ],
)
def test_wrong_arguments(name, options, error):
    with pytest.raises(ConfigError, match=error):
        make_benchmark(name, **options)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"benchmark_tasks": ["push-v3"]}, "benchmark_tasks"),
        ({"benchmark_tasks": ["x"]}, "benchmark_tasks"),
        ({"num_subsets": 2, "subset": 2}, "subset"),
    ],
)
def test_wrong_keys(options, error):
    with pytest.raises(ConfigError, match=error):
        envpool.make("MetaWorld/Reach-v3", "gymnasium", **options)

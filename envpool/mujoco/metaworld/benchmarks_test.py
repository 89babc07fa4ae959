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
from envpool.mujoco.metaworld.registration import task_id
from envpool.mujoco.metaworld.task_names import TASKS


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


def test_mt10():
    theirs = official("MT10", seed=3, use_one_hot=True)
    # With one-hot ids, the official vector env rounds observations.
    rounded = {"use_one_hot": True, "obs_dtype": "float32"}
    ours = make_benchmark("MT10", seed=3, **rounded)
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


THREE = ["push-v3", "door-open-v3", "reach-v3"]


@pytest.mark.parametrize("method", ["", "exponential", "gymnasium"])
def test_custom_mt(method):
    config = {"envs_list": THREE, "seed": 5, "use_one_hot": True}
    if method:
        config["reward_normalization_method"] = method
    name = "custom-mt-envs"
    theirs = official(name, vector_strategy="sync", **config)
    ours = make_benchmark(f"Meta-World/{name}", obs_dtype="float32", **config)
    play(theirs, ours, 30, theirs.reset())


@pytest.mark.parametrize(("split", "size"), [("train", 6), ("test", 4)])
def test_custom_ml(split, size):
    config = {
        "train_envs": THREE,
        "test_envs": ["drawer-open-v3", "sweep-v3"],
        "seed": 5,
        "split": split,
        "meta_batch_size": size,
        "vector_strategy": "sync",
    }
    theirs = official("custom-ml-envs", **config)
    play(theirs, make_benchmark("custom-ml-envs", **config), 10, theirs.reset())


@pytest.mark.parametrize("name", ["MT25", "ML25-test"])
def test_official_ids(name):
    options = {"meta_batch_size": 10} if name.startswith("ML") else {}
    theirs = official(name, seed=2, **options)
    if options:
        theirs.call("toggle_sample_tasks_on_reset", True)
    ours = make_benchmark(f"Meta-World/{name}", seed=2, **options)
    play(theirs, ours, 2, theirs.reset())


def play_one(theirs, ours, steps):
    """Compares an official env with a pool of one env, bit for bit."""
    np.testing.assert_array_equal(ours.reset()[0][0], theirs.reset()[0])
    random = np.random.default_rng(0)
    for _ in range(steps):
        action = random.uniform(-1, 1, (1, 4)).astype(np.float32)
        obs, reward, terminated, truncated, _ = theirs.step(action[0])
        found = ours.step(action)
        np.testing.assert_array_equal(found[0][0], obs)
        assert found[1][0] == np.float32(reward)
        assert (found[2][0], found[3][0]) == (terminated, truncated)
        if terminated or truncated:
            obs = theirs.reset()[0]
            np.testing.assert_array_equal(ours.step(action)[0][0], obs)


@pytest.mark.parametrize(
    "config",
    [
        {"recurrent_info_in_obs": True},
        {
            "recurrent_info_in_obs": True,
            "normalize_reward_in_recurrent_info": False,
            "use_one_hot": True,
            "reward_normalization_method": "exponential",
        },
        {"normalize_observations": True},
        {
            "normalize_observations": True,
            "recurrent_info_in_obs": True,
            "reward_normalization_method": "gymnasium",
        },
        {"terminate_on_success": True, "task_select": "random"},
    ],
)
@pytest.mark.parametrize("name", ["reach-v3", "push-v3"])
def test_wrappers(name, config):
    extra = {"env_id": 0} if "use_one_hot" in config else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = metaworld.make_mt_envs(
            name, seed=5, max_episode_steps=40, **config, **extra
        )
    ours = envpool.make_gymnasium(
        "Meta-World/MT1", env_name=name, seed=5, max_episode_steps=40, **config
    )
    play_one(theirs, ours, 100)


@pytest.mark.parametrize("kind", ["goal_hidden", "goal_observable"])
def test_single_goals(kind):
    name = "push-v3"
    theirs = gymnasium.make(
        f"Meta-World/{kind}", env_name=name, seed=5, disable_env_checker=True
    )
    ours = envpool.make_gymnasium(
        f"Meta-World/{kind}", env_name=f"{name}-{kind.replace('_', '-')}", seed=5
    )
    play_one(theirs, ours, 20)
    play_one(theirs, ours, 5)  # the same goal again


def test_normalized_observations_are_saved():
    config = {"normalize_observations": True, "recurrent_info_in_obs": True}
    pool = envpool.make_gymnasium("MetaWorld/Push-v3", seed=1, **config)
    pool.reset()
    action = np.full((1, 4), 0.3, np.float32)
    for _ in range(3):
        pool.step(action)
    states = pool.save_state()
    expected = pool.step(action)[0].copy()
    pool.step(action)
    pool.load_state(states)
    np.testing.assert_array_equal(pool.step(action)[0], expected)


def test_numbers_of_tasks():
    """The order of tasks.cc is that of registration.py."""
    for number, name in enumerate(TASKS):
        env = envpool.make(task_id(name), "gym")
        assert env.reset()[1]["task_id"] == number


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
        ("MT10", {"env_name": "reach-v3"}, "task_name"),
        ("MT10", {"vector_strategy": "fast"}, "vector_strategy"),
        ("ML10", {"meta_batch_size": 11}, "meta_batch_size"),
        ("ML10", {"meta_batch_size": 10, "num_envs": 1}, "meta_batch_size"),
        ("custom-mt-envs", {}, "envs_list"),
        ("custom-mt-envs", {"envs_list": ["push-v3"] * 2}, "envs_list"),
        (
            "custom-ml-envs",
            {"train_envs": ["push-v3"], "test_envs": ["push-v3"]},
            "train_envs",
        ),
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
        ({"reward_function_version": "v1"}, "reward_function_version"),
    ],
)
def test_wrong_keys(options, error):
    with pytest.raises(ConfigError, match=error):
        envpool.make("MetaWorld/Reach-v3", "gymnasium", **options)

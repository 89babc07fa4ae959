# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Spaces and results of `env_type="gymnasium"`, against the official envs."""

import functools
import re
import warnings

import ale_py
import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation

import envpool
from envpool.registration import registry
from envpool.testing.kit_plugin import ids_of

with warnings.catch_warnings():
    # Where the warning about SWIG's types is an error, the interpreter crashes.
    warnings.simplefilter("ignore")
    import Box2D  # noqa: F401

gymnasium.logger.min_level = gymnasium.logger.ERROR
gymnasium.register_envs(ale_py)
N = 3
ATARI = "envpool.atari"

# Packages without any official env that can be made, and why.
WITHOUT_ANY = {
    "envpool.mujoco.dmc": "Gymnasium has no tasks of the Control suite",
    **dict.fromkeys(
        ("envpool.minigrid", "envpool.procgen", "envpool.vizdoom"),
        "the family's own tests compare them",
    ),
}
# Ids without one: of which package, and why.
WITHOUT = {
    r"(phys2d|tabular)/.*": ("", "another name of a plain task; theirs needs JAX"),
    r".*-v2": ("envpool.box2d", "Gymnasium has their third version only"),
    r".*-v[23]": ("envpool.mujoco.gym", "they need mujoco-py and are gone"),
    r"Pusher-v4": ("envpool.mujoco.gym", "it needs MuJoCo 2"),
    r"(Catch|NChain|CliffWalking|Pendulum)-v0": ("", "Gymnasium has none"),
    r"Taxi-v4": ("", "it came with Gymnasium 1.3; the family has a record of it"),
}


def package_of(task_id):
    return registry.specs[task_id][0]


def has_official(task_id):
    package = package_of(task_id)
    return package not in WITHOUT_ANY and not any(
        re.fullmatch(pattern, task_id) and package == (owner or package)
        for pattern, (owner, _) in WITHOUT.items()
    )


def pytest_generate_tests(metafunc):
    (package,) = metafunc.config.getoption("--ids")
    official_ids = [each for each in ids_of(package) if has_official(each)]
    if "official_id" in metafunc.fixturenames:
        metafunc.parametrize("official_id", official_ids)
    if "plain_id" in metafunc.fixturenames:
        plain = [] if package == ATARI else official_ids
        metafunc.parametrize("plain_id", plain)


def name_of(task_id):
    if package_of(task_id) == ATARI:
        return f"ALE/{task_id.replace('3d', '3D')}"
    return task_id


def preprocessed(env):
    # A few games lack the action that the wrapper begins an episode with.
    noop_max = 30 if env.get_action_meanings()[0] == "NOOP" else 0
    return FrameStackObservation(AtariPreprocessing(env, noop_max=noop_max), 4)


@functools.cache
def official(task_id):
    """Returns Gymnasium's env, without its wrappers."""
    if package_of(task_id) != ATARI:
        return gymnasium.make(name_of(task_id)).unwrapped
    return preprocessed(gymnasium.make(name_of(task_id), frameskip=1).unwrapped)


def test_ids_without_an_official_env(package):
    without = [task_id for task_id in ids_of(package) if not has_official(task_id)]
    for task_id in without:
        with pytest.raises((gymnasium.error.Error, ImportError)):
            gymnasium.make(task_id)
    assert (package in WITHOUT_ANY) == (len(without) == len(ids_of(package)))


def test_spaces(official_id):
    spec, theirs = envpool.make_spec(official_id), official(official_id)
    assert spec.observation_space == theirs.observation_space
    assert spec.observation_space.dtype == theirs.observation_space.dtype
    assert spec.action_space == theirs.action_space
    assert spec.action_space.dtype == theirs.action_space.dtype


def test_results(plain_id):
    """Spaces, types and infos of whole results, next to a vector env's."""
    ours = envpool.make_gymnasium(plain_id, num_envs=N)
    theirs = gymnasium.make_vec(plain_id, num_envs=N, vectorization_mode="sync")
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    mine, other = ours.reset(seed=1), theirs.reset(seed=1)
    alike(mine[0], other[0])
    assert set(mine[-1]) == set(other[-1])
    assert mine[0] in theirs.observation_space
    theirs.action_space.seed(1)
    for _ in range(3):
        action = theirs.action_space.sample()
        mine, other = ours.step(action), theirs.step(action)
        alike(mine[0], other[0])
        assert mine[0] in theirs.observation_space
        assert set(mine[-1]) == set(other[-1])
        for key, value in other[-1].items():
            assert mine[-1][key].shape == value.shape, key
            if key[0] == "_":
                np.testing.assert_array_equal(mine[-1][key], value)
    theirs.close()


def alike(mine, other):
    assert type(mine) is type(other)
    if isinstance(other, tuple):
        for a, b in zip(mine, other, strict=True):
            alike(a, b)
    else:
        assert (mine.dtype, mine.shape) == (other.dtype, other.shape)

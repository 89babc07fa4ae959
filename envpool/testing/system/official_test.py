# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Spaces and results of `env_type="gymnasium"`, against the official envs."""

import dataclasses
import functools
import importlib
import re
import warnings

import ale_py
import gymnasium
import minigrid
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation

import envpool
from envpool.registration import registry
from envpool.testing.kit_plugin import ids_of
from envpool.testing.selection import one_of_each_class

with warnings.catch_warnings():
    # Where the warning about SWIG's types is an error, the interpreter crashes.
    warnings.simplefilter("ignore")
    import Box2D  # noqa: F401

gymnasium.logger.min_level = gymnasium.logger.ERROR
for _package in (ale_py, minigrid):
    gymnasium.register_envs(_package)
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
# What a registration says beside how the env is made.
FIELDS = {each.name for each in dataclasses.fields(EnvSpec)} - {
    *("id", "namespace", "name", "version", "kwargs"),
    *("entry_point", "vector_entry_point", "disable_env_checker"),
}
NO_LIMIT = 2**31 - 1  # and 0 stands for a limit of the env's own
MODES = {"human", "rgb_array", "ansi"}  # the others have arrays of other kinds


def package_of(task_id):
    return registry.specs[task_id][0]


def has_official(task_id):
    package = package_of(task_id)
    return package not in WITHOUT_ANY and not any(
        re.fullmatch(pattern, task_id) and package == (owner or package)
        for pattern, (owner, _) in WITHOUT.items()
    )


def is_there(task_id):
    """Whether Gymnasium's registration is of an env, and not of its remains."""
    return has_official(task_id) or package_of(task_id) not in (
        "envpool.mujoco.gym",
        "envpool.box2d",
    )


def pytest_generate_tests(metafunc):
    (package,) = metafunc.config.getoption("--ids")
    official_ids = [each for each in ids_of(package) if has_official(each)]
    if "official_id" in metafunc.fixturenames:
        metafunc.parametrize("official_id", official_ids)
    if "registered_id" in metafunc.fixturenames:
        if package == "envpool.vizdoom":
            importlib.import_module("vizdoom.gymnasium_wrapper")  # registers them
        registered = [
            each
            for each in ids_of(package)
            if name_of(each) in gymnasium.registry and is_there(each)
        ]
        metafunc.parametrize("registered_id", registered)
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
        if name_of(task_id) in gymnasium.registry and is_there(task_id):
            continue  # the family's own tests compare it
        with pytest.raises((gymnasium.error.Error, ImportError)):
            gymnasium.make(task_id)
    assert (package in WITHOUT_ANY) == (len(without) == len(ids_of(package)))


def test_registration(registered_id):
    theirs = dataclasses.asdict(gymnasium.spec(name_of(registered_id)))
    if package_of(registered_id) == ATARI:  # it counts frames
        frames = theirs["kwargs"]["max_num_frames_per_episode"]
        theirs["max_episode_steps"] = frames // theirs["kwargs"]["frameskip"]
    own_id = "envpool/" + registered_id.replace("/", ".")
    ours = dataclasses.asdict(gymnasium.spec(own_id))
    if theirs["max_episode_steps"] is None and ours["max_episode_steps"]:
        # Their limit is an argument of the env.
        theirs["max_episode_steps"] = official(registered_id).max_steps
    assert {key: ours[key] for key in FIELDS} == {key: theirs[key] for key in FIELDS}
    spec = envpool.make_spec(registered_id)
    assert spec.reward_threshold == theirs["reward_threshold"]
    limits = {theirs["max_episode_steps"]} - {None} or {0, NO_LIMIT}
    assert spec.config.max_episode_steps in limits


def test_metadata(official_id):
    ours = envpool.make_gymnasium(official_id).metadata
    theirs = official(official_id).unwrapped.metadata
    assert set(ours["render_modes"]) == set(theirs["render_modes"]) & MODES
    # Theirs says 30 whatever frames are skipped, which is twice as fast as life.
    fps = 15 if package_of(official_id) == ATARI else theirs["render_fps"]
    assert ours["render_fps"] == fps


def test_frame_rate(package):
    """Videos play in real time, whatever frames are skipped."""
    for task_id in one_of_each_class(ids_of(package)):
        spec = envpool.make_spec(task_id)
        config = spec.config._asdict()
        if "frame_skip" not in config:
            continue
        rates = {
            skip: spec._official.fps({**config, "frame_skip": skip})
            for skip in (1, 5, 1000)
        }
        assert rates[5] == pytest.approx(rates[1] / 5, abs=0.5)
        assert rates[1000] == 1


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

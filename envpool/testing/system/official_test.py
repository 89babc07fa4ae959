# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares spaces and results of `env_type="gymnasium"` with the official envs.

The family's gymnasium_oracle.py describes the official envs. Everything is optional:

    WITHOUT             patterns of the ids without an official env, with the reason
    HAS_REMAINS         True if Gymnasium registers some of these, but cannot make them
    register()          registers the official envs with Gymnasium
    name_of(id)         the official id
    make(name)          the official env, without Gymnasium's wrappers
    IS_PLAIN            False if gymnasium.make_vec makes another env than make(name)
    RENDER_FPS          frames per second of the env's videos
    max_episode_steps   a function of the keywords of the official registration
"""

import dataclasses
import functools
import importlib
import re

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec

import envpool
from envpool.registration import registry
from envpool.testing.kit_plugin import ids_of
from envpool.testing.selection import one_of_each_class

gymnasium.logger.min_level = gymnasium.logger.ERROR
N = 3

# The fields of a registration other than those for making the env.
FIELDS = {each.name for each in dataclasses.fields(EnvSpec)} - {
    *("id", "namespace", "name", "version", "kwargs"),
    *("entry_point", "vector_entry_point", "disable_env_checker"),
}
NO_LIMIT = 2**31 - 1  # 0 means that the env has its own limit
MODES = {"human", "rgb_array", "ansi"}  # other modes return arrays in other formats


@functools.cache
def oracle_of(package):
    oracle = importlib.import_module(f"{package}.gymnasium_oracle")
    getattr(oracle, "register", lambda: None)()
    return oracle


def own(task_id, name, default=None):
    """Returns a value of the family's oracle."""
    return getattr(oracle_of(registry.specs[task_id][0]), name, default)


def has_official(task_id):
    return not any(re.fullmatch(each, task_id) for each in own(task_id, "WITHOUT", ()))


def is_there(task_id):
    """Whether Gymnasium registers an env that can still be made."""
    return has_official(task_id) or not own(task_id, "HAS_REMAINS")


def pytest_generate_tests(metafunc):
    (package,) = metafunc.config.getoption("--ids")
    official_ids = [each for each in ids_of(package) if has_official(each)]
    if "official_id" in metafunc.fixturenames:
        metafunc.parametrize("official_id", official_ids)
    if "registered_id" in metafunc.fixturenames:
        registered = [
            each
            for each in ids_of(package)
            if name_of(each) in gymnasium.registry and is_there(each)
        ]
        metafunc.parametrize("registered_id", registered)
    if "plain_id" in metafunc.fixturenames:
        plain = [each for each in official_ids if own(each, "IS_PLAIN", True)]
        metafunc.parametrize("plain_id", plain)


def name_of(task_id):
    return own(task_id, "name_of", str)(task_id)


@functools.cache
def official(task_id):
    """Returns Gymnasium's env, without its wrappers."""
    make = own(task_id, "make", lambda name: gymnasium.make(name).unwrapped)
    return make(name_of(task_id))


def test_ids_without_an_official_env(package):
    without = [task_id for task_id in ids_of(package) if not has_official(task_id)]
    for task_id in without:
        if name_of(task_id) in gymnasium.registry and is_there(task_id):
            continue  # the family's own tests compare this env
        with pytest.raises((gymnasium.error.Error, ImportError)):
            gymnasium.make(task_id)
    is_none = ".*" in getattr(oracle_of(package), "WITHOUT", ())
    assert is_none == (len(without) == len(ids_of(package)))


def test_registration(registered_id):
    theirs = dataclasses.asdict(gymnasium.spec(name_of(registered_id)))
    if steps := own(registered_id, "max_episode_steps"):
        theirs["max_episode_steps"] = steps(theirs["kwargs"])
    own_id = "envpool/" + registered_id.replace("/", ".")
    ours = dataclasses.asdict(gymnasium.spec(own_id))
    if theirs["max_episode_steps"] is None and ours["max_episode_steps"]:
        # The official env has its limit as an argument.
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
    fps = own(official_id, "RENDER_FPS", theirs["render_fps"])
    assert ours["render_fps"] == fps


def test_frame_rate(package):
    """Videos play in real time, for any frame_skip."""
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
    """Compares spaces, types and infos of whole results with a vector env's."""
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

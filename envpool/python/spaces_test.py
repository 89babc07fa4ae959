# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import math
import subprocess
import sys

import gymnasium.spaces
import gymnasium.vector
import numpy as np
import pytest
from dm_env import specs
from gymnasium.spaces import Box, Discrete, MultiBinary

from envpool.python.array_spec import ArraySpec
from envpool.python.data import dm_spec_transform, gymnasium_spec_transform
from envpool.python.errors import NotSupportedError
from envpool.python.results import trees
from envpool.python.results.spaces import (
    classic_observation,
    gym_module,
    gymnasium_leaf,
    gymnasium_observation,
    make_space,
)

INF = math.inf
INT = (-(2**31), 2**31 - 1)
NO = ([], [])


def entry(dtype, shape, bounds, elementwise=NO, discrete=False):
    return ArraySpec(np.dtype(dtype), shape, bounds, elementwise, discrete)


CASES = [
    # entry, as observation, as action, dm_env spec of the observation
    (entry("i4", [-1], (0, 1)), Discrete(2), Discrete(2), specs.DiscreteArray),
    (entry("i4", [], (0, 15)), Discrete(16), Discrete(16), specs.DiscreteArray),
    (entry("i4", [-1, 1], (0, 3)), Discrete(4), Discrete(4), specs.DiscreteArray),
    (
        entry("i4", [], (2, 5)),
        Discrete(4, start=2),
        Discrete(4, start=2),
        specs.BoundedArray,
    ),
    (
        entry("f4", [], (0.0, 3.0), NO, True),
        Box(0.0, 3.0, (), np.float32),
        Discrete(4),
        specs.BoundedArray,
    ),
    (
        entry("i4", [], INT),
        Box(*INT, (), np.int32),
        Box(*INT, (), np.int32),
        specs.BoundedArray,
    ),
    (
        entry("i4", [], (0, 2**20)),
        Box(0, 2**20, (), np.int32),
        Box(0, 2**20, (), np.int32),
        specs.BoundedArray,
    ),
    (
        entry("i4", [3], (0, 31)),
        Box(0, 31, (3,), np.int32),
        Box(0, 31, (3,), np.int32),
        specs.BoundedArray,
    ),
    (
        entry("u1", [-1, 4, 84, 84], (0, 255)),
        Box(0, 255, (4, 84, 84), np.uint8),
        Box(0, 255, (4, 84, 84), np.uint8),
        specs.BoundedArray,
    ),
    (
        entry("i4", [3], (0, 1)),
        Box(0, 1, (3,), np.int32),
        MultiBinary(3),
        specs.BoundedArray,
    ),
    (entry("?", [5], (0, 1)), MultiBinary([5]), MultiBinary([5]), specs.BoundedArray),
    (
        entry("f4", [2], (-INF, INF)),
        Box(-INF, INF, (2,), np.float32),
        Box(-INF, INF, (2,), np.float32),
        specs.BoundedArray,
    ),
    (
        entry("f8", [2], (-INF, INF), ([-1.0, -INF], [1.0, 2.5])),
        Box(np.array([-1.0, -INF]), np.array([1.0, 2.5]), (2,), np.float64),
        Box(np.array([-1.0, -INF]), np.array([1.0, 2.5]), (2,), np.float64),
        specs.BoundedArray,
    ),
]


@pytest.mark.parametrize(("spec", "obs", "action", "dm"), CASES)
def test_conversions(spec, obs, action, dm):
    assert gymnasium_spec_transform("", spec, "obs") == obs
    assert gymnasium_spec_transform("", spec, "act") == action
    converted = dm_spec_transform("name", spec, "obs")
    assert type(converted) is dm
    assert converted.name == "name"
    assert converted.dtype == spec.dtype
    assert math.prod(converted.shape) == math.prod(spec.inner_shape)


@pytest.mark.parametrize(
    ("spec", "space", "classic", "leaf"),
    [
        (entry("i4", [], (0, 3)), Discrete(4), Discrete(4), ("pick", 7, 0, "int64")),
        (
            entry("i2", [-1, 1], (1, 3)),
            Discrete(3, start=1),
            Box(1, 3, (1,), np.int16),
            ("pick", 7, 0, "int64"),
        ),
        (
            entry("f4", [-1], (0, INF)),
            Box(0, INF, (1,), np.float32),
            Box(0, INF, (), np.float32),
            ("view", 7, (1,)),
        ),
        (
            entry("i4", [], INT),
            Box(*INT, (1,), np.int32),
            Box(*INT, (), np.int32),
            ("view", 7, (1,)),
        ),
        (entry("?", [], (0, 1)), MultiBinary([1]), MultiBinary([]), ("view", 7, (1,))),
        (
            entry("i4", [2], (0, 3)),
            Box(0, 3, (2,), np.int32),
            Box(0, 3, (2,), np.int32),
            7,
        ),
    ],
)
def test_observations(spec, space, classic, leaf):
    """Observations of each API are members of its spaces."""
    spaces = gymnasium.spaces
    assert gymnasium_observation(spec, (), spaces) == space
    assert gymnasium_leaf(spec, (), 7) == leaf
    assert classic_observation(spec, spaces) == classic
    column = np.ones((3, *spec.inner_shape), spec.dtype)
    built = trees.build(leaf, {7: column})
    assert built in gymnasium.vector.utils.batch_space(space, 3)
    assert np.asarray(column[0]) in classic


def test_a_tuple_of_choices():
    spec = entry("i4", [2], (0, 31))
    spaces = gymnasium.spaces
    space = spaces.Tuple([Discrete(4), Discrete(2)])
    assert gymnasium_observation(spec, (4, 2), spaces) == space
    built = trees.build(gymnasium_leaf(spec, (4, 2), 0), [np.ones((3, 2), np.int32)])
    assert built in gymnasium.vector.utils.batch_space(space, 3)


@pytest.mark.parametrize(("spec", "obs", "action", "dm"), CASES)
def test_gym_spaces_are_the_same(spec, obs, action, dm):
    gym = gym_module()
    space = make_space(spec, False, gym.spaces)
    assert isinstance(space, gym.spaces.Space)
    assert not isinstance(space, gymnasium.spaces.Space)
    assert type(space).__name__ == type(obs).__name__
    assert space.shape == obs.shape
    assert space.dtype == (np.int64 if isinstance(obs, Discrete) else obs.dtype)
    if isinstance(obs, Box):
        np.testing.assert_array_equal(space.low, obs.low)
        np.testing.assert_array_equal(space.high, obs.high)


def test_elementwise_bounds_of_float64_fit_a_float32_box_without_a_warning():
    spec = entry("f4", [2], (-INF, INF), ([-4.8, -0.1], [4.8, 0.1]))
    space = gymnasium_spec_transform("", spec, "obs")
    assert space == Box(np.float32([-4.8, -0.1]), np.float32([4.8, 0.1]))


def test_ragged_entries_have_no_space():
    spec = ArraySpec("f4", [[-1], [3]], (0, 1))
    assert spec.is_ragged
    with pytest.raises(NotSupportedError, match="differ in shape"):
        gymnasium_spec_transform("", spec, "obs")


def test_array_specs_compare_and_show():
    spec = entry("f4", [2], (0, 1))
    assert spec == entry("f4", [2], (0, 1))
    assert spec != entry("f4", [2], (0, 2))
    assert spec != 3
    assert "shape=[2]" in repr(spec)


def test_gym_is_imported_in_silence():
    code = (
        "import sys; from envpool.python.results import spaces as s;"
        "assert 'gym' not in sys.modules;"
        "gym = s.gym_module(); assert gym.__name__ == 'gym', gym;"
        "import gym_notices.notices as n; assert n.notices"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

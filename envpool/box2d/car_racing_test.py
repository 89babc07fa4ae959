# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""CarRacing against Gymnasium's own env: same seed, same episodes, same pixels."""

import functools

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.box2d.oracle import (
    OfficialCar,
    along_the_road,
    any_pedals,
    car_case,
    car_racing,
)
from envpool.python.errors import ArgumentTypeError, ConfigError
from envpool.testing.oracle import comparisons


def any_choice(env, random):
    return random.integers(5, size=1)


def off_the_road(env, random):
    return np.array([[random.uniform(-0.1, 0.1), 1, 0]], np.float32)


test_same_seed_same_episodes = comparisons(
    OfficialCar(),
    [
        car_case("CarRacing-v3", any_pedals, 190, max_episode_steps=60),
        car_case(
            "CarRacing-v2", any_choice, 100, continuous=False, max_episode_steps=30
        ),
        car_case(
            "CarRacing-v3", any_pedals, 100, domain_randomize=True, max_episode_steps=30
        ),
        car_case("CarRacing-v3", off_the_road, 400),
        car_case("CarRacing-v3", along_the_road, 250, lap_complete_percent=0.1),
    ],
)


@pytest.mark.parametrize("options", [{}, {"domain_randomize": True}])
def test_frames(options):
    official = car_racing.CarRacing(render_mode="rgb_array", **options)
    env = envpool.make(
        "CarRacing-v3", "gymnasium", seed=5, render_mode="rgb_array", **options
    )
    random = np.random.default_rng(0)
    official.reset(seed=5)
    env.reset()
    for step in range(70):
        if step % 6 == 0:
            np.testing.assert_array_equal(env.render()[0], official.render())
        action = any_pedals(official, random) * np.float32([1, 1, 0])
        official.step(action[0])
        env.step(action)


def test_reset_without_new_colors():
    """A reset can keep the colours, also after loading a state."""
    official = car_racing.CarRacing(domain_randomize=True)
    make = functools.partial(
        envpool.make_gymnasium, "CarRacing-v3", domain_randomize=True
    )
    env, other = make(seed=5), make(seed=6)
    expected, _ = official.reset(seed=5)
    np.testing.assert_array_equal(env.reset()[0][0], expected)
    action = np.float32([[0.1, 0.5, 0]])
    for randomize in (False, True, False, False):
        options = {"randomize": randomize}
        expected, _ = official.reset(options=options)
        np.testing.assert_array_equal(env.reset(options=options)[0][0], expected)
        for _ in range(3):
            expected = official.step(action[0])[0]
            np.testing.assert_array_equal(env.step(action)[0][0], expected)
    other.load_state(env.save_state())
    for _ in range(2):
        expected = official.step(action[0])[0]
        np.testing.assert_array_equal(other.step(action)[0][0], expected)
    for options in ({"randomize": False}, {}):
        expected, _ = official.reset(options=options)
        np.testing.assert_array_equal(other.reset(options=options)[0][0], expected)
    with pytest.raises(ArgumentTypeError, match=r"^options\['randomize'\]: expected"):
        env.reset(options={"randomize": "no"})


def test_the_first_colors_without_new_ones_are_those_of_the_seed():
    """The official env draws its first colours unseeded."""
    env = envpool.make_gymnasium("CarRacing-v3", seed=5, domain_randomize=True)
    first, _ = env.reset(options={"randomize": False})
    again, _ = envpool.make_gymnasium(
        "CarRacing-v3", seed=5, domain_randomize=True
    ).reset()
    corner = first[0, 0, 0].tolist()
    assert corner == again[0, 0, 0].tolist()


@pytest.mark.parametrize(
    "option",
    [{"lap_complete_percent": 1.5}, {"continuous": "no"}, {"domain_randomize": "yes"}],
)
def test_bad_options(option):
    key = next(iter(option))
    with pytest.raises((ConfigError, TypeError), match=key):
        envpool.make("CarRacing-v3", "gymnasium", **option)


def test_continuous_chooses_the_actions():
    for continuous in (True, False, np.True_, 0):
        spec = envpool.make_spec("CarRacing-v3", continuous=continuous)
        assert spec.config.continuous == continuous
        space = spec.gymnasium_action_space
        assert isinstance(space, gymnasium.spaces.Discrete) != continuous

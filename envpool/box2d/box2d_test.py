# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Box2D against Gymnasium's own envs: same seed, same episodes."""

from __future__ import annotations

import contextlib

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.box2d.oracle import OFFICIAL, Official, case_of
from envpool.python.errors import ConfigError, EnvStepError
from envpool.registration import registry
from envpool.testing.oracle import comparisons, play

WALKERS = ["BipedalWalker-v3", "BipedalWalkerHardcore-v3"]
STORM = {"enable_wind": True, "turbulence_power": 1.9}


class Frames(Official):
    """Envs and a pool that render."""

    def __init__(self):
        self.envs = []

    def make(self, case, seed):
        official = super().make(case, seed)
        self.envs.append(official.env)
        return official

    def check_spaces(self, pool, official):
        self.pool = pool


test_lander_options = comparisons(
    Official(),
    [
        case_of("LunarLander-v3", 0.0, enable_wind=True),
        case_of("LunarLander-v3", 0.9, enable_wind=True, wind_power=19.5),
        case_of("LunarLander-v3", 0.9, gravity=-2.5),
        case_of("LunarLanderContinuous-v3", 0.0),
        case_of("LunarLanderContinuous-v3", 0.9, gravity=-11.9, **STORM),
    ],
)
test_walkers_that_walk = comparisons(
    Official(),
    [case_of(task_id, 1.0, max_episode_steps=500) for task_id in WALKERS],
)


@pytest.mark.parametrize(
    ("task_id", "taught"),
    [
        ("LunarLander-v3", 0.7),
        ("LunarLanderContinuous-v3", 0.7),
        ("BipedalWalker-v3", 1.0),
        ("BipedalWalkerHardcore-v3", 1.0),
    ],
)
def test_frames_are_official(task_id, taught):
    """Frames are equal byte for byte, in the second episode as well."""
    adapter = Frames()
    case = case_of(task_id, taught, max_episode_steps=70, render_mode="rgb_array")
    for number, _ in zip(range(100), play(adapter, case), strict=False):
        frames = adapter.pool.render()
        for i, env in enumerate(adapter.envs):
            where = f"{task_id}, step {number}, env {i}"
            np.testing.assert_array_equal(frames[i], env.render(), where)


def test_a_frame_depends_on_the_state_alone():
    env = envpool.make("LunarLander-v3", "gymnasium", render_mode="rgb_array", seed=3)
    late = envpool.make("LunarLander-v3", "gymnasium", render_mode="rgb_array", seed=3)
    env.reset()
    late.reset()
    for _ in range(20):
        env.step(np.array([2]))
        frame = env.render()
        late.step(np.array([2]))
    np.testing.assert_array_equal(late.render(), frame)
    np.testing.assert_array_equal(late.render(), frame)


def test_a_loaded_walker_goes_on_for_episodes():
    """The state includes the order of nodes left by earlier episodes."""
    options = {"num_envs": 2, "seed": 4, "max_episode_steps": 60}
    env = envpool.make("BipedalWalkerHardcore-v3", "gymnasium", **options)
    other = envpool.make("BipedalWalkerHardcore-v3", "gymnasium", **options)
    env.reset()
    other.reset(seed=100)
    random = np.random.default_rng(0)
    actions = random.uniform(-1, 1, (330, 2, 4)).astype(np.float32)
    for action in actions[:100]:
        env.step(action)
    other.load_state(env.save_state())
    for action in actions[100:]:
        np.testing.assert_array_equal(env.step(action)[0], other.step(action)[0])


@pytest.mark.parametrize("task_id", ["BipedalWalker-v3", "LunarLanderContinuous-v3"])
def test_actions_that_are_no_numbers(task_id):
    """A reset works after actions of NaN or infinity."""
    env = envpool.make(task_id, "gymnasium", num_envs=2, seed=1)
    expected, _ = env.reset()
    action = np.full((2, *env.single_action_space.shape), np.nan, np.float32)
    for _ in range(5):
        with contextlib.suppress(EnvStepError):
            env.step(action)
    env.save_state()
    obs, _ = env.reset(seed=1)
    if task_id.startswith("Lunar"):
        np.testing.assert_array_equal(obs, expected)
    else:  # the free list of tree nodes differs
        np.testing.assert_allclose(obs, expected, atol=1e-5)


@pytest.mark.parametrize("gravity", [0.0, -12.0, 3.0, float("nan")])
def test_gravity_out_of_range(gravity):
    with pytest.raises(ConfigError, match="gravity: expected"):
        envpool.make("LunarLander-v3", "gymnasium", gravity=gravity)


@pytest.mark.parametrize("task_id", OFFICIAL)
def test_spec(task_id):
    config = envpool.make_spec(task_id).config
    official = gymnasium.spec(OFFICIAL[task_id])
    assert config.max_episode_steps == official.max_episode_steps
    assert config.reward_threshold == official.reward_threshold


@pytest.mark.parametrize("continuous", [False, True])
def test_verbose_is_accepted(capfd, continuous):
    options = {"verbose": True, "continuous": continuous}
    with envpool.make_gymnasium("CarRacing-v3", **options) as env:
        env.reset()
    assert capfd.readouterr() == ("", "")


def test_ids():
    package = "envpool.box2d"
    registered = {
        key for key, (where, *_) in registry.specs.items() if where == package
    }
    assert set(OFFICIAL) <= registered

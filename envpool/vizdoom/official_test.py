# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the ids of `vizdoom.gymnasium_wrapper` with its envs, step by step."""

import os
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import vizdoom.gymnasium_wrapper  # registers them
from gymnasium.vector.utils import concatenate, create_empty_array

import envpool
from envpool.vizdoom import buttons, registration, sound

SEED = 7
IDS = [
    f"Vizdoom{name}{suffix}-v1"
    for name in registration.OFFICIAL
    for suffix in ("", "-MultiBinary")
]
# Ids with the screen as their only observation, without a dict.
LONE = [each for each in IDS if "PredictPosition" in each or "MyWayHome" in each]

BUFFERS = {"depth": True, "labels": True, "automap": True, "notifications": True}
OFFICIAL_BUFFERS = {f"{key}_buffer_enabled": True for key in BUFFERS}


def space_of(task_id, space):
    return space["screen"] if task_id in LONE else space


def obs_of(task_id, obs):
    return {"screen": obs} if task_id in LONE else obs


def official_pool(task_id, **kwargs):
    def make():
        return gymnasium.make(task_id, **kwargs).unwrapped

    return envpool.from_gymnasium(make, 2, seed=SEED, infos="none", threads=True)


def assert_same(obs, expected):
    assert obs.keys() == expected.keys()
    for key, value in expected.items():
        np.testing.assert_array_equal(obs[key], value, err_msg=key)


def compare(task_id, steps, ours=None, theirs=None):
    """Compares pool and official envs; returns the number of ended episodes."""
    pool = envpool.make_gymnasium(task_id, num_envs=2, seed=SEED, **(ours or {}))
    ended = 0
    with pool, official_pool(task_id, **(theirs or {})) as official:
        assert pool.single_action_space == official.single_action_space
        expected = space_of(task_id, official.single_observation_space)
        assert pool.single_observation_space == expected
        pool.action_space.seed(0)
        obs, _ = pool.reset(seed=[SEED, SEED + 1])
        assert_same(obs_of(task_id, obs), official.reset()[0])
        for _ in range(steps):
            actions = pool.action_space.sample()
            obs, *ends, _ = pool.step(actions)
            expected, *expected_ends, _ = official.step(actions)
            assert_same(obs_of(task_id, obs), expected)
            np.testing.assert_array_equal(ends, expected_ends)
            ended += int(ends[1].sum())
    return ended


@pytest.fixture(autouse=True)
def _official_engines_work(tmp_path, monkeypatch):
    """Gives official engines a folder for their files, and a working sound library."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LD_LIBRARY_PATH", os.path.dirname(sound.library().path))
    monkeypatch.setenv("ALSOFT_DRIVERS", "null")


@pytest.mark.parametrize("name", registration.OFFICIAL)
def test_every_scenario_plays_as_the_official_env(name):
    task_id = f"Vizdoom{name}-v1"
    compare(task_id, 40, {"frame_skip": 4}, {"frame_skip": 4})


@pytest.mark.parametrize("name", registration.OFFICIAL)
def test_buttons_may_be_pressed_one_by_one(name):
    plain = envpool.make_spec(f"Vizdoom{name}-v1")
    spec = envpool.make_spec(f"Vizdoom{name}-MultiBinary-v1")
    assert spec.gymnasium_observation_space == plain.gymnasium_observation_space
    env = gymnasium.make(f"Vizdoom{name}-MultiBinary-v1")
    assert spec.gymnasium_action_space == env.action_space
    env.close()


@pytest.mark.parametrize("name", registration.OFFICIAL)
def test_other_seeds_are_other_games(name):
    task_id = f"Vizdoom{name}-MultiBinary-v1"
    # These seeds differ early; others may not, as monsters stand in few places.
    pool = envpool.make_gymnasium(task_id, num_envs=2, seed=[20, 90], frame_skip=8)
    shown = [pool.reset()[0]]
    pool.single_action_space.seed(1)
    for _ in range(12):
        action = pool.single_action_space.sample()
        both = create_empty_array(pool.single_action_space, n=2)
        concatenate(pool.single_action_space, [action, action], both)
        shown.append(pool.step(both)[0])
    pool.close()
    screens = [obs if isinstance(obs, np.ndarray) else obs["screen"] for obs in shown]
    assert any((screen[0] != screen[1]).any() for screen in screens)


def test_episodes_end_as_official_ones_and_others_begin():
    skip = {"frame_skip": 12}
    assert compare("VizdoomBasic-MultiBinary-v1", 90, skip, skip) > 4


def test_every_buffer_can_be_observed():
    compare("VizdoomDeathmatch-MultiBinary-v1", 30, BUFFERS, OFFICIAL_BUFFERS)


def test_a_buffer_of_the_scenarios_can_be_left_out(tmp_path):
    path = tmp_path / "all.cfg"
    path.write_text(
        Path(vizdoom.scenarios_path, "basic.cfg").read_text()
        + "".join(f"\n{key} = true" for key in OFFICIAL_BUFFERS)
    )
    make = {"cfg_path": str(path), "wad_path": "basic"}
    every = {"screen", *BUFFERS, "gamevariables"}
    for options, missing in (
        ({}, set()),
        ({"depth": None, "labels": True}, set()),
        ({"depth": False, "labels": 0}, {"depth", "labels"}),
        ({"automap": False, "notifications": False}, {"automap", "notifications"}),
    ):
        with envpool.make_gymnasium("VizdoomBasic-v1", **make, **options) as env:
            assert env.reset()[0].keys() == every - missing


@pytest.mark.filterwarnings("ignore:max_buttons_pressed=100")
@pytest.mark.parametrize("most", [2, 100])
def test_actions_of_several_buttons_are_numbered_as_official_ones(most):
    pressed = {"max_buttons_pressed": most}
    compare("VizdoomDeadlyCorridor-v1", 20, pressed, pressed)


def test_the_time_may_end_an_episode_as_a_termination():
    flag = {"treat_episode_timeout_as_truncation": False, "frame_skip": 200}
    assert compare("VizdoomMyWayHome-v1", 14, flag, flag) >= 2


def test_the_first_seed_is_that_of_the_pool():
    one, other = (
        envpool.make_gymnasium("VizdoomBasic-v1", seed=seed) for seed in (SEED, 1)
    )
    first = one.reset()[0]["screen"]
    np.testing.assert_array_equal(first, other.reset(seed=SEED)[0]["screen"])
    one.close()
    other.close()


def test_render_shows_the_screen():
    env = envpool.make_gymnasium("VizdoomBasic-v1", render_mode="rgb_array")
    obs, _ = env.reset()
    np.testing.assert_array_equal(env.render()[0], obs["screen"][0])
    env.close()


def test_actions_of_all_buttons_are_counted_without_trying_every_set(tmp_path):
    buttons = [each for each in vizdoom.Button.__members__ if "DELTA" not in each]
    path = tmp_path / "all.cfg"
    path.write_text(f"available_buttons = {{ {' '.join(buttons)} }}\n")
    spec = envpool.make_spec("VizdoomBasic-v1", cfg_path=str(path))
    assert spec.gymnasium_action_space.n == 1 + len(buttons)
    with pytest.raises(envpool.python.errors.ConfigError, match="at most 1048576"):
        envpool.make_spec("VizdoomBasic-v1", cfg_path=str(path), max_buttons_pressed=31)


def test_games_of_several_players_are_refused():
    text = r"max_num_players: .*got 2 \(int\); 'Deathmatch-v1'"
    with pytest.raises(envpool.python.errors.ConfigError, match=text):
        envpool.make_spec("VizdoomBasic-v1", max_num_players=2)


def test_scenarios_with_other_buttons_are_refused():
    with pytest.raises(envpool.python.errors.ConfigError, match="none that turn"):
        envpool.make_spec("VizdoomBasic-v1", cfg_path="deathmatch.cfg")


@pytest.mark.parametrize("task_id", ["VizdoomBasic-v1", "VizdoomDeathmatch-v1"])
@pytest.mark.parametrize("most", [0, 1, 2])
def test_actions_are_called_by_their_buttons(task_id, most):
    """The names agree with the official `button_map`."""
    config = envpool.make_spec(task_id, max_buttons_pressed=most).config
    names = buttons.official_action_names(config._asdict())
    made = gymnasium.make(task_id, max_buttons_pressed=most).unwrapped
    available = [each.name for each in made.game.get_available_buttons()]
    binary = [name for name in available if not name.endswith("_DELTA")]
    pressed = made.button_map if most else np.eye(len(binary), dtype=int)
    assert names == [
        "+".join(name for name, on in zip(binary, each, strict=True) if on) or "NOOP"
        for each in pressed
    ]
    made.close()

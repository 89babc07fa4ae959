# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options of ViZDoom's scenarios, and their errors."""

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest
import vizdoom

import envpool
from envpool.core._core import parallelism
from envpool.python.errors import (
    ArgumentError,
    ConfigError,
    ConfigTypeError,
    EnvPoolError,
    NotSupportedError,
)
from envpool.vizdoom import oracle, registration

TURN = "TURN_LEFT_RIGHT_DELTA"
SIZES = {
    "Basic-v1": (6, 6),
    "Cig-v1": (108, 108),
    "DeadlyCorridor-v1": (54, 54),
    "Deathmatch-v1": (4536, 2268),
    "MyWayHome-v1": (18, 18),
    "TakeCover-v1": (3, 3),
}


@pytest.fixture(autouse=True)
def _no_memory_of_the_package():
    yield
    registration._package_folder.cache_clear()


def run(code, *folders):
    """Runs code in another interpreter, and returns what it prints."""
    path = os.pathsep.join(filter(None, [*map(str, folders), *sys.path]))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def number_of_actions(task_id, **kwargs):
    spec = envpool.make_spec(task_id, use_combined_action=True, **kwargs)
    return spec.gymnasium_action_space.n


@pytest.mark.parametrize("task_id", SIZES)
def test_combined_actions_are_those_that_make_sense(task_id):
    found = [number_of_actions(task_id, force_speed=each) for each in (False, True)]
    assert tuple(found) == SIZES[task_id]


def test_delta_buttons_have_the_values_that_they_are_given():
    deltas = {TURN: (11, -10.0, 10.0)}
    assert number_of_actions("Cig-v1", delta_button_config=deltas) == 108 * 11
    names = ["ATTACK", TURN]
    actions = oracle.combined_actions(names, deltas=deltas)
    assert actions[:2] == [[0.0, -10.0], [0.0, -8.0]]
    assert len(actions) == 22


def test_combined_actions_out_of_range_are_refused():
    with envpool.make_gymnasium("Basic-v1", use_combined_action=True, seed=1) as env:
        env.reset()
        for action in (-3.0, float(env.single_action_space.n), 0.5):
            with pytest.raises(ArgumentError, match="expected whole numbers in"):
                env.step(np.array([action]))
        env.step(np.array([0.0]))


def test_raw_actions_are_buttons_in_the_order_of_the_scenario():
    space = envpool.make_spec("Cig-v1").gymnasium_action_space
    assert space.shape == (10,)
    assert space.dtype == np.float64
    assert np.isinf(space.high).tolist() == [False] * 8 + [True] * 2


def test_gray_scenarios_have_one_plane_per_frame():
    shapes = [
        envpool.make_spec(task_id, stack_num=3).gymnasium_observation_space.shape
        for task_id in ("Basic-v1", "SimplerBasic-v1")
    ]
    assert shapes == [(9, 84, 84), (3, 84, 84)]


def test_the_frame_is_the_engines():
    options = {"img_height": 240, "img_width": 320, "stack_num": 1}
    env = envpool.make_gymnasium("Basic-v1", render_mode="rgb_array", **options)
    obs, _ = env.reset()
    np.testing.assert_array_equal(env.render()[0], obs[0].transpose(1, 2, 0))
    env.close()


def test_episodes_are_recorded(tmp_path):
    folder = tmp_path / "my games" / ("x" * 120)  # too long for the engine's commands
    folder.mkdir(parents=True)
    options = {"lmp_save_dir": str(folder), "max_episode_steps": 3}
    env = envpool.make_gymnasium("Basic-v1", **options)
    env.reset()
    for _ in range(9):  # the first episode is not recorded
        env.step(np.zeros((1, 3)))
    env.close()
    assert {file.name for file in folder.iterdir()} >= {"env_0_1.lmp"}


def test_threads_wait_for_engines_so_there_are_three_for_each_cpu():
    threads = []
    for kwargs in ({}, {"num_threads": 1}, {"batch_size": 1}):
        env = envpool.make_gymnasium("Basic-v1", num_envs=7, **kwargs)
        threads.append(env._num_threads)
        env.close()
    assert threads == [min(7, 3 * parallelism()), 1, 1]


# Seeds within and beyond int32, mixed in one pool and alone.
@pytest.mark.parametrize("seeds", [[2**31 - 1, 2**31 + 5], [2**32 - 4]])
def test_the_first_game_of_any_seed_is_the_one_that_an_engine_starts_with(seeds):
    pool = envpool.make_gymnasium("Cig-v1", num_envs=len(seeds), seed=seeds)
    obs, _ = pool.reset()
    other, _ = pool.reset(seed=seeds)
    for i, seed in enumerate(seeds):
        doom = oracle.Doom(pool.config, seed)
        np.testing.assert_array_equal(obs[i], doom.reset()["obs"])
        doom._game.set_seed(seed)
        np.testing.assert_array_equal(other[i], doom.reset()["obs"])
        assert (obs[i] != other[i]).any()
    pool.close()


def test_states_cannot_be_saved():
    env = envpool.make_gymnasium("Basic-v1")
    env.reset()
    with pytest.raises(NotSupportedError):
        env.save_state()
    env.close()


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"cfg_path": "nothing"}, ConfigError, "cfg_path: expected the path"),
        ({"wad_path": "nothing"}, ConfigError, "wad_path: expected the path"),
        ({"vzd_path": "nothing"}, ConfigError, "vzd_path: expected the path"),
        ({"iwad_path": "nothing"}, ConfigError, "iwad_path: expected the path"),
        ({"lmp_save_dir": "/nowhere"}, ConfigError, "lmp_save_dir: expected a folder"),
        ({"map_id": "map02x"}, ConfigError, "map_id: expected a map of"),
        ({"reward": "mine"}, ConfigError, "reward: expected"),
        ({"reward_config": {"HEALTH": 1}}, ConfigTypeError, "expected two numbers"),
        ({"reward_config": {"MANA": (1, 1)}}, ConfigError, "'MANA'"),
        ({"delta_button_config": {"USE": (3, 0, 1)}}, ConfigError, "'USE'"),
        ({"selected_weapon_reward_config": {"1": 1}}, ConfigTypeError, "slots"),
        ({"reward_config": {"HEALTH": (1, 10**400)}}, ConfigError, "a finite number"),
        ({"delta_button_config": {TURN: (2.5, 0, 1)}}, ConfigTypeError, "whole number"),
        ({"delta_button_config": {TURN: (2**40, 0, 1)}}, ConfigError, "0 to 1048576"),
        ({"frame_skip": 0}, ConfigError, "frame_skip"),
    ],
)
def test_bad_options_are_named(options, error, text):
    with pytest.raises(error, match=text):
        envpool.make_spec("Basic-v1", **options)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("living_reward = much", "line 2: expected a number"),
        ("doom_skil = 5", 'line 2: unknown key "doomskil"'),
        ("screen_format = crgcgb", "line 2: expected one of"),
        ("available_game_variables = { MANA }", "line 2: expected a game variable"),
        ("hello", "line 2: expected key = value"),
    ],
)
def test_bad_lines_of_a_scenario_are_named(tmp_path, line, text):
    path = tmp_path / "my.cfg"
    path.write_text(f"available_buttons = {{ ATTACK }}\n{line}\n")
    with pytest.raises(EnvPoolError, match=text):
        envpool.make_spec("VizdoomCustom-v1", cfg_path=str(path))


def test_every_scenario_of_the_package_can_be_read():
    for name in os.listdir(vizdoom.scenarios_path):
        if name.endswith(".cfg"):
            spec = envpool.make_spec("VizdoomCustom-v1", cfg_path=name)
            assert spec.gymnasium_action_space.shape


WITHOUT = """
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name == "vizdoom" else find(name)
import envpool
assert "Basic-v1" not in envpool.list_all_envs()
try:
    envpool.make_spec("Basic-v1")
except envpool.python.errors.UnknownEnvError as error:
    print(error)
"""


def test_without_the_package_the_error_says_what_to_install():
    assert 'pip install "envpool[vizdoom]"' in run(WITHOUT)


WITH_ASSETS = """
import sys
import envpool
ids = envpool.list_all_envs()
print([each for each in ids if each.startswith("D") and each[1].isdigit()])
assert "envpool_assets" not in sys.modules
env = envpool.make_gymnasium("D1Basic-v1")
print(env.reset()[0].shape)
env.close()
from envpool.vizdoom.docs import tasks
print(tasks.envs()["D1Basic"].ids)
"""


def test_maps_of_another_package_are_found_without_importing_it(tmp_path):
    maps = tmp_path / "envpool_assets" / "vizdoom" / "maps"
    maps.mkdir(parents=True)
    for suffix in (".cfg", ".wad"):
        source = os.path.join(vizdoom.scenarios_path, f"health_gathering{suffix}")
        for name in registration.ASSET_SCENARIOS:
            shutil.copy(source, maps / f"{name}{suffix}")
    ids = ["D1Basic-v1", "D2Navigation-v1", "D3Battle-v1", "D4Battle2-v1"]
    assert run(WITH_ASSETS, tmp_path) == f"{ids}\n(1, 12, 84, 84)\n('D1Basic-v1',)\n"


def test_names_are_those_of_the_package_and_paths_those_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "basic.cfg").write_text("available_buttons = { USE }\n")
    assert envpool.make_spec("Basic-v1").gymnasium_action_space.shape == (3,)
    spec = envpool.make_spec("Basic-v1", cfg_path="./basic.cfg")
    assert spec.gymnasium_action_space.shape == (1,)


def test_another_version_of_the_package_is_refused(monkeypatch):
    registration._package_folder.cache_clear()
    monkeypatch.setattr(registration, "VERSION", "0.1")
    with pytest.raises(ConfigError, match=r"expected the package vizdoom 0\.1, got 1"):
        envpool.make_spec("Basic-v1")

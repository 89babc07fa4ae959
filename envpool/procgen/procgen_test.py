# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares Procgen with the official library, as its vector env uses it."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.procgen.oracle import Official, OfficialVector, case_of, official_options
from envpool.procgen.registration import GAMES, MODES
from envpool.python.errors import ArgumentError, ConfigError, NotSupportedError
from envpool.testing.oracle import compare

NOOP = 4
OPTIONS = {
    "easy": ("procgen-coinrun-v0", {"distribution_mode": MODES["easy"]}),
    "few_levels": ("procgen-leaper-v0", {"num_levels": 3, "start_level": 50}),
    "one_level": ("procgen-plunder-v0", {"num_levels": 1, "start_level": 7}),
    "sequential": (
        "CoinrunEasy-v0",
        {"use_sequential_levels": True, "max_episode_steps": 0},
    ),
    "not_centered": ("procgen-maze-v0", {"center_agent": False}),
    "no_backgrounds": ("procgen-ninja-v0", {"use_backgrounds": False}),
    "monochrome": ("procgen-starpilot-v0", {"use_monochrome_assets": True}),
    "themes": ("procgen-climber-v0", {"restrict_themes": True}),
    "generated": ("procgen-bigfish-v0", {"use_generated_assets": True}),
    "velocity": ("procgen-coinrun-v0", {"paint_vel_info": True}),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options(name):
    task_id, options = OPTIONS[name]
    compare(Official(), case_of(task_id, 150, **options))


@pytest.mark.parametrize("task_id", ["BigfishEasy-v0", "LeaperEasy-v0"])
def test_same_step_is_the_official_stream(task_id):
    game, options = official_options(task_id)
    official = OfficialVector(16, game, 5, **options)
    pool = envpool.make_gymnasium(
        task_id, num_envs=16, seed=5, channel_first=False, autoreset_mode="same_step"
    )
    obs, info = pool.reset()
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(300):
        np.testing.assert_array_equal(obs, official.rgb)
        for key, values in official.infos.items():
            np.testing.assert_array_equal(info[key], values)
        shown = obs
        actions = rng.integers(0, 15, 16)
        official.act(actions)
        obs, reward, terminated, truncated, info = pool.step(actions)
        done = terminated | truncated
        np.testing.assert_array_equal(reward, official.reward)
        np.testing.assert_array_equal(done, official.first)
        for i in np.flatnonzero(done):
            np.testing.assert_array_equal(info["final_obs"][i], shown[i])
            final = info["final_info"]
            assert final["level_seed"][i] == info["prev_level_seed"][i]
        ends += done.sum()
    assert ends > 5
    pool.close()
    official.close()


@pytest.mark.parametrize("game", GAMES)
def test_levels_show_the_official_images(game):
    """Enough levels to show each background and theme."""
    task_id = f"procgen-{game}-v0"
    pool = envpool.make_gymnasium(task_id, num_envs=256, seed=5, channel_first=False)
    official = OfficialVector(256, game, 5, **official_options(task_id)[1])
    np.testing.assert_array_equal(pool.reset()[0], official.rgb)
    pool.close()
    official.close()


def test_a_seed_for_each_env():
    def start(**kwargs):
        return envpool.make_gymnasium("ChaserEasy-v0", **kwargs).reset()[1]

    levels = start(num_envs=3, seed=9)["level_seed"]
    official = OfficialVector(3, "chaser", 9, distribution_mode=MODES["easy"])
    np.testing.assert_array_equal(levels, official.infos["level_seed"])
    listed = start(num_envs=3, seed=[9, 10, 11])["level_seed"]
    np.testing.assert_array_equal(listed, levels)
    assert len({*levels, *start(num_envs=3, seed=10)["level_seed"]}) == 6
    official.close()


def test_channels_come_first_or_last():
    results = []
    for channel_first in (False, True):
        env = envpool.make_gym(
            "JumperEasy-v0", num_envs=2, seed=1, channel_first=channel_first
        )
        env.reset()
        results.append(env.step(np.array([8, 7]))[0])
    np.testing.assert_array_equal(results[0].transpose(0, 3, 1, 2), results[1])


def test_spaces_are_the_official_ones():
    env = envpool.make_gymnasium("procgen-coinrun-v0")
    box = gymnasium.spaces.Box(0, 255, (64, 64, 3), np.uint8)
    assert env.single_observation_space == box
    assert env.single_action_space == gymnasium.spaces.Discrete(15)


def test_render_is_the_official_frame():
    official = OfficialVector(2, "dodgeball", 3, render_human=True)
    pool = envpool.make_gym(
        "procgen-dodgeball-v0", num_envs=2, seed=3, render_mode="rgb_array"
    )
    pool.reset()
    for _ in range(4):
        official.act(9)
        pool.step(np.array([9, 9]))
    official.render()
    frames = np.asarray(pool.render([0, 1]))
    np.testing.assert_array_equal(frames, official.rendered)
    assert frames.std() > 10
    official.close()


def test_a_level_that_takes_too_long_is_truncated():
    env = envpool.make_gymnasium("MazeHard-v0", num_envs=2, seed=2, max_episode_steps=0)
    env.reset()
    limit = GAMES["maze"].steps
    for step in range(1, limit + 1):
        _, _, terminated, truncated, info = env.step(np.full(2, NOOP))
        assert not terminated.any()
        assert truncated.all() == truncated.any() == (step == limit)
    old = info["level_seed"]
    np.testing.assert_array_equal(old, info["prev_level_seed"])
    info = env.step(np.full(2, NOOP))[4]
    np.testing.assert_array_equal(info["prev_level_seed"], old)
    assert (info["level_seed"] != old).all()


def test_a_shorter_limit_starts_the_next_level():
    env = envpool.make_gymnasium("MazeHard-v0", seed=2, max_episode_steps=5)
    official = OfficialVector(1, "maze", 2)
    env.reset()
    for _ in range(3):
        for step in range(5):
            assert env.step(np.array([NOOP]))[3][0] == (step == 4)
            official.act(NOOP)
        obs, _, _, _, info = env.step(np.array([NOOP]))
        official.act(-1)
        assert info["level_seed"] == official.infos["level_seed"]
        np.testing.assert_array_equal(obs[0].transpose(1, 2, 0), official.rgb[0])
    official.close()


def test_a_seed_makes_a_used_env_new():
    # A used dodgeball game would keep its direction.
    env = envpool.make_gym("DodgeballHard-v0", num_envs=4, seed=1)
    env.reset()
    for step in range(60):
        env.step(np.full(4, step % 15))
    new = envpool.make_gym("DodgeballHard-v0", num_envs=4, seed=8)
    np.testing.assert_array_equal(env.reset(seed=8)[0], new.reset()[0])
    for _ in range(9):
        results = [pool.step(np.full(4, 9))[0] for pool in (env, new)]
        np.testing.assert_array_equal(*results)


def test_distribution_modes_have_names():
    for name, value in MODES.items():
        spec = envpool.make_spec("procgen-heist-v0", distribution_mode="hard")
        assert spec.config.distribution_mode == MODES["hard"]
        if name in ("easy", "hard", *GAMES["heist"].modes):
            spec = envpool.make_spec("procgen-heist-v0", distribution_mode=name)
            assert spec.config.distribution_mode == value


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"distribution_mode": "extreme"}, "distribution_mode: .* for maze, got 2"),
        ({"distribution_mode": "hrad"}, "did you mean 'hard'"),
        ({"num_levels": -1}, "num_levels: expected"),
        ({"start_level": -1}, "start_level: expected"),
        ({"distribution_mode": 20, "num_levels": 3}, "is a single level, got 3 and 0"),
        ({"env_name": "mazes"}, "env_name: expected one of"),
    ],
)
def test_wrong_options(options, text):
    with pytest.raises(ConfigError, match=text):
        envpool.make_gym("MazeHard-v0", **options)


@pytest.mark.parametrize(
    ("num_levels", "start_level"),
    [(1, 2**31 - 1), (5, 2**31 - 3), (2**31 - 1, 2**31 - 1), (2**31 - 1, 3)],
)
def test_levels_beyond_int32_are_the_official_ones(num_levels, start_level):
    """The library's own sum wraps around."""
    options = {"num_levels": num_levels, "start_level": start_level}
    official = OfficialVector(8, "bigfish", 1, **options)
    env = envpool.make_gymnasium("procgen-bigfish-v0", num_envs=8, seed=1, **options)
    obs, info = env.reset()
    np.testing.assert_array_equal(info["level_seed"], official.infos["level_seed"])
    np.testing.assert_array_equal(obs, official.rgb)
    official.close()
    env.close()


def test_generated_assets_cannot_be_saved():
    """The library would end the process."""
    env = envpool.make_gymnasium(
        "BigfishEasy-v0", num_envs=2, use_generated_assets=True
    )
    env.reset()
    saved = envpool.make_gymnasium("BigfishEasy-v0", num_envs=2).save_state()
    for call in (
        env.save_state,
        lambda: env.save_state([1]),
        lambda: env.clone_state(0, [1]),
    ):
        with pytest.raises(NotSupportedError, match="use_generated_assets"):
            call()
    with pytest.raises((ArgumentError, NotSupportedError)):
        env.load_state(saved)
    env.step(np.full(2, NOOP))
    env.close()


def test_little_memory():
    """Memory is checked first, since the library would end the process."""
    code = """
import resource
import envpool
envpool.make_spec("CoinrunEasy-v0").observation_space  # imports what is needed
with open("/proc/self/status") as file:
    (used,) = [int(line.split()[1]) << 10 for line in file if line[:7] == "VmSize:"]
for megabytes in (16, 64, 200, 300):
    limit = used + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
    try:
        envpool.make_gymnasium("CoinrunEasy-v0", num_envs=2)
    except MemoryError as error:
        assert "320 MB" in str(error), error
    else:
        raise SystemExit(f"no error with {megabytes} MB")
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
envpool.make_gymnasium("CoinrunEasy-v0", num_envs=2).reset()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_missing_library(tmp_path):
    code = f"""
import envpool
from envpool.python.errors import EnvCreationError
try:
    envpool.make_gym("MazeHard-v0", base_path={str(tmp_path)!r})
except EnvCreationError as error:
    assert "install envpool-procgen" in str(error), error
else:
    raise SystemExit("no error")
envpool.make_gym("MazeHard-v0")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

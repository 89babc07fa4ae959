# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of Atari by Gymnasium's rules, and of features that no oracle has."""

import contextlib
import os
import resource
import shutil
import subprocess
import sys
import warnings

import ale_py
import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation

import envpool
from envpool.atari.registration import GAMES
from envpool.python.errors import ConfigError, EnvPoolError
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, compare

gymnasium.register_envs(ale_py)

STEPS = 600


def official(game, sticky=0.0, stack=4, frames=108_000, full=False, **wrapper):
    env = gymnasium.make(
        f"ALE/{game}-v5",
        frameskip=1,
        repeat_action_probability=sticky,
        max_num_frames_per_episode=frames,
        full_action_space=full,
    )
    return FrameStackObservation(AtariPreprocessing(env, **wrapper), stack)


@pytest.mark.parametrize("name", ["ALE/Pong-v5", "PongNoFrameskip-v4", "Pong-ram-v0"])
def test_official_names_are_understood(name):
    with pytest.raises(EnvPoolError, match=r"'Pong-v5'\? \(by default .*84 x 84"):
        envpool.make_spec(name)


@pytest.mark.parametrize(
    ("key", "ours"),
    [("frame_stack", "stack_num"), ("sticky_actions", "repeat_action_probability")],
)
def test_official_options_are_understood(key, ours):
    with pytest.raises(EnvPoolError, match=f"did you mean '{ours}'"):
        envpool.make_spec("Pong-v5", **{key: 4})


@pytest.mark.parametrize("full", [False, True])
def test_actions_have_their_official_names(full):
    for game in ("Pong", "Breakout", "Seaquest", "Skiing"):
        with envpool.make_gym(f"{game}-v5", full_action_space=full) as pool:
            names = pool.get_action_meanings()
        official = gymnasium.make(f"ALE/{game}-v5", full_action_space=full)
        assert names == official.unwrapped.get_action_meanings()


class Preprocessed(Adapter):
    """Gymnasium's wrappers; `case.official` has a game and arguments of `official`."""

    same_infos = True
    seed = 31

    def make(self, case, seed):
        game, arguments = case.official
        return GymnasiumEnv(official(game, **arguments), seed)

    def is_random(self, case):
        return case.options.get("noop_max", 30) > 1


CASES = {
    "defaults": ("Pong", {}, {}),
    "no_noops": ("Breakout", {"noop_max": 0}, {"noop_max": 0}),
    "sticky": (
        "Seaquest",
        {"sticky": 0.25, "full": True},
        {"repeat_action_probability": 0.25, "full_action_space": True},
    ),
    "lives": ("Breakout", {"terminal_on_life_loss": True}, {"episodic_life": True}),
    "skip_1": (
        "Qbert",
        {"frame_skip": 1, "stack": 2},
        {"frame_skip": 1, "stack_num": 2},
    ),
    "skip_2": (
        "Breakout",
        {"frame_skip": 2, "terminal_on_life_loss": True},
        {"frame_skip": 2, "episodic_life": True},
    ),
    "limit": ("Pong", {"frames": 400}, {"max_episode_steps": 100}),
    "tall": ("Carnival", {"screen_size": 100}, {"img_height": 100, "img_width": 100}),
}


@pytest.mark.parametrize("name", CASES)
def test_gymnasium_preprocessing(name):
    game, arguments, options = CASES[name]
    options = {"preprocessing": "gymnasium", **options}
    episodes = int(name in ("lives", "skip_2", "limit"))
    case = Case(f"{game}-v5", STEPS, episodes, options, (game, arguments))
    compare(Preprocessed(), case)


def test_ids():
    ids = [i for i in envpool.list_all_envs() if i.startswith(("Pong", "TicTac"))]
    assert ids == ["Pong-v5", "TicTacToe3d-v5"]
    assert len(GAMES) == len(set(GAMES)) == 104


def test_ram_as_observation_is_that_of_the_infos():
    env = envpool.make_gymnasium("Pong-v5", num_envs=2, obs_type="ram", seed=3)
    like = envpool.make_gymnasium("Pong-v5", num_envs=2, seed=3, infos=["ram"])
    assert env.single_observation_space.shape == (128,)
    obs, _ = env.reset()
    _, info = like.reset()
    for _ in range(50):
        np.testing.assert_array_equal(obs, info["ram"])
        action = env.action_space.sample()
        obs, *_ = env.step(action)
        info = like.step(action)[-1]


def test_ram_can_be_left_out():
    for env_type in ("gym", "gymnasium"):
        env = envpool.make("Pong-v5", env_type, num_envs=2, ram=False, infos="all")
        _, info = env.reset()
        assert "ram" not in info
        assert {"lives", "reward", "terminated"} <= set(info)
    dm = envpool.make_dm("Pong-v5", num_envs=2, ram=False)
    assert "ram" not in dm.reset().observation._fields
    assert "ram" not in dm.observation_spec()._fields
    last = envpool.make_gymnasium(
        "Pong-v5",
        autoreset_mode="same_step",
        max_episode_steps=1,
        ram=False,
        infos="all",
    )
    last.reset()
    info = last.step([0])[-1]
    assert "ram" not in info["final_info"]
    assert "reward" in info["final_info"]


def test_full_height():
    env = envpool.make_gym(
        "JourneyEscape-v5", full_height=True, img_height=230, img_width=160
    )
    obs, _ = env.reset()
    cropped = envpool.make_gym("JourneyEscape-v5", img_height=210, img_width=160)
    np.testing.assert_array_equal(obs[:, :, :210], cropped.reset()[0])
    assert obs[:, :, 210:].any()


def test_rendered_frame_is_the_screen():
    config = {"frame_skip": 1, "stack_num": 1, "gray_scale": False}
    sizes = {"img_height": 210, "img_width": 160}
    env = envpool.make_gym(
        "Breakout-v5", num_envs=2, render_mode="rgb_array", **config, **sizes
    )
    obs, _ = env.reset()
    random = np.random.default_rng(0)
    for _ in range(30):
        shown = env.render([0, 1])
        assert shown.shape == (2, 210, 160, 3)
        np.testing.assert_array_equal(shown.transpose(0, 3, 1, 2), obs)
        obs, *_ = env.step(random.integers(env.action_space.n, size=2))
    small = envpool.make_gym(
        "Breakout-v5", render_mode="rgb_array", render_width=80, render_height=105
    )
    assert small.render().shape == (1, 105, 80, 3)


@pytest.mark.parametrize(
    ("game", "config"),
    [
        ("Breakout", {"episodic_life": True}),
        ("Pong", {"repeat_action_probability": 0.3, "obs_type": "ram"}),
        ("Breakout", {"preprocessing": "gymnasium", "episodic_life": True}),
        ("Pitfall2", {"gray_scale": False}),
        ("Robotank", {"frame_skip": 1}),
    ],
)
def test_states_in_a_fresh_pool(game, config):
    def play(env, actions):
        for action in actions:
            obs, reward, *flags, info = env.step(action)
            yield obs.tobytes(), reward.tolist(), [x.tolist() for x in flags]
            yield info["ram"].tobytes(), info["elapsed_step"].tolist()

    make = {"num_envs": 2, "infos": "all", **config}
    env = envpool.make_gymnasium(f"{game}-v5", seed=1, **make)
    env.reset()
    actions = np.random.default_rng(1).integers(
        env.single_action_space.n, size=(500, 2)
    )
    list(play(env, actions[:150]))
    states = env.save_state()
    expected = list(play(env, actions[150:]))
    other = envpool.make_gymnasium(f"{game}-v5", seed=77, **make)
    other.reset()
    other.load_state(states)
    assert list(play(other, actions[150:])) == expected


@pytest.mark.parametrize(
    ("config", "text"),
    [
        ({"mode": 3}, r"mode.*expected -1, 0, 1, got 3"),
        ({"difficulty": 9}, r"difficulty.*-1, 0, 1, 2, 3, got 9"),
        ({"img_height": 0}, "img_height"),
        ({"stack_num": 0}, "stack_num"),
        ({"frame_skip": 0}, "frame_skip"),
        ({"noop_max": -1}, "noop_max"),
        ({"noop_max": 1001}, r"noop_max: expected .* \[0, 1000\], got 1001"),
        ({"repeat_action_probability": 1.5}, "repeat_action_probability"),
        ({"obs_type": "rgb"}, "obs_type"),
        ({"preprocessing": "none"}, "preprocessing"),
    ],
)
def test_bad_config(config, text):
    with pytest.raises(ConfigError, match=text):
        envpool.make_gym("Pong-v5", **config)


@contextlib.contextmanager
def no_descriptors():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(map(int, os.listdir("/proc/self/fd")))
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, hard))
    taken = []
    try:
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.open("/", os.O_RDONLY))
        yield
    finally:
        for descriptor in taken:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_bad_roms(tmp_path, capfd):
    roms = os.path.join(os.path.dirname(ale_py.__file__), "roms")

    def make():
        envpool.make_gym("Pong-v5", num_envs=3, rom_dir=str(tmp_path))

    rom = tmp_path / "pong.bin"
    expected = r"rom_dir: expected the ROM file .*/pong\.bin, got "

    def refused(reason):
        with pytest.raises(EnvPoolError, match=expected + reason):
            make()

    refused(r".*No such file or directory.*pip install ale-py")
    rom.mkdir()
    refused("something that is not a regular file")
    rom.rmdir()
    os.mkfifo(rom)
    refused("something that is not a regular file")
    rom.unlink()
    rom.symlink_to(rom)
    refused(r".*symbolic links\"$")
    rom.unlink()
    rom.write_bytes(b"")
    refused("0 bytes")
    with open(rom, "wb") as file:
        file.truncate(2**40)
    refused("1099511627776 bytes")
    shutil.copy(os.path.join(roms, "breakout.bin"), rom)
    refused("a file with MD5 .* instead of")
    rom.write_bytes(b"\x00" * 100)
    refused("a file with MD5 .* instead of")
    with no_descriptors():
        refused(r".*Too many open files\"$")
    shutil.copy(os.path.join(roms, "pong.bin"), tmp_path / "pong.bin")
    make()
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


def test_without_ale_py(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match="pip install ale-py"):
        envpool.make_gym("Pong-v5")
    with no_descriptors(), pytest.raises(ConfigError, match="Too many open files"):
        envpool.make_gym("Pong-v5")


@pytest.mark.parametrize("rules", ["envpool", "gymnasium"])
def test_gymnasiums_checker(rules):
    env = gymnasium.make("envpool/Breakout-v5", preprocessing=rules)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


def test_infos_of_both_rules():
    keys = {"lives", "episode_frame_number", "frame_number"}
    for rules, seeds in (("envpool", 7), ("gymnasium", None)):
        env = envpool.make_gymnasium(
            "Breakout-v5", num_envs=2, seed=7, preprocessing=rules, noop_max=0
        )
        info = env.reset()[1]
        assert {key for key in info if key[0] != "_"} == keys | {"seeds"}
        assert seeds is None or info["seeds"][:, 1].tolist() == [seeds, seeds + 1]
        frames, steps = info["episode_frame_number"], 3
        for _ in range(steps):
            info = env.step(np.zeros(2, int))[-1]
        assert {key for key in info if key[0] != "_"} == keys
        after = info["episode_frame_number"]
        np.testing.assert_array_equal(after, frames + 4 * steps)
        states = env.save_state()
        env.reset()
        env.load_state(states)
        info = env.step(np.zeros(2, int))[-1]
        np.testing.assert_array_equal(info["episode_frame_number"], after + 4)


def test_vector_entry_point():
    env = gymnasium.make_vec("envpool/Pong-v5", num_envs=3)
    obs, _ = env.reset(seed=1)
    assert obs.shape == (3, 4, 84, 84)
    env.close()


LITTLE_MEMORY = """
import resource, sys, envpool
with open("/proc/self/statm") as file:
    now = int(file.read().split()[0]) * resource.getpagesize()
limit = now + int(sys.argv[1]) * 2**20
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    env = envpool.make_gym("Pong-v5", num_envs=200, num_threads=4)
    env.reset()
except (MemoryError, envpool.python.errors.EnvPoolError, OSError):
    pass
"""


NO_NEW_CODE = """
import ctypes, hashlib, sys
import envpool
import numpy as np
PR_SET_MDWE = 65  # from now on, no memory becomes executable
denied = sys.argv[1] == "denied" and ctypes.CDLL(None).prctl(PR_SET_MDWE, 1, 0, 0, 0)
seen = hashlib.sha256()
with envpool.make_gym("Pong-v5", num_envs=2, seed=3) as env:
    env.reset()
    for step in range(200):
        seen.update(env.step(np.full(2, step % 6))[0].tobytes())
print(denied, seen.hexdigest())
"""


def run(code, *arguments):
    """Runs code in another process."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
    )


def test_systems_that_deny_executable_memory():
    """There, games are interpreted, with the same results."""
    plain, denied = (run(NO_NEW_CODE, word) for word in ("plain", "denied"))
    assert (denied.returncode, denied.stderr) == (0, "")
    # Before Linux 6.3, the call fails: -1.
    assert denied.stdout.split()[0] in ("0", "-1")
    assert denied.stdout.split()[1] == plain.stdout.split()[1]


@pytest.mark.parametrize("megabytes", [25, 40, 60, 80])
def test_little_memory(megabytes):
    # A thread's first exception itself allocates memory.
    done = run(LITTLE_MEMORY, str(megabytes))
    assert (done.returncode, done.stderr) == (0, "")

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Games of several players."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import envpool
from envpool.python.errors import ConfigError, EnvStepError
from envpool.testing.process.measure import until
from envpool.vizdoom.multiplayer_oracle import Match


def make(task_id="Cig-v1", num_envs=1, players=2, **kwargs):
    return envpool.make_gymnasium(
        task_id, num_envs=num_envs, max_num_players=players, seed=1, **kwargs
    )


def actions_of(env, random):
    """Returns random pressed buttons for each player."""
    rows = env.num_envs * env.config["max_num_players"]
    pressed = random.integers(0, 2, (rows, *env.single_action_space.shape))
    return np.where(np.isinf(env.single_action_space.high), 3.0 * pressed, pressed)


def engines():
    """Returns the arguments of this process's engines, by process id."""
    tasks = Path("/proc/self/task").iterdir()
    ids = {each for task in tasks for each in (task / "children").read_text().split()}
    found = {}
    for each in map(int, ids):
        if is_engine(each):
            arguments = Path(f"/proc/{each}/cmdline").read_bytes().decode()
            found[each] = arguments.split("\0")
    return found


def is_engine(process):
    try:
        return Path(f"/proc/{process}/comm").read_text().strip() == "vizdoom"
    except OSError:
        return False


def ports():
    values = engines().values()
    return [each[each.index("-port") + 1] for each in values if "-port" in each]


@pytest.mark.parametrize(
    ("task_id", "players", "steps", "options"),
    [
        ("MultiDuel-v1", 2, 60, {"reward": "official", "frame_skip": 1}),
        ("Cig-v1", 3, 12, {}),
        ("DefendTheLine-v1", 2, 40, {"reward": "official"}),
    ],
)
def test_games_are_those_of_official_engines(task_id, players, steps, options):
    env = make(task_id, players=players, stack_num=1, **options)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("", 0))
        port = probe.getsockname()[1]
    match = Match(env.config, seed=1, port=port)
    random = np.random.default_rng(3)
    obs, info = env.reset()
    rows, reward = match.reset(), np.zeros(players, np.float32)
    assert info["players"]["env_id"].tolist() == [0] * players
    for _ in range(steps):
        for i, row in enumerate(rows):
            np.testing.assert_array_equal(obs[i], row["obs"])
            assert {key: info[key][i] for key in row["info"]} == row["info"]
            assert reward[i] == pytest.approx(row["reward"], abs=1e-6)
        actions = actions_of(env, random)
        obs, reward, _, _, info = env.step(actions)
        rows = match.step(actions)
    assert len({row["obs"].tobytes() for row in rows}) == players
    match.close()
    env.close()


def test_equal_seeds_are_equal_games_in_every_episode():
    options = {"max_episode_steps": 12, "img_height": 32, "img_width": 32}
    options["infos"] = ["elapsed_step"]
    env = make(num_envs=2, num_threads=1, **options)
    twin = make(num_envs=2, num_threads=2, **options)
    np.testing.assert_array_equal(env.reset()[0], twin.reset()[0])
    random = np.random.default_rng(0)
    first = []
    for step in range(1, 40):
        actions = actions_of(env, random)
        results = [each.step(actions) for each in (env, twin)]
        first.append(results[0][0])
        for one, other in zip(results[0][:4], results[1][:4], strict=True):
            np.testing.assert_array_equal(one, other)
        assert results[0][4]["elapsed_step"].tolist() == [step % 13] * 2
        assert results[0][3].tolist() == [step % 13 == 12] * 2  # for all players
    assert not np.array_equal(first[0][:2], first[0][2:])  # env 1 has another seed
    obs = env.reset(seed=1)[0]  # restarts the engines
    again = make(num_envs=2, **options)
    np.testing.assert_array_equal(obs, again.reset()[0])
    for each in (env, twin, again):
        each.close()
    assert not engines()


def test_players_die_and_come_back():
    env = make("MultiDuel-v1", img_height=32, img_width=32)
    _, info = env.reset()
    shoot = np.array([[0, 0, 1], [0, 0, 1]], np.float64)
    deaths, lives = np.zeros(2), []
    for _ in range(150):
        _, reward, terminated, _, info = env.step(shoot)
        assert reward.shape == (2,)
        assert terminated.tolist() == [False]
        deaths = info["DEATHCOUNT"]
        lives.append(info["HEALTH"].tolist())
    assert deaths.sum() > 0
    assert all(each > 0 for each in lives[-1])
    env.close()


def test_an_engine_that_dies_fails_the_step_and_all_of_its_game_start_anew():
    env = make(num_envs=2)
    env.reset()
    assert len(engines()) == 4
    assert len(set(ports())) == 2
    random = np.random.default_rng(0)
    env.step(actions_of(env, random))
    before = engines()
    guest = next(each for each, words in before.items() if "-join" in words)
    os.kill(guest, signal.SIGKILL)
    with pytest.raises(EnvStepError, match="killed by signal 9"):
        env.step(actions_of(env, random))
    assert len(set(engines()) & set(before)) == 2  # the engines of the other game
    obs = env.step(actions_of(env, random))[0]  # the game that failed is reset
    assert obs.shape[0] == 4
    assert len(engines()) == 4
    env.close()
    assert not engines()


def test_views_are_rendered_side_by_side():
    env = make("MultiDuel-v1", render_mode="rgb_array", stack_num=1)
    env.reset()
    (frame,) = env.render()
    assert frame.shape == (240, 640, 3)
    assert not np.array_equal(frame[:, :320], frame[:, 320:])
    env.close()


def test_arguments_for_the_network_in_a_scenario_are_refused(tmp_path):
    path = tmp_path / "my.cfg"
    path.write_text("available_buttons = { ATTACK }\ngame_args = -host 2 -Port 5029\n")
    options = {"cfg_path": str(path), "wad_path": "cig", "deathmatch": True}
    spec = envpool.make_spec("VizdoomCustom-v1", **options)
    assert spec.config.max_num_players == 1
    with pytest.raises(ConfigError, match=r"my\.cfg: expected none .* got '-host'"):
        envpool.make_spec("VizdoomCustom-v1", max_num_players=2, **options)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"max_num_players": 17}, "max_num_players"),
        ({"game_args": "-port 5029"}, "game_args: expected none .* got '-port'"),
        ({"game_args": "-HOST 3"}, "game_args: expected none .* got '-HOST'"),
        ({"lmp_save_dir": "."}, "lmp_save_dir: expected none"),
    ],
)
def test_bad_options_are_named(options, text):
    with pytest.raises(ConfigError, match=text):
        envpool.make_spec("Cig-v1", **{"max_num_players": 2, **options})


CHILD = """
import sys, time
import envpool

env = envpool.make_gymnasium("Cig-v1", num_envs=2, max_num_players=2)
env.reset()
print("ready", flush=True)
time.sleep(3600)
"""


def test_engines_end_with_a_process_that_is_killed():
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", CHILD], stdout=pipe) as process:
        assert process.stdout.readline() == b"ready\n"
        tasks = Path(f"/proc/{process.pid}/task").iterdir()
        texts = [(task / "children").read_text() for task in tasks]
        ids = [int(each) for text in texts for each in text.split()]
        assert sum(map(is_engine, ids)) == 4
        process.kill()
        process.wait()
        assert until(lambda: not any(map(is_engine, ids)))

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings that were forged or damaged, but have valid checksums."""

import itertools
import json
import math
import random
import re

import numpy as np
import pytest

import envpool
from envpool.families import FAMILIES
from envpool.python.errors import ConfigError, ConfigTypeError, ReplayError
from envpool.recording import header
from envpool.recording import log_format as fmt
from envpool.recording.forgery import change_header, mutated, read, write
from envpool.replays import config as replay_config
from envpool.testing import two_players  # noqa: F401  registers Duel-v0

MUTANTS = 80  # per recording


def actions_of(env, count):
    own = {
        key: entry
        for key, entry in env.spec.action_array_spec.items()
        if key not in ("env_id", "players.env_id")
    }
    action = {
        key: np.zeros((count, *entry.inner_shape), entry.dtype)
        for key, entry in own.items()
    }
    return action if len(own) > 1 else next(iter(action.values()))


def record(path, task_id, **kwargs):
    """Makes a recording with all kinds of records."""
    env = envpool.make(
        task_id, "gym", num_envs=2, max_episode_steps=3, record_actions=path, **kwargs
    )
    _, info = env.reset()
    states = None if task_id == "Duel-v0" else env.save_state()
    for step in range(8):
        action = actions_of(env, 2)
        if isinstance(action, dict):
            owners = info["players"]["env_id"]
            action["players.move"] = np.zeros(len(owners), np.int32)
            action["players.env_id"] = owners
        *_, info = env.step(action)
        if step == 4 and states is not None:
            env.load_state(states)
    env.reset(seed=5)
    env.reset([1])
    if task_id == "CartPole-v1":
        env.reset(options={"low": 0.01, "high": 0.02})
    env.close()
    return read(path)


def play(path):
    """Plays a part of a file; returns the error, or ""."""
    try:
        recording = envpool.replay(path)
        for episode in itertools.islice(recording.episodes, 6):
            for _ in itertools.islice(episode.steps(), 20):
                pass
        _ = recording.fps
    except ReplayError as error:
        return str(error)
    return ""


def play_all(path):
    for episode in envpool.replay(path).episodes:
        list(episode.steps())


@pytest.mark.parametrize(
    ("task_id", "config"),
    [
        ("CartPole-v1", {}),
        ("CartPole-v1", {"autoreset_mode": "same_step"}),
        ("CartPole-v1", {"randomize": {"length": ("uniform", 0.4, 0.6)}}),
        ("Duel-v0", {}),
        ("FrozenLake-v1", {"map_name": "random"}),
    ],
)
def test_damage_is_an_error_of_its_own(tmp_path, task_id, config):
    records = record(tmp_path / "actions", task_id, **config)
    answers = set()
    for seed in range(MUTANTS):
        write(tmp_path / "mutant", mutated(random.Random(seed), records))
        answers.add(play(tmp_path / "mutant"))
    assert len(answers) > MUTANTS / 4
    assert all(answer.startswith((str(tmp_path), "")) for answer in answers)


@pytest.mark.parametrize(
    ("records", "text"),
    [
        ([(fmt.HEADER, b"{")], "expected a header in JSON: Expecting"),
        ([(fmt.HEADER, b"\xff")], "expected a header in JSON: 'utf-8' codec"),
        ([(fmt.HEADER, b"[" * 10**5)], "expected a header in JSON: maximum"),
        ([(fmt.HEADER, b'{"a": 1}')], "header: expected the keys task_id, env_type, "),
        ([(fmt.UNDO, b"")], "expected a header, but the file ends before it"),
        (
            [..., (fmt.UNDO, b""), (fmt.UNDO, b"")],
            "expected a record to undo, got none",
        ),
        ([..., (fmt.HEADER, b"{}")], "expected kinds of records, got 0"),
        ([..., (9, b"")], "expected kinds of records, got 9"),
        ([..., (fmt.END, b"x")], "expected the end of a record, got 1 bytes"),
        ([..., (fmt.RESET, b"")], "expected 1 more bytes in a record, got 0"),
        ([..., (fmt.RESET, b"\1\0[1")], "expected options in JSON: "),
        ([..., (fmt.RESET, b'\1\0"ab"')], "expected a list of options, got 'ab' "),
        ([..., (fmt.RESET, b"\1\0[1]")], "expected 2 options of a reset, got 1"),
        ([..., (fmt.RESET, b'\1\0[1, "x"]')], "options['high']: expected a number"),
        ([..., (fmt.RESET, b"\0\1\0\0\0\2\0\0\0\0")], "expected env ids in [0, 1]"),
        ([..., (fmt.ACTIONS, b"\1\x63\2\0\0\0\0\0")], "an action of int32, got None"),
        ([..., (fmt.ACTIONS, b"\1\1\1\0\0\0\0")], "expected 2 rows of [], got 1 va"),
        ([..., (fmt.ACTIONS, b"\1\1\2\0\0\0\0\7")], "expected values in [0, 1], got 7"),
        ([..., (fmt.STATES, b"\1" + b"\xff" * 8)], "more bytes in a record, got 0"),
        ([..., (fmt.STATES, b"\1\1\0\0\0\1\0\0\0xx")], "state"),
    ],
)
def test_what_errors_say(tmp_path, records, text):
    path = tmp_path / "actions"
    env = envpool.make("CartPole-v1", "gym", num_envs=2, record_actions=path)
    env.reset()
    env.close()
    genuine = read(path)
    write(path, [*genuine, *records[1:]] if records[0] is ... else records)
    with pytest.raises(
        ReplayError, match=f"^{re.escape(str(path))}: .*{re.escape(text)}"
    ):
        play_all(path)


def made(path, task_id="CartPole-v1", **kwargs):
    env = envpool.make(task_id, "gym", record_actions=path, **kwargs)
    env.reset()
    env.close()
    return path


@pytest.mark.parametrize(
    "key", ["record", "record_actions", "num_envs", "env_type", "render_width", "x"]
)
def test_a_config_is_no_option(tmp_path, key):
    path = made(tmp_path / "actions")
    change_header(
        path, lambda header: header["config"].update({key: str(tmp_path / "new")})
    )
    assert "expected config keys in the header, got" in play(path)
    change_header(
        path, lambda header: header["options"].update({key: str(tmp_path / "new")})
    )
    assert ": options" in play(path)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("draws", "text"),
    [
        (None, "options['randomize']: expected distributions of parameters in the he"),
        ([], "options['randomize']: expected distributions"),
        ({"length": 1}, "options['randomize']: expected distributions"),
        ({"length": []}, "options['randomize']: expected distributions"),
        ({"length": [[]]}, "options['randomize']: expected distributions"),
        ({"length": [{}, 1, 2]}, "options['randomize']: expected distributions"),
        ({"length": ["lambda", 1, 2]}, "options['randomize']: expected distributions"),
        ({"length": ["uniform", 1]}, "options['randomize']: expected distributions"),
        ({"length": ["uniform", "x", 1]}, "options['randomize']: expected distribut"),
        ({"length": ["choice", []]}, "options['randomize']: expected distributions"),
        ({"length": ["uniform", 1, 1e99]}, "randomize['length']"),
        ({"length": ["uniform", 1, math.nan]}, "options['randomize']: expected distr"),
        ({"length": ["uniform", 1, 10**400]}, "options['randomize']: expected distr"),
        ({"x": ["uniform", 1, 2]}, "randomize: unknown parameter 'x'"),
        ({"length[0]": ["uniform", 1, 2]}, "randomize['length[0]']: expected at most"),
    ],
)
def test_what_errors_of_distributions_say(tmp_path, draws, text):
    path = made(tmp_path / "actions")
    change_header(path, lambda header: header["options"].update(randomize=draws))
    assert text in play(path)


def test_the_number_of_envs_has_a_limit(tmp_path, monkeypatch):
    path = made(tmp_path / "actions")
    write(path, [read(path)[0], (fmt.RESET, b"\0\1\0\0\0\7\0\0\0\0")])
    change_header(path, lambda header: header.update(num_envs=2**20))
    assert len(envpool.replay(path).episodes) == 1
    change_header(path, lambda header: header.update(num_envs=2**20 + 1))
    with pytest.raises(ReplayError, match=r"num_envs: expected an integer in \[1, "):
        envpool.replay(path)
    monkeypatch.setattr(header, "MAX_ENVS", 2)
    with pytest.raises(ConfigError, match="expected at most 2 envs"):
        made(tmp_path / "new", num_envs=3)
    assert not (tmp_path / "new").exists()


def test_a_recording_chooses_no_folder(tmp_path):
    path = made(tmp_path / "actions")
    change_header(path, lambda header: header["config"].update(base_path="/tmp/other"))
    text = (
        "expected base_path in replay(..., config={'base_path': ...}), as a recording"
    )
    assert text in play(path)
    recording = envpool.replay(path, config={"base_path": str(tmp_path)})
    with pytest.warns(RuntimeWarning, match="base_path is .* but was '/tmp/other' in"):
        assert len(list(recording.episode(0, 0).steps())) == 1
    recording = envpool.replay(path, config={"base_path": "/tmp/other"})
    assert len(list(recording.episode(0, 0).steps())) == 1


def test_only_what_a_recording_may_not_choose_is_the_callers(tmp_path):
    path = made(tmp_path / "actions", max_episode_steps=7)
    for config in ({"max_episode_steps": 3}, {"num_envs": 3}, {"record": "x"}):
        with pytest.raises(
            ConfigError, match="may not choose, such as 'base_path', got"
        ):
            list(envpool.replay(path, config).episode(0, 0).steps())
    with pytest.raises(ConfigTypeError, match="config: expected a dict, got 'x'"):
        envpool.replay(path, "x")
    with pytest.raises(ConfigTypeError, match="base_path: expected a string"):
        list(envpool.replay(path, {"base_path": 3}).episode(0, 0).steps())


@pytest.mark.parametrize("kind", ["engine_keys", "output_keys"])
def test_keys_of_the_manifest(tmp_path, monkeypatch, kind):
    """Treats the map of FrozenLake as an argument of a program, or as a folder."""
    path = made(tmp_path / "actions", "FrozenLake-v1", desc=["SF", "HG"])
    assert play(path) == ""
    row = next(row for row in FAMILIES if row.name == "toy_text")
    rows = {row.package: row._replace(**{kind: ("desc",)})}
    monkeypatch.setattr(replay_config, "_ROWS", rows)
    if kind == "engine_keys":
        assert "expected desc in replay(" in play(path)
        desc = (
            envpool.replay(path, {"desc": ["SF", "HG"]})
            ._player_of(0)[0]
            ._config["desc"]
        )
        with pytest.warns(RuntimeWarning, match="desc is .* but was"):
            assert (
                envpool.replay(path, {"desc": ["SG", "HG"]})
                ._player_of(0)[0]
                ._config["desc"]
                != desc
            )
    else:
        assert "desc" not in envpool.replay(path)._player_of(0)[0]._config
        assert (
            "desc"
            in envpool.replay(path, {"desc": ["SF", "HG"]})._player_of(0)[0]._config
        )


def test_texts_of_other_packages(tmp_path, monkeypatch):
    path = made(tmp_path / "actions", "FrozenLake-v1", desc=["SF", "HG"])
    monkeypatch.setattr(replay_config, "_ROWS", {})
    assert "expected desc in replay(" in play(path)
    path = made(tmp_path / "others", "FrozenLake-v1", map_name="8x8", is_slippery=False)
    assert play(path) == ""  # one of the rule's choices


@pytest.mark.parametrize("value", [{1: 2.5, "a": [3, 4]}, {}, [1, [2]], "x", None])
def test_dicts_keep_their_keys(value):
    """JSON has only texts as keys."""
    assert header._read("key", json.loads(json.dumps(header._written(value)))) == value

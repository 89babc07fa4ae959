# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The commands `record` and `replay`."""

import json

import numpy as np

import envpool
from envpool import cli
from envpool.cli import replay


def run(capsys, *words):
    """Returns the exit status of a command, and its output."""
    status = cli.main(list(words))
    return status, *capsys.readouterr()


def as_json(capsys, *words):
    """Returns a command's output, parsed as JSON."""
    status, out, err = run(capsys, *words, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_record_says_how_episodes_end(capsys, tmp_path):
    words = ["record", "CartPole-v1", "--out", str(tmp_path), "--episodes", "2"]
    words += ["-c", "render_width=60", "-c", "render_height=40"]
    status, out, err = run(capsys, *words, "-c", "max_episode_steps=3")
    assert status == 0
    assert err == "".join(
        f"episode {number}: return 3, 3 steps, truncated\n" for number in range(2)
    )
    assert [line.rpartition("-")[2] for line in out.splitlines()] == ["return3.mp4"] * 2
    status, out, err = run(capsys, *words, "--max-steps", "2")
    assert status == 0
    assert err.splitlines()[1] == (
        "episode 1: return 2, 2 steps, cut: it is longer than --max-steps, and its "
        "video is named unfinished"
    )
    assert all(line.endswith("-unfinished.mp4") for line in out.splitlines())
    found = as_json(capsys, *words, "--max-steps", "2")
    assert len(found["files"]) == 2
    assert found["episodes"][1] == {"return": 2, "length": 2, "ended": "cut"}


def test_replay_prints_no_large_arrays(capsys, tmp_path, monkeypatch):
    file = tmp_path / "actions"
    env = envpool.make("CartPole-v1", "gym", record_actions=file)
    env.reset()
    obs, *_ = env.step(np.ones(1, int))
    env.close()
    words = ["replay", str(file), "--env", "0"]
    monkeypatch.setattr(replay, "_MAX_VALUES", 3)
    steps = as_json(capsys, *words)["steps"]
    assert steps[1]["observation"] == {"dtype": "float32", "shape": [1, 4]}
    assert steps[1]["action"] == 1
    steps = as_json(capsys, *words, "--full")["steps"]
    assert steps[1]["observation"] == obs.tolist()
    values = {"state": (np.zeros(4), "text")}
    assert replay.brief(values)["state"][0]["shape"] == (4,)


def test_replay_gets_what_a_recording_may_not_choose(capsys, tmp_path):
    file = tmp_path / "actions"
    env = envpool.make("CartPole-v1", "gym", record_actions=file)
    env.reset()
    env.close()
    words = ["replay", str(file), "--env", "0", "-c"]
    assert run(capsys, *words, f"base_path={tmp_path}")[0] == 0
    status, _, err = run(capsys, *words, "gravity=3")
    assert status == 2
    assert "expected keys that a recording may not choose" in err


def test_replay_makes_a_data_set(capsys, tmp_path):
    file = tmp_path / "actions"
    env = envpool.make(
        "CartPole-v1", "gym", num_envs=2, max_episode_steps=4, record_actions=file
    )
    env.reset()
    for _ in range(9):
        env.step(np.zeros(2, int))
    env.close()
    words = ["replay", str(file), "--root", str(tmp_path)]
    found = as_json(capsys, *words, "--data-set", "all-v0")
    assert found["path"] == str(tmp_path / "all-v0")
    assert (found["total_episodes"], found["total_steps"]) == (4, 16)
    status, out, err = run(capsys, *words, "--data-set", "one-v0", "--env", "1")
    assert (status, err) == (0, "")
    assert out == f"2 episodes, 8 steps: {tmp_path / 'one-v0'}\n"
    status, out, err = run(capsys, *words, "--data-set", "one-v0")
    assert status != 0
    assert "append=True" in err

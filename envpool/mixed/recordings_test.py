# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings of mixed pools play again, and their envs are filmed."""

import itertools
import json
import os
import random
import signal

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.errors import (
    ConfigError,
    EnvIdError,
    EnvStepError,
    NotSupportedError,
    ReplayError,
)
from envpool.recording import log_format as fmt
from envpool.recording.forgery import change_header, mutated, read, write

UNLIKE = [("CartPole-v1", 2), ("Pendulum-v1", 1), ("Acrobot-v1", 2)]
NAMES = ["CartPole-v1"] * 2 + ["Pendulum-v1"] + ["Acrobot-v1"] * 2


class Walk(gymnasium.Env):
    """A random walk; its option is the start. Action 2 raises, 3 ends the process."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 7}  # noqa: RUF012
    observation_space = gymnasium.spaces.Box(-1e9, 1e9, (2,), np.float64)
    action_space = gymnasium.spaces.Discrete(4)

    def __init__(self, scale=1.0, render_mode="rgb_array"):
        self.scale = scale
        self.render_mode = render_mode

    def _seen(self):
        return np.array([self.at, self.count], np.float64)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.at, self.count = float((options or {}).get("start", 0)), 0
        return self._seen(), {"note": "new"}

    def step(self, action):
        assert isinstance(action, np.int32)  # as of envs in C++ beside it
        if action == 2:
            raise KeyError("action 2")
        if action == 3 and self.count > 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.at += self.scale * self.np_random.normal() + float(action)
        self.count += 1
        return self._seen(), self.at, self.count > 4, False, {"note": "step"}

    def render(self):
        return np.full((8, 6, 3), self.count, np.uint8)


def in_python(**kwargs):
    kwargs = {"threads": True, **kwargs}
    return envpool.PythonEnvs(Walk, workers=1, **kwargs)


def played(path, env_id, **kwargs):
    """Returns the observations of an env in all episodes, by step."""
    return [
        np.asarray(step.observation)[0].tolist()
        for episode in envpool.replay(path, **kwargs).episodes_of(env_id)
        for step in episode.steps()
        if step.error is None
    ]


def action_of(step):
    return {
        "CartPole-v1": np.array([step % 2, 1]),
        "Pendulum-v1": np.array([[0.1 * step]], np.float32),
        "Acrobot-v1": np.array([step % 3, 2]),
    }


def note_by_task(seen, obs):
    rows = [row for name in dict.fromkeys(NAMES) for row in obs[name]]
    for env_id, row in enumerate(rows):
        seen[env_id].append(row.tolist())


@pytest.mark.parametrize(
    ("env_type", "mode"),
    [
        ("gym", "same_step"),
        ("gymnasium", "same_step"),
        ("gymnasium", "next_step"),
        ("dm", "next_step"),
    ],
)
def test_equal_spaces(tmp_path, env_type, mode):
    path = tmp_path / "actions"
    with envpool.make_mixed(
        [("CartPole-v0", 2), ("CartPole-v1", 2)],
        env_type=env_type,
        autoreset_mode=mode,
        max_episode_steps=9,
        seed=3,
        record_actions=path,
    ) as pool:
        pool.reset()
        for step in range(12):
            result = pool.step(np.array([step % 2, 1, 0, step % 2]))
        last = result.observation.obs if env_type == "dm" else result[0]
        last = last.tolist()
        ids = {task.name: task.env_ids.tolist() for task in pool.tasks}
    recording = envpool.replay(path)
    assert recording.task_id == "CartPole-v0, CartPole-v1"
    assert recording.tasks == ids == {"CartPole-v0": [0, 1], "CartPole-v1": [2, 3]}
    for env_id in range(4):
        episode = recording.episodes_of(env_id)[-1]
        *_, step = episode.steps()
        seen = step.observation.obs if env_type == "dm" else step.observation
        assert seen[0].tolist() == last[env_id]
    ended = [each.ended for each in recording.episodes_of(3)]
    assert set(ended) <= {"terminated", "truncated", ""}
    assert recording.episode(0, 0).total_reward == recording.episode(0, 0).length
    with pytest.raises(EnvIdError, match=r"\[0, 3\]"):
        recording.episodes_of(4)


def test_unlike_spaces(tmp_path):
    path, seen = tmp_path / "actions", [[] for _ in NAMES]
    with envpool.make_mixed(
        UNLIKE, env_type="gymnasium", seed=3, max_episode_steps=6, record_actions=path
    ) as pool:
        note_by_task(seen, pool.reset()[0])
        for step in range(14):
            note_by_task(seen, pool.step(action_of(step))[0])
            if step == 9:  # a part of the envs
                obs, *_ = pool.step({"Acrobot-v1": [1], "CartPole-v1": [0]}, [4, 1])
                seen[4].append(obs["Acrobot-v1"][0].tolist())
                seen[1].append(obs["CartPole-v1"][0].tolist())
    recording = envpool.replay(path)
    for env_id in range(len(NAMES)):
        assert played(path, env_id) == seen[env_id]
    steps = list(recording.episode(2, 0).steps())
    assert steps[3].action.tolist() == [np.float32(0.1) * np.float32(2)]
    frame = next(iter(recording.episode(3, 0).frames(width=40, height=30)))
    assert frame.shape == (30, 40, 3)
    assert recording.fps_of(0) == 50
    assert recording.fps_of(2) == 30


def test_padded_actions(tmp_path):
    path, seen = tmp_path / "actions", [[], [], []]
    tasks = [("CartPole-v1", 1), ("Acrobot-v1", 2)]
    with envpool.make_mixed(tasks, pad=True, seed=3, record_actions=path) as pool:
        widths = (4, 6, 6)
        results = [pool.reset()[0]]
        results += [pool.step(np.array([step % 2, 2, 1]))[0] for step in range(20)]
        for obs in results:
            for env_id, width in enumerate(widths):
                seen[env_id].append(obs[env_id, :width].tolist())
    for env_id in range(3):
        assert played(path, env_id) == seen[env_id]


def test_padded_vectors(tmp_path):
    path = tmp_path / "actions"
    tasks = [("MountainCarContinuous-v0", 1), ("Pendulum-v1", 1)]
    with envpool.make_mixed(tasks, pad=True, seed=3, record_actions=path) as pool:
        pool.reset()
        pool.step(np.array([[0.5], [1.5]], np.float32))
    steps = list(envpool.replay(path).episode(1, 0).steps())
    assert steps[1].action.tolist() == [1.5]


def test_a_config_for_each_env(tmp_path):
    path = tmp_path / "actions"
    config = {"max_episode_steps": [5, 9, 5]}
    with envpool.make(
        "CartPole-v1", "gym", num_envs=3, env_config=config, record_actions=path
    ) as pool:
        results = [pool.reset()[0].tolist()]
        for _ in range(8):
            results.append(pool.step(np.array([0, 1, 1]))[0].tolist())
    recording = envpool.replay(path)
    assert recording.task_id == "CartPole-v1"
    assert recording.tasks == {"CartPole-v1": [0, 2, 1]}  # by config
    assert [recording.episode(i, 0).length for i in (0, 2)] == [5, 5]
    for env_id in range(3):
        assert played(path, env_id) == [rows[env_id] for rows in results]


def test_states_parameters_and_draws(tmp_path):
    path, seen = tmp_path / "actions", [[] for _ in range(4)]
    with envpool.make_mixed(
        [("CartPole-v0", 2), ("CartPole-v1", 2)],
        env_type="gym",
        seed=3,
        randomize={"length": ("uniform", 0.3, 0.8)},
        record_actions=path,
    ) as pool:

        def step():
            for env_id, row in enumerate(pool.step(np.array([0, 1, 1, 0]))[0]):
                seen[env_id].append(row.tolist())

        for env_id, row in enumerate(pool.reset()[0]):
            seen[env_id].append(row.tolist())
        states = pool.save_state([1, 3])
        step()
        pool.load_state(states, [1, 3])
        step()
        pool.set_params({"gravity": [3.0]}, env_id=[2])
        step()
    for env_id in range(4):
        assert played(path, env_id) == seen[env_id]


def test_asynchronous_batches(tmp_path):
    path, seen = tmp_path / "actions", [[], [], []]
    tasks = [("CartPole-v1", 2), (in_python(), 1)]
    with envpool.make_mixed(tasks, batch_size=1, seed=1, record_actions=path) as pool:
        pool.async_reset()
        for _ in range(40):
            obs, *_, info = pool.recv()
            (env_id,) = info["env_id"].tolist()
            name = "Walk" if env_id == 2 else "CartPole-v1"
            seen[env_id].append(obs[name][0].tolist())
            pool.send({name: np.array([1])}, info["env_id"])
    for env_id in range(3):
        found = played(path, env_id, env=in_python())
        # What was sent last may not have been received.
        assert found[: len(seen[env_id])] == seen[env_id]
        assert len(found) <= len(seen[env_id]) + 1


def test_envs_in_python(tmp_path):
    path, seen = tmp_path / "actions", [[] for _ in range(4)]
    tasks = [("CartPole-v1", 2), (in_python(env_kwargs={"scale": 0.5}), 2)]
    with envpool.make_mixed(
        tasks, env_type="gymnasium", seed=3, record_actions=path
    ) as pool:

        def note(obs, ids=range(4)):
            rows = [*obs["CartPole-v1"], *obs["Walk"]]
            for env_id, row in zip(ids, rows, strict=True):
                seen[env_id].append(row.tolist())

        note(pool.reset(options={"low": -0.01, "high": 0.01, "start": 4.0})[0])
        for step in range(8):
            action = {"CartPole-v1": [step % 2, 1], "Walk": [1, step % 2]}
            note(pool.step(action)[0])
            if step == 4:
                note(pool.reset([3], seed=8, options={"start": -2})[0], [3])
        states = pool.save_state([0])
        pool.load_state(states, [0])
        assert pool.get_attr("scale")[2:] == (0.5, 0.5)
        for call in (
            lambda: pool.call("reset"),
            lambda: pool.set_attr("scale", 3.0),
            lambda: pool.load_state(pool.save_state([2]), [2]),
        ):
            with pytest.raises(NotSupportedError, match="without record_actions"):
                call()
        with pytest.raises(NotSupportedError, match="since they are recorded"):
            pool.reset(options={"start": np.zeros(2)})
    given = in_python(env_kwargs={"scale": 0.5})
    for env in (given, {"Walk": given}):
        for env_id in range(4):
            assert played(path, env_id, env=env) == seen[env_id]
    recording = envpool.replay(path, env=given)
    assert recording.tasks == {"CartPole-v1": [0, 1], "Walk": [2, 3]}
    assert recording.fps_of(2) == 7
    frames = list(recording.episode(2, 0).frames())
    assert [int(frame[0, 0, 0]) for frame in frames] == [0, 1, 2, 3, 4, 5]
    with pytest.raises(NotSupportedError, match="draw their own frames"):
        list(recording.episode(2, 0).frames(width=100))
    # Envs in C++ play without those in Python.
    assert played(path, 0) == seen[0]
    with pytest.raises(ReplayError, match="may not choose programs"):
        played(path, 2)
    with pytest.raises(ReplayError, match="expected the recorded return"):
        played(path, 2, env=in_python())
    with pytest.raises(ConfigError, match=r"tasks in Python of .*'Walk', got 'Run'"):
        envpool.replay(path, env={"Run": given})


def test_several_tasks_in_python(tmp_path):
    path = tmp_path / "actions"
    tasks = [(in_python(), 1), (in_python(env_kwargs={"scale": 2.0}), 1)]
    with envpool.make_mixed(
        tasks, env_type="gymnasium", seed=3, record_actions=path
    ) as pool:
        rows = [pool.reset()[0].tolist()]
        rows += [pool.step([0, 1])[0].tolist() for _ in range(4)]
    given = {"Walk": in_python(), "Walk#2": in_python(env_kwargs={"scale": 2.0})}
    for env_id in range(2):
        assert played(path, env_id, env=given) == [row[env_id] for row in rows]
    with pytest.raises(ConfigError, match=r"a dict by task, as .* has 2 tasks"):
        envpool.replay(path, env=in_python())


def test_failures(tmp_path):
    path = tmp_path / "actions"
    tasks = [("CartPole-v1", 1), (in_python(threads=False), 2)]
    with envpool.make_mixed(tasks, record_actions=path) as pool:
        pool.reset()
        with pytest.raises(EnvStepError) as caught:
            pool.step({"CartPole-v1": [1], "Walk": [2, 0]})
        assert caught.value.recording == str(path)
        assert "envpool.replay(" in caught.value.__notes__[0]
        pool.step({"CartPole-v1": [1], "Walk": [0, 0]})
        pool.step({"CartPole-v1": [1], "Walk": [0, 0]})
    first, second = envpool.replay(path, env=in_python()).episodes_of(1)
    assert first.ended == "failed"
    *_, last = first.steps()
    assert "KeyError" in str(last.error)
    assert len(list(second.steps())) == 2
    assert len(played(path, 0)) == 4


def test_forged_parts(tmp_path):
    path = tmp_path / "actions"
    with envpool.make_mixed(UNLIKE, record_actions=path) as pool:
        pool.reset()
        pool.step(action_of(0))
    genuine = read(path)
    assert len(json.loads(genuine[0][1])["parts"]) == 3
    assert len(played(path, 0)) == 2

    def forged(change):
        write(path, genuine)
        change_header(path, lambda header: change(header, header["parts"]))
        with pytest.raises(ReplayError):
            played(path, 0)

    forged(lambda header, parts: parts.pop())
    forged(lambda header, parts: parts.append(3))
    forged(lambda header, parts: parts[0].update(name=3))
    forged(lambda header, parts: parts[0].update(env_ids=[0, 0]))
    forged(lambda header, parts: parts[0].update(env_ids=[0, -1]))
    forged(lambda header, parts: parts[0].update(env_ids=[]))
    forged(lambda header, parts: parts[0].update(env_seed=[1]))
    forged(lambda header, parts: parts[0].update(columns=[7]))
    forged(lambda header, parts: parts[0].update(columns=[]))
    forged(lambda header, parts: parts[0].update(columns=[1]))  # another dtype
    forged(lambda header, parts: parts[0].update(config={"num_envs": 2}))
    forged(lambda header, parts: parts[0].update(config={"base_path": "/etc"}))
    forged(lambda header, parts: parts[0].update(task_id="Nothing-v0"))
    forged(lambda header, parts: parts[0].update(python_fps=5))
    forged(lambda header, parts: parts[0].update(parts=[]))
    forged(lambda header, parts: header.update(parts={}))
    write(path, [*genuine, (fmt.RESET, b"\1\0[3]")])
    with pytest.raises(ReplayError, match="options"):
        played(path, 0)


def test_mutants_play_or_are_refused(tmp_path):
    path = tmp_path / "actions"
    with envpool.make_mixed(UNLIKE, max_episode_steps=3, record_actions=path) as pool:
        pool.reset()
        for step in range(3):
            pool.step(action_of(step))
    genuine, rng = read(path), random.Random(2)
    outcomes = []
    for _ in range(120):
        write(path, mutated(rng, genuine))
        try:
            recording = envpool.replay(path)
            for env_id in range(len(NAMES)):
                for episode in itertools.islice(recording.episodes_of(env_id), 3):
                    list(itertools.islice(episode.steps(), 5))
            outcomes.append(True)
        except (ReplayError, EnvIdError):
            outcomes.append(False)
    assert 10 < sum(outcomes) < 110


def test_forged_options_of_envs_in_python(tmp_path):
    path = tmp_path / "actions"
    tasks = [("CartPole-v1", 1), (in_python(), 1)]
    with envpool.make_mixed(tasks, record_actions=path) as pool:
        pool.reset()
    genuine = read(path)
    for options in ([], [None], [None, "x"], [None, ["x"]], [None, [{}, {}]], {}):
        reset = b"\1\0" + json.dumps(options).encode()
        write(path, [*genuine, (fmt.RESET, reset)])
        with pytest.raises(ReplayError, match="options"):
            played(path, 1, env=in_python())
    write(path, [*genuine, (fmt.RESET, b'\1\0[null, [{"start": 3}]]')])
    assert played(path, 1, env=in_python())[-1] == [3, 0]


def test_videos(tmp_path):
    tasks = [("CartPole-v1", 1), (in_python(), 2), ("Pendulum-v1", 1)]
    with envpool.make_mixed(
        tasks, record=tmp_path, record_envs=[0, 1, 3], record_format="gif", seed=1
    ) as pool:
        pool.reset()
        for _ in range(5):
            action = {"CartPole-v1": [1], "Walk": [0, 0], "Pendulum-v1": [[0.0]]}
            pool.step(action)
    names = sorted(os.listdir(tmp_path))
    assert names[0] == "CartPole-v1-env0-episode0-unfinished.gif"
    assert names[1] == "Pendulum-v1-env3-episode0-unfinished.gif"
    assert names[2].startswith("Walk-env1-episode0-return")
    assert len(names) == 3
    silent = envpool.PythonEnvs(Walk, env_kwargs={"render_mode": None}, threads=True)
    tasks = [("CartPole-v1", 1), (silent, 1)]
    with pytest.raises(NotSupportedError, match="'Walk' with render_mode="):
        envpool.make_mixed(tasks, record=tmp_path / "none", record_envs=[1])
    envpool.make_mixed(tasks, record=tmp_path / "first").close()

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings of envs in Python play again, with the envs that the caller gives."""

from __future__ import annotations

import json
import os
import pathlib
import pickle
import signal
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import envpool
from envpool.errors import ConfigError, EnvStepError, NotSupportedError, ReplayError
from envpool.recording import log_format as fmt
from envpool.recording.forgery import change_header, read, write


class Walk(gymnasium.Env[Any, Any]):
    """A random walk; its option is the start. Action 2 raises, 3 ends the process."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 7}  # noqa: RUF012
    observation_space = spaces.Dict(
        {"at": spaces.Box(-1e9, 1e9, (1,), np.float64), "step": spaces.Discrete(99)}
    )
    action_space = spaces.Discrete(4)

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.render_mode = "rgb_array"

    def _seen(self) -> Any:
        return {"at": np.array([self.at]), "step": self.count}

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        self.at, self.count = float((options or {}).get("start", 0)), 0
        return self._seen(), {"note": "new"}

    def step(self, action: Any) -> Any:
        """Makes a random step."""
        if action == 2:
            raise KeyError("action 2")
        if action == 3 and self.count > 0 and self.scale < 9:
            os.kill(os.getpid(), signal.SIGKILL)
        self.at += self.scale * self.np_random.normal() + float(action)
        self.count += 1
        return self._seen(), self.at, self.count > 4, False, {"note": "step"}

    def render(self) -> Any:
        """Draws the step."""
        return np.full((8, 8, 3), self.count, np.uint8)


def half() -> Any:
    """Makes an env of smaller steps."""
    return Walk(0.5)


def record(path: pathlib.Path, env: Any = Walk, **kwargs: Any) -> list[list[float]]:
    """Records 14 steps; returns the positions of all envs, by step."""
    kwargs = {"workers": 2, "seed": 5, "threads": True, **kwargs}
    seen = [[], [], []]

    def note(obs: Any, ids: Any) -> None:
        for row, env_id in enumerate(ids):
            seen[env_id].append(float(obs["at"][row, 0]))

    with envpool.from_gymnasium(env, 3, record_actions=str(path), **kwargs) as pool:
        note(pool.reset()[0], range(3))
        for step in range(14):
            if step == 8:
                note(pool.reset([1], seed=9, options={"start": 2.5})[0], [1])
            note(pool.step([step % 2, 1, 0])[0], range(3))
    return seen


def replayed(path: pathlib.Path, env_id: int, env: Any = Walk) -> list[float]:
    """Returns the positions of an env in all episodes, by step."""
    if not isinstance(env, envpool.PythonEnvs):
        env = envpool.PythonEnvs(env, threads=True)  # quicker than processes
    recording = envpool.replay(path, env=env)
    return [
        float(step.observation["at"][0, 0])
        for episode in recording.episodes_of(env_id)
        for step in episode.steps()
    ]


@pytest.mark.parametrize(("env_type", "threads"), [("gymnasium", False), ("gym", True)])
def test_all_envs_play_again(
    tmp_path: pathlib.Path, env_type: Any, threads: bool
) -> None:
    path = tmp_path / "actions"
    seen = record(path, env_type=env_type, threads=threads, max_episode_steps=4)
    for env_id in (0, 1):
        assert replayed(path, env_id) == seen[env_id]
    recording = envpool.replay(path, env=Walk)  # in a process
    assert [e.ended for e in recording.episodes_of(0)] == ["truncated"] * 3
    assert recording.task_id == "Walk"
    assert recording.fps == 7
    frames = list(recording.episode(0, 0).frames())
    assert [int(frame[0, 0, 0]) for frame in frames] == [0, 1, 2, 3, 4]
    with pytest.raises(NotSupportedError, match="draw their own frames"):
        list(recording.episode(0, 0).frames(width=100))


def test_a_list_of_functions(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "actions"
    seen = record(path, [Walk, half, Walk], seed=[3, 2**40, 4])
    assert replayed(path, 1, [Walk, half, Walk]) == seen[1]
    assert replayed(path, 1, half) == seen[1]
    assert (
        replayed(path, 1, envpool.PythonEnvs(Walk, env_kwargs={"scale": 0.5}))
        == (seen[1])
    )
    with pytest.raises(ReplayError, match="expected the recorded return"):
        replayed(path, 1, Walk)
    with pytest.raises(ConfigError, match="env: expected 3 functions"):
        envpool.replay(path, env=[Walk])


def test_an_id_of_gymnasium(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "actions"
    with envpool.from_gymnasium(
        "CartPole-v1", 2, workers=1, batch_size=1, record_actions=path
    ) as pool:
        pool.async_reset()
        for _ in range(9):
            obs, *_, info = pool.recv()
            pool.send([1], info["env_id"])
        env_id = int(info["env_id"][0])
    recording = envpool.replay(path)
    assert recording.task_id == "CartPole-v1"
    assert len(recording.episodes) == 2  # they are listed without the envs
    # No env in C++ of the same name is played.
    with pytest.raises(
        ReplayError, match=r"may not choose programs; it .*'CartPole-v1"
    ):
        list(recording.episode(0, 0).steps())
    steps = list(envpool.replay(path, env="CartPole-v1").episode(env_id, 0).steps())
    assert any((step.observation[0] == obs[0]).all() for step in steps)
    frames = envpool.replay(path, env="CartPole-v1").episode(0, 0).frames()
    assert next(frames).shape == (400, 600, 3)


def test_failures(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "actions"
    with envpool.from_gymnasium(Walk, 2, workers=2, record_actions=path) as pool:
        pool.reset()
        pool.step([0, 0])
        with pytest.raises(EnvStepError) as caught:
            pool.step([1, 2])
        assert caught.value.recording == str(path)
        assert "envpool.replay(" in caught.value.__notes__[0]
        seen = [pool.step([0, 1])[0]["at"][1, 0] for _ in range(2)]
        with pytest.raises(EnvStepError, match="signal 9"):
            pool.step([3, 1])
        after = [pool.step([1, 1])[0]["at"][0, 0] for _ in range(3)]
    first, second = envpool.replay(path, env=Walk).episodes_of(1)
    assert first.ended == "failed"
    *_, last = first.steps()
    assert last.error is not None
    assert "KeyError" in str(last.error)
    found = [step.observation["at"][0, 0] for step in second.steps()]
    assert found[:2] == seen
    second = envpool.replay(path, env=Walk).episode(0, 1)
    assert [step.observation["at"][0, 0] for step in second.steps()] == after
    # An env that does not fail as the recorded one did.
    second = envpool.replay(path, env=lambda: Walk(9)).episode(0, 1)
    with pytest.raises(ReplayError, match="expected env 0 to fail"):
        list(second.steps())


def test_what_is_not_recorded(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "actions"
    with envpool.from_gymnasium(Walk, 1, record_actions=path) as pool:
        pool.reset()
        for call in (
            lambda: pool.call("reset"),
            lambda: pool.set_attr("scale", 3.0),
        ):
            with pytest.raises(NotSupportedError, match="without record_actions"):
                call()
        assert pool.get_attr("scale") == (1.0,)
        for value in (np.zeros(2), (1, 2), {1: 2}, b"x"):
            with pytest.raises(NotSupportedError, match="since they are recorded"):
                pool.reset(options={"start": value})
        copy = pickle.loads(pickle.dumps(pool))
        copy.close()
        pool.step([0])
    assert len(replayed(path, 0)) == 2


class Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = str(path)

    def __reduce__(self) -> Any:
        return open, (self.path, "w")


def test_forged_files_run_no_programs(tmp_path: pathlib.Path) -> None:
    path, made = tmp_path / "actions", tmp_path / "made"
    record(path)
    genuine = read(path)
    trap = pickle.dumps(Trap(made))
    for options in ([trap.hex()], [[trap.hex()]], [{}, {}], {"start": trap.hex()}):
        reset = b"\1\0" + json.dumps(options).encode()
        write(path, [*genuine, (fmt.RESET, reset)])
        with pytest.raises(ReplayError, match="options"):
            replayed(path, 0)
    state = b"\0\1\0\0\0\0\0\0\0" + len(trap).to_bytes(4, "little") + trap
    write(path, [*genuine, (fmt.STATES, state)])
    with pytest.raises(ReplayError, match="expected no states of envs in Python"):
        replayed(path, 0)
    for changes in (
        {"config": {"workers": 2}},
        {"config": {"record": str(made)}},
        {"config": {"source": 1}},
        {"python_fps": 0},
        {"python_fps": "7"},
        {"python_fps": None},  # an env in C++, which does not exist
        {"config": {"max_episode_steps": "x"}},
        {"actions": []},
    ):
        write(path, genuine)
        change_header(path, lambda header, new=changes: header.update(new))
        with pytest.raises((ReplayError, ConfigError)):
            replayed(path, 0)
    assert not made.exists()


def test_what_does_not_fit_a_recording(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "native"
    with envpool.make_gym("CartPole-v1", record_actions=path) as pool:
        pool.reset()
    with pytest.raises(ConfigError, match="env: expected None"):
        envpool.replay(path, env="CartPole-v1")
    path = tmp_path / "python"
    record(path)
    with pytest.raises(ConfigError, match="config: expected none"):
        envpool.replay(path, {"base_path": "x"}, Walk)
    with pytest.raises(ReplayError, match="expected actions of"):
        replayed(path, 0, "Pendulum-v1")
    with pytest.raises(envpool.errors.ArgumentTypeError, match="env: expected an id"):
        replayed(path, 0, 3)

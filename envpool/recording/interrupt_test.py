# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C at any line of this package, and an ffmpeg that hangs."""

import contextlib
import inspect
import itertools
import linecache
import os
import signal
import subprocess
import sys
import textwrap
import threading
import warnings

import numpy as np
import pytest

import envpool
from envpool.python.config.keywords import Options
from envpool.recording import action_log, encoder, ffmpeg
from envpool.recording.episodes import Rows
from envpool.recording.videos import VideoRecorder

FOLDER = os.path.dirname(encoder.__file__)
SIZE = {"render_width": 60, "render_height": 40}


@contextlib.contextmanager
def interrupt_at(number):
    """Raises KeyboardInterrupt at the n-th executed line of this package.

    Yields a list that will contain that line.
    """
    hits = []
    left = itertools.count(1)

    def trace(frame, event, arg):
        file = frame.f_code.co_filename
        if not file.startswith(FOLDER) or file == __file__:
            return None
        line = linecache.getline(file, frame.f_lineno).lstrip()
        if line.startswith("with "):  # no signal interrupts the end of a with statement
            return trace
        if event == "line" and next(left) == number:
            hits.append(f"{file}:{frame.f_lineno}")
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield hits
    except KeyboardInterrupt:
        assert hits
    finally:
        sys.settrace(before)


class FakeWriter:
    """A writer that writes nothing."""

    def __init__(self, path, fps, shape):
        pass

    def add(self, frame):
        pass

    def finish(self, path):
        pass

    def abandon(self):
        pass

    def kill(self):
        pass

    def cpu_time(self):
        return None


def rows(step, length):
    """Returns the row of a step in an env's first episode."""
    return Rows(
        ids=np.array([0], np.int32),
        starts=np.array([step == 0]),
        ends=np.array([step == length]),
        episodes=np.array([0]),
        returns=np.array([float(step)]),
        lengths=np.array([step]),
        terminated=np.array([step == length]),
        truncated=np.array([False]),
    )


def test_ctrl_c_leaves_no_thread(tmp_path, monkeypatch):
    monkeypatch.setattr(encoder, "Writer", FakeWriter)
    lost = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    pool = envpool.make("CartPole-v1", "gymnasium")
    pool.reset()
    options = Options(record=str(tmp_path), **SIZE)
    for number in itertools.count(1):
        recorder = None
        with interrupt_at(number) as hits:
            recorder = VideoRecorder(pool, options)
            for step in range(3):
                recorder.take(pool, rows(step, 2))
            recorder.take(pool, rows(0, 2))
            recorder.close()
        if not hits:
            break
        del recorder
        for thread in threading.enumerate():
            if thread.name == "envpool video":
                thread.join(60)
                assert not thread.is_alive(), hits
        assert not encoder._running, hits
    assert number > 100
    assert lost == []
    pool.close()


def test_ctrl_c_while_actions_are_recorded(tmp_path):
    path = tmp_path / "actions"
    env = envpool.make("CartPole-v1", "gym", num_envs=2, record_actions=path)
    obs, _ = env.reset()
    seen = [obs[1]]
    rng = np.random.default_rng(0)
    for number in itertools.count(1):
        with interrupt_at(number) as hits:
            env.send(rng.integers(2, size=2))
        if not env._outstanding:
            continue  # nothing was sent
        seen.append(env.recv()[0][1])
        if not hits:
            break
    env.close()
    assert number > 20
    episodes = envpool.replay(path).episodes_of(1)
    found = [step.observation[0] for each in episodes for step in each.steps()]
    np.testing.assert_array_equal(found, seen)


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_ctrl_c_during_steps_leaves_returns_right(tmp_path, autoreset):
    path = tmp_path / "actions"
    env = envpool.make(
        "Pendulum-v1",
        "gymnasium",
        num_envs=2,
        max_episode_steps=3,
        autoreset_mode=autoreset,
        record_actions=path,
    )
    env.reset()
    rng = np.random.default_rng(0)
    actions = (rng.uniform(-2, 2, (2, 1)).astype("f4") for _ in itertools.count())
    for number in itertools.count(1):
        with interrupt_at(number) as hits:
            env.step(next(actions))
        for _ in range(2):  # continues the episode, or starts the next one
            last = env.step(next(actions))
        if not hits:
            break
    env.close()
    for env_id in range(2):
        episodes = envpool.replay(path).episodes_of(env_id)
        assert len(episodes) > number // 2 > 30
        for episode in episodes[:-1]:
            played = list(episode.steps())
            rewards = [step.reward for step in played[1:]]
            assert episode.total_reward == pytest.approx(sum(rewards))
            assert episode.length == len(rewards)
        played = [step for episode in episodes for step in episode.steps()]
        np.testing.assert_array_equal(played[-1].observation[0], last[0][env_id])


def test_a_writer_that_comes_after_the_end_does_not_wait(monkeypatch):
    """The writer started too late, so the thread does not wait for it."""
    made = []

    class Late(FakeWriter):
        def __init__(self, path, fps, shape):
            work.stop()
            made.append(self)

        def add(self, frame):
            raise AssertionError

        def abandon(self):
            made.remove(self)

    monkeypatch.setattr(encoder, "Writer", Late)
    work = encoder._Work(".mp4")
    work.items.put(("video", np.zeros((2, 2, 3), np.uint8), 30))
    work.items.put(None)
    work.run()
    assert isinstance(work.error, TimeoutError)
    assert made == []


def test_what_is_dropped_runs_no_python():
    """Destructors must not run Python code, since Ctrl-C would be lost there."""
    env = envpool.make("CartPole-v1", "gymnasium")
    for owner in (type(env), action_log._File):
        assert not inspect.isfunction(owner.__del__)
    env.close()


class Stopped(ffmpeg.Writer):
    """A writer with a stopped ffmpeg."""

    made = ()

    def __init__(self, *args):
        super().__init__(*args)
        os.kill(self._process.pid, signal.SIGSTOP)
        Stopped.made += (self._process,)


@pytest.mark.parametrize("room", [1, 2**20])
def test_an_ffmpeg_that_stands_still_does_not_stop_the_pool(
    tmp_path, monkeypatch, room
):
    monkeypatch.setattr(encoder, "Writer", Stopped)
    monkeypatch.setattr(encoder, "_PATIENCE", 0.2)
    monkeypatch.setattr(encoder, "_MAX_BYTES", room)
    monkeypatch.setattr(encoder, "_LAST_PATIENCE", 60)
    monkeypatch.setattr(Stopped, "made", ())
    env = envpool.make("CartPole-v1", "gymnasium", record=str(tmp_path), **SIZE)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        env.reset()
        for _ in range(60):  # more than a pipe holds
            env.step(np.zeros(1, int))
        env.close()
    assert [str(warning.message) for warning in caught] == [
        f"record: no more videos in {tmp_path}: ffmpeg made no progress for 0.2 s"
    ]
    assert list(tmp_path.iterdir()) == []
    assert not encoder._running
    for process in Stopped.made:
        assert process.returncode == -signal.SIGKILL


def test_an_ffmpeg_that_is_slow_is_waited_for():
    """ffmpeg uses CPU time, though it takes no frames for longer than the patience."""
    ticks = itertools.count()
    work = encoder._Work(".mp4")
    work._writer = FakeWriter("", 0, ())
    work._writer.cpu_time = lambda: next(ticks)
    assert work.wait(lambda: next(ticks) > 40, patience=0)
    work._writer.cpu_time = lambda: 7
    assert not work.wait(lambda: False, patience=0)


def test_a_program_that_ends_while_ffmpeg_stands_still(tmp_path):
    code = f"""
        import os, signal, numpy as np, envpool
        from envpool.recording import encoder, ffmpeg

        class Stopped(ffmpeg.Writer):
            def __init__(self, *args):
                super().__init__(*args)
                os.kill(self._process.pid, signal.SIGSTOP)

        encoder.Writer, encoder._PATIENCE, encoder._LAST_PATIENCE = Stopped, 0.2, 60
        env = envpool.make("CartPole-v1", "gym", record={str(tmp_path)!r})
        env.reset()
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []

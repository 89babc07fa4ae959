# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool.profile`, with fake clocks and real counts."""

import json

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import envpool
from envpool.integrations.dm import SingleEnv
from envpool.python.apis.profiling import Clocks, watch
from envpool.python.errors import ArgumentError, ArgumentTypeError, EnvIdError

N = 4
MS = 1_000_000


class FakePool:
    """Advances its own fake clocks by requested amounts."""

    def __init__(self):
        self._num_threads = 2
        self.wall = self.cpu = self.steps = self.here = self.all = 0
        self.clocks = Clocks(
            lambda: self.wall,
            lambda: self.cpu,
            lambda: (self.steps, self.all, self.here),
        )

    def sleep(self, ms):
        self.wall += ms * MS

    def work(self, ms):
        self.sleep(ms)
        self.cpu += ms * MS

    def run_envs(self, ms, here=True):
        self.steps += 1
        self.all += ms * MS
        if here:
            self.work(ms)
            self.here += ms * MS

    def send(self, action):
        self.work(action)

    def recv(self):
        self.run_envs(20)
        self.run_envs(70, here=False)
        self.sleep(50)

    def step(self, action):
        self.send(action)
        self.recv()


def test_the_parts_add_up():
    pool = FakePool()
    with watch([pool], pool.clocks, trace=False) as found:
        pool.work(100)  # before the first call
        pool.step(5)
        pool.sleep(25)
        pool.send(10)
        pool.recv()
    step, recv = found.calls["step"], found.calls["recv"]
    assert (step.count, found.calls["send"].count, recv.count) == (1, 1, 1)
    seconds = (step.seconds, step.envs, step.waiting, step.overhead)
    assert seconds == pytest.approx((0.075, 0.02, 0.05, 0.005))
    parts = (found.envs, found.waiting, found.overhead, found.rest)
    assert parts == pytest.approx((0.04, 0.1, 0.015, 0.125))
    assert sum(parts) == pytest.approx(found.seconds)
    assert (found.steps, found.num_workers) == (4, 2)
    assert found.workers == pytest.approx(0.14)
    assert "waiting for envs                 0.100 s  35.7%" in str(found)


def test_an_interrupted_thread_does_not_wait():
    pool = FakePool()

    def recv():
        pool.run_envs(10)
        pool.cpu -= 4 * MS  # another process ran on the CPU

    pool.recv = recv
    with watch([pool], pool.clocks, trace=False) as found:
        pool.recv()
    assert (found.envs, found.waiting, found.overhead) == pytest.approx((0.01, 0, 0))
    assert vars(pool)["recv"] is recv


@pytest.mark.parametrize("api", ["gym", "gymnasium", "dm"])
def test_counts(api):
    with envpool.make("CartPole-v1", api, num_envs=N) as env:
        env.reset()
        before = dict(vars(env))
        actions = np.zeros(N, np.int64)
        with envpool.profile(env) as found:
            env.reset()
            for _ in range(3):
                env.step(actions)
            env.send(actions)
            env.recv()
            with pytest.raises(EnvIdError):
                env.step(actions, np.full(N, N))
        env.step(actions)
        counts = {name: calls.count for name, calls in found.calls.items()}
        assert counts == {"reset": 1, "step": 4, "send": 1, "recv": 1}
        assert found.steps == N * 5
        assert vars(env).keys() == before.keys()


def test_nothing_is_counted_outside():
    with envpool.make_gym("CartPole-v1", num_envs=N) as env:
        env.reset()
        with envpool.profile(env) as found:
            pass
        env.step(np.zeros(N, np.int64))
        assert (found.steps, found.calls) == (0, {})
        with pytest.raises(EnvIdError), envpool.profile(env) as found:
            env.reset([N])
        assert (found.calls["reset"].count, found.steps) == (1, 0)
        assert found.seconds > 0
        assert "step" not in vars(env)


def test_profiles_that_overlap():
    """Overlapping profiles count their own calls, in any order of their ends."""
    with envpool.make_gym("CartPole-v1", num_envs=N) as env:
        env.reset()
        before, actions = dict(vars(env)), np.zeros(N, np.int64)
        first, second = envpool.profile(env), envpool.profile(env)
        one = first.__enter__()
        env.step(actions)
        two = second.__enter__()
        env.step(actions)
        first.__exit__(None, None, None)
        env.step(actions)
        assert "step" in vars(env)
        second.__exit__(None, None, None)
        env.step(actions)
        assert (one.calls["step"].count, one.steps) == (2, 2 * N)
        assert (two.calls["step"].count, two.steps) == (2, 2 * N)
        assert vars(env) == before


def test_pools_in_other_things():
    actions = np.zeros(N, np.int64)
    pool = envpool.make_gymnasium("CartPole-v1", num_envs=N)
    with pool, gymnasium.make("envpool/CartPole-v1") as one:
        stats, dm = RecordEpisodeStatistics(pool), SingleEnv("CartPole-v1")
        with envpool.profile(stats, pool, one, dm) as found:
            stats.reset()
            stats.step(actions)
            one.reset()
            one.step(0)
            dm.reset()
            dm.step(0)
        assert {name: calls.count for name, calls in found.calls.items()} == {
            "reset": 3,
            "step": 3,
        }
        assert found.steps == 2 * N + 2 + 2
        dm.close()


def test_trace(tmp_path):
    file = tmp_path / "trace.json"
    with envpool.make_gym("CartPole-v1", num_envs=N) as env:
        with envpool.profile(env, trace=True) as found:
            env.reset()
            env.step(np.zeros(N, np.int64))
        found.save_trace(file)
        events = json.loads(file.read_text(encoding="utf-8"))["traceEvents"]
        assert [event["name"] for event in events] == ["reset", "step"]
        assert {event["ph"] for event in events} == {"X"}
        assert events[0]["ts"] + events[0]["dur"] <= events[1]["ts"]
        with envpool.profile(env) as found:
            pass
        with pytest.raises(ArgumentError, match="trace=True"):
            found.save_trace(file)


def test_all_or_none_are_watched():
    class Fixed:
        __slots__ = ()
        _num_threads = 1

        def step(self):
            pass

    pool = FakePool()
    before = dict(vars(pool))
    with pytest.raises(TypeError), watch([pool, Fixed()], pool.clocks, trace=False):
        pass
    assert vars(pool) == before


def test_mistakes():
    with pytest.raises(ArgumentError, match="at least one pool"), envpool.profile():
        pass
    one = gymnasium.make("CartPole-v1")
    with (
        pytest.raises(ArgumentTypeError, match="envs: expected a pool, got <"),
        envpool.profile(one),
    ):
        pass

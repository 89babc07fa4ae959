# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The driver finds every difference, and none between equal envs."""

import importlib.metadata
import subprocess
import venv
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from envpool.testing import trace
from envpool.testing.oracle import (
    Adapter,
    Case,
    GymnasiumEnv,
    compare,
)
from envpool.testing.recorded import Recorded

FILE = Path(__file__).with_name("oracle_traces") / "cartpole.npz"
SCRIPT = FILE.with_name("record_cartpole.py")
CASE = Case("CartPole-v1", 100, options={"max_episode_steps": 30})


class CartPole(Adapter):
    """Gymnasium's CartPole, with a function that may change rows."""

    def __init__(self, change=lambda row, step: row):
        self.change = change

    def make(self, case, seed):
        env = gymnasium.make(case.task_id, **case.options)
        return Changed(GymnasiumEnv(env, seed), self.change)

    def check_spaces(self, pool, official):
        assert pool.single_observation_space == official.inner.env.observation_space


class Changed:
    def __init__(self, inner, change):
        self.inner, self.change, self.steps = inner, change, 0

    def reset(self):
        return self._changed(self.inner.reset())

    def step(self, action):
        return self._changed(self.inner.step(action))

    def _changed(self, row):
        self.steps += 1
        return self.change(dict(row), self.steps)


def test_same_env():
    found = compare(CartPole(), CASE)
    assert found.steps == 200
    assert found.episodes > 6
    assert (found.obs, found.reward) == (0, 0)


def next_float(row, step):
    if step == 60:
        row["obs"] = np.nextafter(row["obs"], np.float32(9))
    return row


def without(row, step):
    del row["obs"]
    return row


def put(key, value, at=70):
    def change(row, step):
        return {**row, key: value(row)} if step == at else row

    return change


WRONG = {
    "last bit": (next_float, "step 59, env 0, obs"),
    "reward": (put("reward", lambda row: row["reward"] + 1e-6), "reward"),
    "terminated": (put("terminated", lambda row: not row["terminated"]), "terminated"),
    "truncated": (put("truncated", lambda row: not row["truncated"]), "truncated"),
    "info": (put("info", lambda row: {"angle": 1.0}), "info.angle: the pool has none"),
    "dtype": (put("obs", lambda row: row["obs"].astype(np.float64)), "float64"),
    "shape": (put("obs", lambda row: row["obs"][:3]), "shape|\\(4,\\), \\(3,\\)"),
    "no obs": (without, "no observation"),
    "more obs": (put("obs", lambda row: {"a": row["obs"], "b": 1}), "expected"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_env(name):
    change, words = WRONG[name]
    with pytest.raises(AssertionError, match=words):
        compare(CartPole(change), CASE)


def test_wrong_seed():
    class OtherSeed(CartPole):
        def make(self, case, seed):
            return super().make(case, seed + 1)

    with pytest.raises(AssertionError, match="step 0, env 0, obs"):
        compare(OtherSeed(), CASE)


def test_tolerance_is_a_bound():
    class Tolerant(CartPole):
        bound = 1e-3

        def tolerance(self, name):
            return self.bound if name == "obs" else 0.0

    change = put("obs", lambda row: row["obs"] + np.float32(1e-4))
    adapter = Tolerant(change)
    assert 1e-5 < compare(adapter, CASE).obs < 1e-3
    adapter.bound = 1e-6
    with pytest.raises(AssertionError, match="obs"):
        compare(adapter, CASE)


def test_too_few_episodes():
    with pytest.raises(AssertionError, match="0 episodes ended"):
        compare(CartPole(), Case("CartPole-v1", 3, episodes=1))


def test_seed_without_effect():
    class NChain(CartPole):
        def actions(self, case, pool, rows, step, random):
            return np.zeros(self.num_envs, int)

    class Rules:
        """A chain without slips: after the end is reached, the state stays."""

        def __init__(self):
            self.state = 0

        def row(self, reward):
            return {
                "obs": self.state,
                "reward": reward,
                "terminated": False,
                "truncated": False,
            }

        def reset(self):
            return self.row(0.0)

        def step(self, action):
            reward = 10.0 if self.state == 4 else 0.0
            self.state = min(self.state + 1, 4)
            return self.row(reward)

    class Chain(NChain):
        random = True

        def make(self, case, seed):
            return Rules()

        def check_spaces(self, pool, official):
            pass

        def is_random(self, case):
            return self.random

    case = Case("NChain-v0", 30, episodes=0, options={"slip": 0.0})
    adapter = Chain()
    with pytest.raises(AssertionError, match="another seed makes no difference"):
        compare(adapter, case)
    adapter.random = False
    compare(adapter, case)


def test_record():
    recorded = Recorded(FILE)
    assert len(recorded.cases) == 2
    for case in recorded.cases:
        found = compare(recorded, case)
        assert found.episodes > 3
        assert found.obs == 0


def test_record_is_what_another_interpreter_makes(tmp_path):
    """The script runs with the official package and without this package."""
    venv.create(tmp_path / "venv", symlinks=True, with_pip=False)
    (packages,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    official = Path(gymnasium.__file__).parents[1]
    (packages / "official.pth").write_text(f"{official}\n")
    python = tmp_path / "venv/bin/python"
    alone = [python, "-I", "-c", "import gymnasium, envpool"]
    failed = subprocess.run(alone, capture_output=True, text=True)
    assert "No module named 'envpool'" in failed.stderr
    file = tmp_path / "again.npz"
    subprocess.run([python, "-I", SCRIPT, file], check=True, env={})
    assert trace.pins(file) == {
        name: importlib.metadata.version(name) for name in ("gymnasium", "numpy")
    }
    for found, expected in zip(trace.load(file), trace.load(FILE), strict=True):
        assert found.options == expected.options
        np.testing.assert_equal(found.columns, expected.columns)


@pytest.mark.parametrize("name", ["obs", "reward", "terminated", "action"])
def test_changed_record(tmp_path, name):
    cases = trace.load(FILE)
    column = cases[0].columns[name]
    at = np.flatnonzero(~cases[0].columns["is_reset"][:, 1])[30]
    column[at, 1] = 1 - column[at, 1]
    trace.save(tmp_path / "changed.npz", cases, {})
    recorded = Recorded(tmp_path / "changed.npz")
    with pytest.raises(AssertionError, match="CartPole-v1"):
        compare(recorded, recorded.cases[0])


def test_digest_stands_for_a_large_array():
    array = np.arange(1000)
    assert trace.digest(array[:8]).tolist() == list(range(8))
    short = trace.digest(array)
    assert (short.shape, short.dtype) == ((16,), np.uint8)
    assert not np.array_equal(short, trace.digest(array + 1))
    assert not np.array_equal(short, trace.digest(array.astype(np.int32)))

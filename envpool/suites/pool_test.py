# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools of suites add scores to the infos of finished episodes."""

import pickle

import numpy as np
import pytest

import envpool
from envpool.errors import ConfigError
from envpool.scores import Linear, Success, Suite
from envpool.suites import making, pool

SCORES = {
    "CartPole-v0": Linear("test", 10.0, 30.0, "here", {"max_episode_steps": 200}),
    "CartPole-v1": Success("here"),
    "Pendulum-v1": Linear("test", -2000.0, 0.0, "here"),
}
# The third task has no score.
ALIKE = ("CartPole-v0", "CartPole-v1", "phys2d/CartPole-v1")
UNLIKE = ("CartPole-v1", "Pendulum-v1")


@pytest.fixture(autouse=True)
def own_suites(monkeypatch):
    """Replaces the suites of the families by two suites of light tasks."""
    found = {
        name: Suite(name=name, title="A test", source="here", tasks=tasks)
        for name, tasks in (("alike", ALIKE), ("unlike", UNLIKE))
    }
    monkeypatch.setattr(making, "find_suite", found.__getitem__)
    for module in (making, pool):
        monkeypatch.setattr(module, "score_of", SCORES.get)


def check(env, info):
    """Compares scores with those of the returns; returns the number of scores."""
    ended = np.asarray(info.get("_episode", False))
    if not ended.any():
        assert "score" not in info
        return 0
    expected = np.full(len(ended), np.nan)
    for row in np.flatnonzero(ended):
        score = SCORES.get(env.tasks[info["task_id"][row]].id)
        if score is not None:
            expected[row] = score.of(info["episode"]["r"][row])
    np.testing.assert_array_equal(info["score"], expected)
    if env.env_type == "gymnasium":
        np.testing.assert_array_equal(info["_score"], ~np.isnan(expected))
    else:
        assert "_score" not in info
    return (~np.isnan(expected)).sum()


@pytest.mark.parametrize("env_type", ["gym", "gymnasium"])
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_scores(env_type, mode):
    random = np.random.default_rng(0)
    with envpool.make_suite(
        "alike", 2, env_type=env_type, infos="all", autoreset_mode=mode
    ) as env:
        assert [task.id for task in env.tasks] == list(ALIKE)
        _, info = env.reset(seed=3)
        assert "score" not in info
        count = 0
        for _ in range(100):
            *_, info = env.step(random.integers(0, 2, len(env)))
            count += check(env, info)
    assert count > 8


def test_asynchronous_batches():
    with envpool.make_suite("alike", 2, batch_size=3, num_threads=2) as env:
        env.async_reset()
        count = 0
        for _ in range(200):
            *_, info = env.recv()
            count += check(env, info)
            env.send(np.zeros(3, int), info["env_id"])
    assert count > 8


def test_unlike_spaces():
    with envpool.make_suite(
        "unlike", 2, env_type="gymnasium", infos="all", max_episode_steps=5
    ) as env:
        env.reset(seed=0)
        count = 0
        for _ in range(11):
            obs, *_, info = env.step(env.action_space.sample())
            assert set(obs) == set(UNLIKE)
            count += check(env, info)
    assert count == 8


def test_of_the_old_api():
    with envpool.make_suite("alike", gym_api="0.21") as env:
        env.reset()
        infos = [env.step(np.zeros(3, int))[-1] for _ in range(30)]
    assert sum(check(env, info) for info in infos) > 2


def test_copies():
    with envpool.make_suite("alike", 2, seed=5) as env:
        copy = pickle.loads(pickle.dumps(env))
        results = [
            [pool.step(np.ones(6, int))[-1] for _ in range(20)]
            for pool in (env, copy)
            if pool.reset()
        ]
        copy.close()
    for one, other in zip(*results, strict=True):
        assert ("score" in one) == ("score" in other)
        np.testing.assert_array_equal(one.get("score", 0), other.get("score", 0))


def test_without_scores():
    for kwargs in ({"env_type": "dm"}, {"score": False, "max_episode_steps": 3}):
        with envpool.make_suite("alike", **kwargs) as env:
            assert "_episode" not in env._columns.index
            env.reset()


def test_mistakes():
    for kwargs, text in (
        ({"max_episode_steps": 3}, "max_episode_steps: expected 200, for which scores"),
        ({"episode_stats": False}, "episode_stats: expected True"),
        (
            {"env_type": "dm", "score": True},
            "score: expected None or False with env_ty",
        ),
        ({"num_envs": 0}, "num_envs: expected an integer in"),
        ({"score": 3}, "score: expected True or False, got 3"),
        ({"env_type": "x"}, "env_type: expected one of"),
    ):
        with pytest.raises(ConfigError, match=text):
            envpool.make_suite("alike", **kwargs)

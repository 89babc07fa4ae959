# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The snippets that users are told to start with run as printed, with any id."""

import itertools
from collections import Counter

import numpy as np
import pytest

import envpool
from envpool.registration import registry

IDS = envpool.list_all_envs()
# Of a class with many ids, these run as printed, and the others with fewer envs.
CLASSES = {task_id: spec[:2] for task_id, spec in registry.specs.items()}
MANY = {name for name, count in Counter(CLASSES.values()).items() if count > 20}
AS_PRINTED = {"Pong-v5", "Breakout-v5"}
FEWER = {"100": "10", "64": "8", "=16": "=2"}


def discrete(task_id):
    return hasattr(envpool.make_spec(task_id).action_space, "n")


SYNC = """
env = envpool.make("CartPole-v1", env_type="gym", num_envs=100)
obs, info = env.reset(); act = np.zeros(100, dtype=int)
obs, rew, term, trunc, info = env.step(act)
"""
SOME = """
obs, rew, term, trunc, info = env.step(act[:10], env_id=np.arange(10)); env_id = info["env_id"]
"""  # noqa: E501
MAKE_GYM = """
env = envpool.make_gym("CartPole-v1", num_envs=100)
obs, info = env.reset(); act = np.zeros(100, dtype=int)
obs, rew, term, trunc, info = env.step(act)
"""
OLD_GYM = """
env = envpool.make("CartPole-v1", env_type="gym", num_envs=100, gym_api="0.21")
act = np.zeros(100, dtype=int)
obs = env.reset(); obs, rew, done, info = env.step(act)
"""
ASYNC = """
env = envpool.make("CartPole-v1", env_type="gym", num_envs=64, batch_size=16)
action_num = env.action_space.n
env.async_reset()
while True:
    obs, rew, term, trunc, info = env.recv(); env_id = info["env_id"]
    env.send(np.random.randint(action_num, size=16), env_id)
"""
GYMNASIUM = """
import gymnasium
import envpool
envs = gymnasium.make_vec("envpool/CartPole-v1", num_envs=8)
env = gymnasium.make("envpool/CartPole-v1")
"""


def run(snippet, task_id, names=None):
    """Runs the text with another id, and the actions that the env takes."""
    # Gymnasium's ids have one slash only.
    other = task_id.replace("/", ".") if snippet is GYMNASIUM else task_id
    text = snippet
    if CLASSES[task_id] in MANY and task_id not in AS_PRINTED:
        for number, fewer in FEWER.items():
            text = text.replace(number, fewer)
    text = text.replace("CartPole-v1", other)
    if not discrete(task_id):
        shape = envpool.make_spec(task_id).action_space.shape
        size = ", ".join(map(str, (100, *shape)))
        text = text.replace("np.zeros(100, dtype=int)", f"np.zeros(({size}))")
    scope = {"envpool": envpool, "np": np, **(names or {})}
    exec(compile(text, "snippet", "exec"), scope)
    return scope


def test_the_first_ones_run_as_printed():
    assert set(IDS) >= AS_PRINTED
    assert len(run(SYNC, "Pong-v5")["env"]) == 100
    assert CLASSES["CartPole-v1"] not in MANY


@pytest.mark.parametrize("task_id", IDS)
def test_sync(task_id):
    scope = run(SYNC + SOME, task_id)
    assert scope["env_id"].tolist() == list(range(10))
    assert scope["rew"].shape == (10,)
    scope["env"].close()


@pytest.mark.parametrize("task_id", IDS)
def test_make_gym_and_old_gym(task_id):
    for snippet in (MAKE_GYM, OLD_GYM):
        scope = run(snippet, task_id)
        assert scope["rew"].shape == (len(scope["env"]),)
        scope["env"].close()


class EnoughError(Exception):
    """Ends a snippet's endless loop."""


@pytest.mark.parametrize("task_id", [i for i in IDS if discrete(i)])
def test_async(task_id):
    counter = itertools.count()

    class Random:
        @staticmethod
        def randint(n, size):
            if next(counter) == 100:
                raise EnoughError
            return np.random.default_rng(0).integers(n, size=size)

    class NumPy:
        random = Random

    with pytest.raises(EnoughError):
        run(ASYNC, task_id, {"np": NumPy})


@pytest.mark.filterwarnings("ignore:.*is out of date")
@pytest.mark.parametrize("task_id", IDS)
def test_gymnasium(task_id):
    scope = run(GYMNASIUM, task_id)
    obs, _ = scope["envs"].reset(seed=1)
    leaves = obs.values() if isinstance(obs, dict) else [obs]
    leaves = obs if isinstance(obs, tuple) else leaves
    assert all(len(leaf) == 8 for leaf in leaves)
    obs, _ = scope["env"].reset(seed=1)
    assert obs in scope["env"].observation_space
    for name in ("env", "envs"):
        scope[name].close()

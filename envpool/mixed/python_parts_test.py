# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""States, attributes and options of resets of envs in Python in mixed pools.

Their workers are threads, which start at once.
"""

import threading

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.errors import ArgumentError, EnvStepError, NotSupportedError


class Counter(gymnasium.Env):
    """Observes the seed and the step; its episodes have 5 steps."""

    observation_space = gymnasium.spaces.Box(0, 1e9, (2,), np.float64)
    action_space = gymnasium.spaces.Discrete(4)

    def __init__(self):
        self.limit = 5

    def _result(self):
        return np.array([self.seed, self.step_number], np.float64), {}

    def reset(self, *, seed=None, options=None):
        self.seed = 0 if seed is None else seed
        self.step_number = 0
        return self._result()

    def step(self, action):
        self.step_number += 1
        obs, info = self._result()
        return obs, float(action), self.step_number >= self.limit, False, info


def threads(env):
    return envpool.PythonEnvs(env, threads=True)


@pytest.fixture(params=["gym", "gymnasium"])
def pool(request):
    tasks = [("CartPole-v1", 3), (threads(Counter), 2)]
    with envpool.make_mixed(tasks, env_type=request.param, seed=7) as made:
        yield made


def test_states(pool):
    pool.reset()
    action = {"CartPole-v1": [0, 1, 1], "Counter": [1, 0]}
    before = pool.step(action)[0]
    states = pool.save_state()
    expected = pool.step(action)[0]
    pool.step(action)
    loaded = pool.load_state(states)
    for task in action:
        np.testing.assert_array_equal(loaded[task], before[task])
    for task, rows in pool.step(action)[0].items():
        np.testing.assert_array_equal(rows, expected[task])
    pool.load_state([states[4], states[0]], [3, 1])
    obs = pool.step(action)[0]
    np.testing.assert_array_equal(obs["Counter"], [[11, 2], [11, 3]])
    # A pool of the task alone has the same states, unless they come by task.
    tasks = [(threads(Counter), 1), (threads(Counter), 2)]
    alone = envpool.from_gymnasium(Counter, 1, threads=True)
    with envpool.make_mixed(tasks, seed=1) as equal, alone:
        equal.reset()
        equal.step([1, 1, 1])
        alone.load_state([equal.save_state()[2]])
        assert alone.step([0])[0].tolist() == [[3, 2]]


def test_states_that_cannot_be_saved():
    class Locked(Counter):
        def reset(self, **kwargs):
            self.lock = threading.Lock()
            return super().reset(**kwargs)

    with envpool.make_mixed([("CartPole-v1", 2), (threads(Locked), 1)]) as pool:
        pool.reset()
        with pytest.raises(NotSupportedError, match=r"save_state: .*env 2: TypeError"):
            pool.save_state()
        states = pool.save_state([0, 1])
        pool.load_state(states, [0, 1])


def test_attributes_and_calls(pool):
    pool.reset()
    assert pool.get_attr("limit") == (None, None, None, 5, 5)
    pool.set_attr("limit", [0, 0, 0, 2, 3])
    assert pool.get_attr("limit") == (0, 0, 0, 2, 3)
    action = {"CartPole-v1": [0, 1, 1], "Counter": [1, 0]}
    pool.step(action)
    *_, terminated, _, _ = pool.step(action)
    assert terminated[3:].tolist() == [True, False]
    steps = pool.call("get_wrapper_attr", "step_number")
    assert steps == (None, None, None, 2, 2)
    with pytest.raises(EnvStepError, match=r"nothing: env 3: AttributeError") as caught:
        pool.call("nothing")
    assert caught.value.env_ids == [3, 4]
    with pytest.raises(ArgumentError, match="values: expected 5"):
        pool.set_attr("limit", [1, 2])


class Starting(Counter):
    """Begins at the step of the option."""

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.step_number = (options or {}).get("start", 0)
        return self._result()


def test_options_of_resets():
    tasks = [("CartPole-v1", 2), (threads(Starting), 1)]
    with envpool.make_mixed(tasks, env_type="gymnasium") as pool:
        obs, _ = pool.reset(options={"low": 0.5, "high": 0.5, "start": 3})
        assert (obs["CartPole-v1"] == 0.5).all()
        assert obs["Starting"][0, 1] == 3
        obs, _ = pool.reset()
        assert (np.abs(obs["CartPole-v1"]) <= 0.05).all()
        assert obs["Starting"][0, 1] == 0
        mask = np.array([True, False, True])
        obs, _ = pool.reset(options={"reset_mask": mask, "start": 2})
        assert obs["Starting"][0, 1] == 2
        with pytest.raises(ArgumentError, match="low"):
            pool.reset(options={"low": "x"})
        with pytest.raises(ArgumentError, match="options: expected at most 32768 byt"):
            pool.reset(options={"start": "x" * 10**5})
    with envpool.make_mixed([(threads(Starting), 1)] * 2) as pool:
        assert pool.reset(options={"start": 4})[0][:, 1].tolist() == [4, 4]
        assert pool.reset([1], options={"start": 2})[0][:, 1].tolist() == [2]

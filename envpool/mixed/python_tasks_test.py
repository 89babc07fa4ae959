# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs in Python beside envs in C++, in one mixed pool."""

import os
import pickle
import select
import signal
from typing import ClassVar

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.errors import (
    ArgumentError,
    ConfigTypeError,
    EnvCreationError,
    EnvStepError,
    NotSupportedError,
    ProtocolError,
)


class Counter(gymnasium.Env):
    """Observes the seed and the step; its episodes have 5 steps.

    Action 2 raises, action 3 ends the process.
    """

    metadata: ClassVar = {"render_modes": ["rgb_array"], "render_fps": 10}
    observation_space = gymnasium.spaces.Box(0, 1e9, (2,), np.float64)
    action_space = gymnasium.spaces.Discrete(4)
    render_mode = "rgb_array"

    def __init__(self, limit=5):
        self.limit = limit

    def _result(self):
        note = {"step": self.step_number, "note": f"step {self.step_number}"}
        return np.array([self.seed, self.step_number], np.float64), note

    def reset(self, *, seed=None, options=None):
        self.seed = 0 if seed is None else seed
        self.step_number = 0
        return self._result()

    def step(self, action):
        if action == 2:
            raise ZeroDivisionError("action 2")
        if action == 3 and self.seed > 0:  # not when the pool learns its infos
            os.kill(os.getpid(), signal.SIGKILL)
        self.step_number += 1
        obs, info = self._result()
        return obs, float(action), self.step_number >= self.limit, False, info

    def render(self):
        return np.full((4, 6, 3), self.step_number, np.uint8)


class Words(gymnasium.Env):
    """Has nested observations with a text."""

    observation_space = gymnasium.spaces.Dict(
        {
            "word": gymnasium.spaces.Text(8),
            "pair": gymnasium.spaces.Tuple(
                [gymnasium.spaces.Discrete(3), gymnasium.spaces.MultiBinary(2)]
            ),
        }
    )
    action_space = gymnasium.spaces.Dict({"a": gymnasium.spaces.MultiDiscrete([2, 3])})

    def reset(self, *, seed=None, options=None):
        return {"word": "start", "pair": (1, np.array([0, 1], np.int8))}, {}

    def step(self, action):
        word = "".join(map(str, action["a"]))
        return {"word": word, "pair": (2, np.ones(2, np.int8))}, 1, False, False, {}


TASKS = [("CartPole-v1", 3), (Counter, 2)]


@pytest.fixture(params=["gym", "gymnasium"])
def pool(request):
    with envpool.make_mixed(TASKS, env_type=request.param, seed=7) as made:
        yield made


def test_steps_and_infos(pool):
    alone = envpool.make_gym("CartPole-v1", num_envs=3, seed=7)
    obs, info = pool.reset()
    np.testing.assert_array_equal(obs["CartPole-v1"], alone.reset()[0])
    np.testing.assert_array_equal(obs["Counter"], [[10, 0], [11, 0]])
    np.testing.assert_array_equal(info["task_id"], [0, 0, 0, 1, 1])
    assert list(info["note"]) == [None, None, None, "step 0", "step 0"]
    assert [task.name for task in pool.tasks] == ["CartPole-v1", "Counter"]
    assert pool.tasks[1].env_ids.tolist() == [3, 4]
    for step in range(1, 15):
        action = {"CartPole-v1": np.array([0, 1, 1]), "Counter": np.array([1, 0])}
        obs, reward, terminated, truncated, info = pool.step(action)
        own = alone.step(action["CartPole-v1"])
        at = step % 6  # next-step autoreset
        np.testing.assert_array_equal(obs["CartPole-v1"], own[0])
        np.testing.assert_array_equal(obs["Counter"][:, 1], [at, at])
        np.testing.assert_array_equal(reward[:3], own[1])
        np.testing.assert_array_equal(reward[3:], [float(at > 0), 0])
        np.testing.assert_array_equal(terminated[:3], own[2])
        assert (terminated[3:] == (at == 5)).all()
        assert not truncated[3:].any()
        np.testing.assert_array_equal(info["step"][3:], [at, at])
        assert info["note"][3] == f"step {at}"
    assert pool.single_observation_space["Counter"] == Counter.observation_space
    assert pool.single_action_space["Counter"] == Counter.action_space


def test_masks_of_infos():
    with envpool.make_mixed(TASKS, env_type="gymnasium") as pool:
        _, info = pool.reset()
        assert info["_step"].tolist() == [False, False, False, True, True]


def test_equal_spaces_are_arrays():
    tasks = [
        ("CartPole-v1", 2),
        (envpool.PythonEnvs("CartPole-v1", workers=1), 2),
    ]
    with envpool.make_mixed(tasks, env_type="gymnasium", seed=3) as pool:
        obs, _ = pool.reset()
        assert pool.tasks[1].name == "CartPole-v1#2"
        assert obs.shape == (4, 4)
        official = gymnasium.make("CartPole-v1")
        np.testing.assert_array_equal(obs[2], official.reset(seed=5)[0])
        obs, *_ = pool.step(np.array([0, 1, 1, 0]))
        np.testing.assert_array_equal(obs[2], official.step(1)[0])
        assert pool.single_action_space == official.action_space


@pytest.mark.parametrize("batch_size", [1, 2, 4])
def test_async_batches(batch_size):
    with envpool.make_mixed(TASKS, batch_size=batch_size, num_threads=2) as pool:
        pool.async_reset()
        counts = np.zeros(5, int)
        last = np.full(5, -1)
        while counts.min() < 8:
            obs, *_, info = pool.recv()
            ids = info["env_id"]
            own = ids[info["task_id"] == 1]
            for env_id, row in zip(own, obs["Counter"], strict=True):
                assert row[0] in (42 + env_id, 0)  # at first, and after autoreset
                assert row[1] == (last[env_id] + 1) % 6
                last[env_id] = row[1]
            counts[ids] += 1
            sizes = np.bincount(info["task_id"], minlength=2)
            action = {
                "CartPole-v1": np.zeros(sizes[0], int),
                "Counter": np.zeros(sizes[1], int),
            }
            pool.send(action, ids)


def test_python_tasks_alone():
    tasks = [(Counter, 2), (envpool.PythonEnvs(Counter, env_kwargs={"limit": 3}), 2)]
    with envpool.make_mixed(tasks, env_type="gymnasium", seed=0) as pool:
        obs, _ = pool.reset()
        np.testing.assert_array_equal(obs, [[0, 0], [1, 0], [2, 0], [3, 0]])
        for _ in range(3):
            obs, _, terminated, *_ = pool.step(np.zeros(4, int))
        assert terminated.tolist() == [False, False, True, True]


def test_same_step_autoreset():
    tasks = [(Counter, 2), (envpool.PythonEnvs(Counter, env_kwargs={"limit": 3}), 2)]
    with envpool.make_mixed(
        tasks, env_type="gymnasium", autoreset_mode="same_step", episode_stats=True
    ) as pool:
        pool.reset()
        for _ in range(3):
            obs, *_, info = pool.step(np.ones(4, int))
        np.testing.assert_array_equal(obs[:, 1], [3, 3, 0, 0])
        assert info["_final_obs"].tolist() == [False, False, True, True]
        assert info["final_obs"][2][1] == 3
        assert info["episode"]["r"].tolist() == [0, 0, 3, 3]


def test_partial_steps_masks_and_limits():
    with envpool.make_mixed(
        [("CartPole-v1", 2), (Counter, 2)],
        env_type="gymnasium",
        seed=0,
        max_episode_steps=2,
    ) as pool:
        pool.reset()
        obs, *_ = pool.step({"Counter": [1]}, [3])
        assert obs["Counter"].tolist() == [[3, 1]]
        *_, truncated, _ = pool.step({"Counter": [1, 1]}, [2, 3])
        assert truncated.tolist() == [False, True]
        mask = np.array([True, False, True, False])
        obs, _ = pool.reset(seed=5, options={"reset_mask": mask})
        assert obs["Counter"][0].tolist() == [7, 0]
        pool.send({"Counter": [1]}, [3])
        with pytest.raises(ProtocolError, match=r"env 3|\[3\]"):
            pool.send({"Counter": [1]}, [3])
        pool.recv()


def test_an_env_that_raises(pool):
    pool.reset()
    action = {"CartPole-v1": [0, 0, 0], "Counter": [0, 2]}
    with pytest.raises(EnvStepError, match=r"Counter: .*ZeroDivisionError") as caught:
        pool.step(action)
    assert caught.value.env_ids == [4]
    obs, *_ = pool.step({**action, "Counter": [0, 0]})
    assert obs["Counter"][:, 1].tolist() == [2, 0]


def test_a_worker_that_dies():
    tasks = [("CartPole-v1", 2), (envpool.PythonEnvs(Counter, workers=2), 2)]
    with envpool.make_mixed(tasks) as pool:
        pool.reset()
        action = {"CartPole-v1": [0, 0], "Counter": [3, 0]}
        with pytest.raises(EnvStepError, match="signal 9") as caught:
            pool.step(action)
        assert caught.value.env_ids == [2]
        obs, *_ = pool.step({**action, "Counter": [0, 0]})
        assert obs["Counter"][:, 1].tolist() == [0, 2]


def test_render(pool):
    del pool
    with envpool.make_mixed(
        [("CartPole-v1", 1), (Counter, 2)], render_mode="rgb_array"
    ) as made:
        made.reset()
        frames = made.render(env_ids=[1, 2])
        assert frames.shape == (2, 4, 6, 3)
        assert made.render(env_ids=[0]).shape[0] == 1
        with pytest.raises(NotSupportedError, match="frames of one shape"):
            made.render(env_ids=[0, 1])
        made.send({"CartPole-v1": [0], "Counter": [1, 1]})
        made.recv()
        assert made.render(env_ids=[1]).max() == 1


def test_nested_spaces():
    with envpool.make_mixed(["CartPole-v1", (Words, 2)], env_type="gymnasium") as pool:
        obs, _ = pool.reset()
        assert obs["Words"]["word"] == ("start", "start")
        assert obs["Words"]["pair"][0].tolist() == [1, 1]
        action = {"CartPole-v1": [0], "Words": {"a": [[1, 2], [0, 1]]}}
        obs, *_ = pool.step(action)
        assert obs["Words"]["word"] == ("12", "01")
        assert pool.single_observation_space["Words"] == Words.observation_space


def test_padding():
    with envpool.make_mixed(
        [("CartPole-v1", 1), (envpool.PythonEnvs("Acrobot-v1"), 1)], pad=True
    ) as pool:
        obs, _ = pool.reset()
        assert obs.shape == (2, 6)
        assert np.count_nonzero(obs[0]) == 4
        obs, *_ = pool.step(np.array([1, 2]))
        with pytest.raises(ArgumentError, match="from 0 to 1 for 'CartPole-v1'"):
            pool.step(np.array([2, 2]))


def test_what_is_refused(pool):
    pool.reset()
    with pytest.raises(NotSupportedError):
        pool.xla()
    with pytest.raises(ConfigTypeError, match="sutton"):
        envpool.make_mixed([("CartPole-v1", 1), (Counter, 1, {"sutton": 1})])
    with pytest.raises(EnvCreationError, match="limits"):
        envpool.make_mixed([(envpool.PythonEnvs(Counter, env_kwargs={"limits": 1}), 1)])
    with pytest.raises(ConfigTypeError, match=r"tasks\[0\]: expected an id"):
        envpool.make_mixed([(4, 1)])


class Telling(Counter):
    """Writes a byte to a pipe at each step."""

    def __init__(self, path):
        super().__init__()
        self.path = path

    def step(self, action):
        with open(self.path, "wb", buffering=0) as pipe:
            pipe.write(b"x")
        return super().step(action)


def test_envs_begin_before_recv(tmp_path):
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    pipe = os.open(path, os.O_RDWR)  # so that no side waits for the other
    telling = envpool.PythonEnvs(Telling, env_kwargs={"path": path})
    with envpool.make_mixed([("CartPole-v1", 2), (telling, 1)]) as pool:
        os.read(pipe, 1)  # To learn its infos, the pool has stepped it once.
        pool.reset()
        pool.send({"CartPole-v1": [0, 0], "Telling": [0]})
        ready, _, _ = select.select([pipe], [], [], 60)
        assert ready
        pool.recv()
    os.close(pipe)


class Maker:
    """Makes envs, and cannot be copied."""

    def __call__(self):
        return Counter()

    def __deepcopy__(self, memo):
        raise TypeError("cannot be copied")


def test_functions_are_not_copied():
    with envpool.make_mixed([(Maker(), 1), (envpool.PythonEnvs(Maker()), 1)]) as pool:
        assert [task.name for task in pool.tasks] == ["Maker", "Maker#2"]


def test_close_ends_the_workers():
    pool = envpool.make_mixed([("CartPole-v1", 1), (envpool.PythonEnvs(Counter), 2)])
    pool.reset()
    pool.send({"CartPole-v1": [0], "Counter": [0, 0]})
    workers = pool._python_envs[1][0]
    processes = list(workers._processes)
    pool.close()
    assert all(process.poll() is not None for process in processes)
    again = pickle.loads(pickle.dumps(envpool.make_mixed(["CartPole-v1", Counter])))
    assert again.reset()[0]["Counter"].tolist() == [[43, 0]]
    again.close()

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools in actors of Ray, after Ray was shut down or has killed an actor."""

import os
import select

import gymnasium
import numpy as np
import pytest
import ray

import envpool
from envpool.integrations.ray import make_remote
from envpool.python.errors import ClosedError


def start():
    ray.init(
        num_cpus=1,
        object_store_memory=100 * 2**20,
        include_dashboard=False,
        logging_level="ERROR",
        log_to_driver=False,
    )


@pytest.fixture(autouse=True)
def _no_ray(monkeypatch):
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "120")  # on a busy machine
    yield
    ray.shutdown()


def test_calls_say_that_ray_was_shut_down():
    start()
    pool = make_remote("CartPole-v1", num_envs=2, actors=1)
    pool.reset()
    ray.shutdown()
    with pytest.raises(ClosedError, match="send: Ray was shut down"):
        pool.step([0, 1])
    start()
    for call in (pool.reset, pool.recv, pool.save_state):
        with pytest.raises(ClosedError, match=f"{call.__name__}: Ray was shut down"):
            call()
    pool.close()


class Local(gymnasium.Env):
    """Its rewards are its actions."""

    observation_space = gymnasium.spaces.Box(-1, 1, (2,))
    action_space = gymnasium.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return np.zeros(2, np.float32), {}

    def step(self, action):
        return np.zeros(2, np.float32), float(action), False, False, {}


class Holder:
    """Has a pool of envs in Python."""

    def __init__(self):
        self.pool = envpool.from_gymnasium(Local, 4, workers=2)
        self.pool.reset()

    def step(self, action):
        return self.pool.step(action)[1].tolist()

    def pids(self):
        return [os.getpid(), *self.pool._workers.pids()]


def test_envs_in_python_end_with_their_actor():
    """Nothing is left of them."""
    start()
    before = set(os.listdir("/dev/shm"))
    holder = ray.remote(Holder).remote()
    assert ray.get(holder.step.remote([0, 1, 1, 0])) == [0, 1, 1, 0]
    ends = [os.pidfd_open(pid) for pid in ray.get(holder.pids.remote())]
    ray.kill(holder)
    for end in ends:
        ready, _, _ = select.select([end], [], [], 60)
        assert ready
        os.close(end)
    assert set(os.listdir("/dev/shm")) <= before

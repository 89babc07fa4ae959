# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool in actors of Ray, after Ray was shut down."""

import pytest
import ray

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

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Statistics of the pools in actors of Ray."""

import numpy as np
import pytest
import ray

import envpool
from envpool.integrations.ray import make_remote


@pytest.fixture(autouse=True)
def _ray(monkeypatch):
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "120")  # on a busy machine
    ray.init(
        num_cpus=2,
        object_store_memory=100 * 2**20,
        include_dashboard=False,
        logging_level="ERROR",
        log_to_driver=False,
    )
    yield
    ray.shutdown()


def test_the_sum_is_that_of_one_pool():
    options = {"num_envs": 4, "seed": 3, "normalize_obs": True}
    remote = make_remote(
        "CartPole-v1", actors=2, actor_options={"num_cpus": 0}, **options
    )
    local = envpool.make_gym("CartPole-v1", **options)
    remote.reset()
    local.reset()
    for frozen in (False, False, True):
        for _ in range(5):
            remote.step([0, 1, 1, 0])
            local.step([0, 1, 1, 0])
        ours = remote.merge_normalization(frozen)["obs"]
        theirs = local.normalization.state_dict()["obs"]
        assert ours["count"] == theirs["count"]
        for field in ("mean", "squares"):
            np.testing.assert_allclose(ours[field], theirs[field], rtol=1e-9)
    remote.step([0, 1, 1, 0])
    assert remote.merge_normalization(True)["obs"]["count"] == theirs["count"]
    remote.close()

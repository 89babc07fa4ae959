# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pool in an actor, without Ray."""

import os

import numpy as np
import pytest

import envpool
from envpool.integrations import pool_actor
from envpool.integrations.pool_actor import PoolActor, PoolRecipe, cpu_share
from envpool.python.errors import EnvStepError


@pytest.fixture
def two_nodes(monkeypatch):
    """Eight CPUs, the even ones in one NUMA node and the odd ones in the other."""
    monkeypatch.setattr(pool_actor, "allowed_cpus", lambda: list(range(8)))
    monkeypatch.setattr(pool_actor, "_numa_node", lambda cpu: cpu % 2)


def test_shares_keep_to_numa_nodes(two_nodes):
    assert [cpu_share(i, 2) for i in range(2)] == [[0, 2, 4, 6], [1, 3, 5, 7]]
    assert [cpu_share(i, 4) for i in range(4)] == [[0, 2], [4, 6], [1, 3], [5, 7]]
    shares = [cpu_share(i, 3) for i in range(3)]
    assert sorted(cpu for share in shares for cpu in share) == list(range(8))
    assert cpu_share(0, 1) == [0, 2, 4, 6, 1, 3, 5, 7]


def test_more_actors_than_cpus_share_all(two_nodes):
    assert [cpu_share(i, 9) for i in range(9)] == [[]] * 9


def start(**config):
    actor = PoolActor()
    every = config.pop("checkpoint_every", 0)
    recipe = PoolRecipe("CartPole-v1", "envpool.classic_control", config, every)
    actor.start(recipe, 4, [9, 10], (0, 1), None)
    return actor


@pytest.fixture(autouse=True)
def _keep_cpus():
    cpus = os.sched_getaffinity(0)
    yield
    os.sched_setaffinity(0, cpus)


def test_ids_count_through_all_actors():
    actor = start()
    pool = envpool.make_gym("CartPole-v1", num_envs=2, seed=9)
    ids = np.arange(2, dtype=np.int32)
    obs, reward, *_, info = actor.reset(ids).result
    np.testing.assert_array_equal(obs, pool.reset()[0])
    assert reward.tolist() == [0, 0]
    assert info["env_id"].tolist() == info["players"]["env_id"].tolist() == [4, 5]
    batch = actor.step({"action": np.array([1, 0], np.int32)}, ids[::-1].copy())
    np.testing.assert_array_equal(batch.result[0], pool.step([1, 0], [1, 0])[0])
    assert batch.result[4]["env_id"].tolist() == [5, 4]
    assert batch.states is None
    assert batch.error is None


def test_states_are_saved_at_steps_of_all_envs():
    actor = start(checkpoint_every=2)
    ids = np.arange(2, dtype=np.int32)
    actor.reset(ids)
    saved = []
    for own in (ids, ids[:1], ids, ids, ids):
        batch = actor.step({"action": np.zeros(len(own), np.int32)}, own)
        saved.append(batch.states is not None)
    assert saved == [False, False, True, False, True]
    other = start()
    other.load_state(batch.states, ids)
    assert other.save_state(ids) == batch.states


def test_statistics_are_those_of_the_pool():
    actor = start(normalize_obs=True)
    ids = np.arange(2, dtype=np.int32)
    actor.reset(ids)
    state = actor.normalization()
    assert state["obs"]["count"] == 2
    other = start(normalize_obs=True)
    other.load_normalization(state, frozen=True)
    other.reset(ids)
    assert other.normalization()["obs"]["count"] == 2
    plain = start()
    plain.load_normalization({}, frozen=False)
    assert plain.normalization() == {}


def test_rows_of_a_checkpoint_are_in_the_order_of_its_states():
    actor = start(checkpoint_every=1)
    ids = np.arange(2, dtype=np.int32)
    actor.reset(ids)
    action = {"action": np.array([1, 0], np.int32)}
    batch = actor.step(action, ids[::-1].copy())
    assert batch.result[-1]["env_id"].tolist() == [5, 4]
    saved = batch.copy_by_env()
    assert saved.result[-1]["env_id"].tolist() == [4, 5]
    np.testing.assert_array_equal(saved.result[0], batch.result[0][::-1])
    assert saved.states == actor.save_state(ids)


def test_envs_that_fail_are_told_by_their_ids():
    class Failing:
        def step(self, action, ids):
            info = {"env_id": ids.copy(), "players": {}}
            raise EnvStepError("env is tired", [1], (ids, ids, ids, ids, info))

        def __len__(self):
            return 2

    actor = start()
    actor._pool = Failing()
    ids = np.arange(2, dtype=np.int32)
    batch = actor.step({"action": ids}, ids)
    assert batch.error == ("env is tired", [5])
    assert batch.result[-1]["env_id"].tolist() == [4, 5]

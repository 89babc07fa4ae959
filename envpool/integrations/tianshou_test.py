# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The adaptor behaves like Tianshou's own `DummyVectorEnv`."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
import torch
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.data import AsyncCollector, Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, VectorEnvNormObs
from tianshou.utils.net.common import Net
from tianshou.utils.net.discrete import DiscreteActor

from envpool.integrations.tianshou import VectorEnv
from envpool.python.errors import (
    ArgumentError,
    ConfigError,
    ConfigTypeError,
    EnvPoolError,
    EnvStepError,
    ProtocolError,
)

NUM_ENVS = 3


def official(task_id, **kwargs):
    return DummyVectorEnv([lambda: gymnasium.make(task_id, **kwargs)] * NUM_ENVS)


def assert_same(ours, theirs):
    """Compares results of `step` or `reset`."""
    for mine, other in zip(ours[:-1], theirs[:-1], strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-5)
    assert ours[-1].shape == theirs[-1].shape
    for mine, other in zip(ours[-1], theirs[-1], strict=True):
        # Tianshou's reset does not return the env id.
        assert mine.keys() - {"env_id"} == other.keys() - {"env_id"}
        for key, value in other.items():
            np.testing.assert_allclose(mine[key], value, rtol=1e-6)


@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pendulum-v1", "Taxi-v3"])
def test_results_are_those_of_a_dummy_vector_env(task_id):
    ours = VectorEnv(task_id, num_envs=NUM_ENVS, max_episode_steps=20)
    theirs = official(task_id, max_episode_steps=20)
    for envs in (ours, theirs):
        envs.seed(7)
    assert_same(ours.reset(), theirs.reset())
    assert len(ours) == len(theirs)
    ids = np.array([2, 0])
    ends = 0
    for _ in range(45):
        action = np.array([space.sample() for space in ours.action_space])[ids]
        mine, other = ours.step(action, ids), theirs.step(action, ids)
        assert_same(mine, other)
        if len(done := ids[mine[2] | mine[3]]):
            assert_same(ours.reset(done), theirs.reset(done))
            ends += len(done)
    assert ends >= 4


class Policy(DiscreteActorPolicy):
    """Returns outputs and a state, which Tianshou's `AsyncCollector` requires."""

    def forward(self, *args, **kwargs):
        result = super().forward(*args, **kwargs)
        result.policy = Batch(logits=result.logits.detach())
        result.state = np.zeros((len(result.act), 1))
        return result


def make_policy():
    torch.manual_seed(0)
    net = Net(state_shape=(4,), hidden_sizes=[16])
    actor = DiscreteActor(preprocess_net=net, action_shape=2)
    return Policy(actor=actor, action_space=gymnasium.spaces.Discrete(2))


def collect(envs, collector=Collector, **kwargs):
    envs.seed(3)
    buffer = VectorReplayBuffer(3000, NUM_ENVS)
    found = collector(make_policy(), envs, buffer)
    found.reset()
    torch.manual_seed(1)
    return found.collect(**kwargs)


def test_collects_the_same_as_from_the_official_env():
    ours = collect(VectorEnv("CartPole-v1", num_envs=NUM_ENVS), n_episode=20)
    theirs = collect(official("CartPole-v1"), n_episode=20)
    assert ours.n_collected_episodes == 20
    assert ours.returns.tolist() == theirs.returns.tolist()
    assert len(set(ours.returns.tolist())) > 3


def test_async_collector():
    envs = VectorEnv("CartPole-v1", wait_num=2, num_envs=NUM_ENVS, seed=1)
    assert envs.is_async
    stats = collect(envs, AsyncCollector, n_step=300)
    assert stats.n_collected_steps >= 300
    # The return of a CartPole episode is its number of steps.
    assert stats.returns.tolist() == stats.lens.tolist()
    assert stats.n_collected_episodes >= 3


def test_async_resets_leave_others_alone():
    envs = VectorEnv("CartPole-v1", wait_num=1, num_envs=NUM_ENVS, seed=1)
    envs.reset()
    first = envs.step(np.zeros(3, int))
    done = first[4][0]["env_id"]
    assert sorted([*envs.waiting_id, done]) == [0, 1, 2]
    obs, infos = envs.reset([done])
    assert obs.shape == (1, 4) and infos[0]["env_id"] == done
    while envs.waiting_id:
        obs, *_, infos = envs.step(None)
        assert obs.shape == (len(infos), 4)
    assert sorted(envs.ready_id) == [0, 1, 2]


def test_nothing_to_wait_for():
    envs = VectorEnv("CartPole-v1", wait_num=1, num_envs=NUM_ENVS)
    envs.reset()
    with pytest.raises(ProtocolError, match="step: expected an action"):
        envs.step(None)
    assert len(envs.step(np.zeros(3, int))[0]) == 1


def test_an_interrupted_wait_loses_no_rows(monkeypatch):
    envs = VectorEnv("CartPole-v1", wait_num=NUM_ENVS, num_envs=NUM_ENVS)
    envs.reset()
    recv, calls = envs.pool.recv, []

    def interrupted():
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return recv()

    monkeypatch.setattr(envs.pool, "recv", interrupted)
    with pytest.raises(KeyboardInterrupt):
        envs.step(np.zeros(NUM_ENVS, int))
    assert len(envs.step(None)[0]) == NUM_ENVS
    assert envs.waiting_id == []


def test_an_env_that_fails_is_not_waited_for(monkeypatch):
    envs = VectorEnv("CartPole-v1", wait_num=NUM_ENVS, num_envs=NUM_ENVS)
    envs.reset()
    recv = envs.pool.recv

    def failing():
        result = recv()
        raise EnvStepError("tired", result[-1]["env_id"], result)

    with monkeypatch.context() as patch:
        patch.setattr(envs.pool, "recv", failing)
        with pytest.raises(EnvStepError, match="tired") as caught:
            envs.step(np.zeros(NUM_ENVS, int))
    assert envs.ready_id == caught.value.env_ids
    assert len(envs.step(None)[0]) == NUM_ENVS - 1
    assert sorted(envs.ready_id) == list(range(NUM_ENVS))


def fails_for(pool, env_id):
    """Returns a `recv` that raises an error at the first result of this env."""
    recv, failed = pool.recv, []

    def failing():
        result = recv()
        if result[-1]["env_id"] != env_id or failed:
            return result
        failed.append(env_id)
        raise EnvStepError("tired", [env_id], result)

    return failing


def finish(envs):
    """Waits for all steps; returns the envs with rows, and those that failed."""
    seen, failed = [], []
    while envs.waiting_id:
        try:
            seen += [row["env_id"] for row in envs.step(None)[4]]
        except EnvStepError as error:
            failed += error.env_ids
    return sorted(seen), failed


def test_a_reset_loses_no_rows_of_others(monkeypatch):
    """A reset loses no rows if it fails, or if an env that is being stepped fails."""
    for tired in (0, 1):
        envs = VectorEnv("CartPole-v1", wait_num=1, num_envs=NUM_ENVS)
        envs.reset()
        envs._rows.send(np.zeros(2, int), np.array([1, 2], np.int32))
        with monkeypatch.context() as patch:
            patch.setattr(envs.pool, "recv", fails_for(envs.pool, tired))
            if tired == 0:
                with pytest.raises(EnvStepError, match="tired"):
                    envs.reset([0])
            assert envs.reset([0])[0].shape == (1, 4)
            expected = ([1, 2], []) if tired == 0 else ([2], [1])
            assert finish(envs) == expected
        assert sorted(envs.ready_id) == [0, 1, 2]


def test_an_interrupted_reset_is_finished_by_the_next(monkeypatch):
    envs = VectorEnv("CartPole-v1", wait_num=1, num_envs=NUM_ENVS)

    def interrupted():
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(envs.pool, "recv", interrupted)
        with pytest.raises(KeyboardInterrupt):
            envs.reset(seed=1)
    twin = VectorEnv("CartPole-v1", wait_num=1, num_envs=NUM_ENVS)
    np.testing.assert_array_equal(envs.reset(seed=2)[0], twin.reset(seed=2)[0])
    assert len(envs.step(np.zeros(NUM_ENVS, int))[0]) >= 1


def test_options_of_an_asynchronous_reset():
    envs = VectorEnv("CartPole-v1", wait_num=1, num_envs=NUM_ENVS)
    with pytest.raises(ArgumentError, match=r"no options .*, got \{'low': 0\}"):
        envs.reset(options={"low": 0})
    assert len(envs.reset(options={})[0]) == NUM_ENVS


def test_wrong_wait_num():
    for wait_num in (0, NUM_ENVS + 1):
        with pytest.raises(ArgumentError, match=rf"in \[1, 3\], got {wait_num}"):
            VectorEnv("CartPole-v1", wait_num=wait_num, num_envs=NUM_ENVS)
    with pytest.raises(ConfigTypeError, match="wait_num: expected an integer"):
        VectorEnv("CartPole-v1", wait_num=1.5, num_envs=NUM_ENVS)
    with pytest.raises(ConfigError, match="batch_size: expected 1 with wait_num=2"):
        VectorEnv("CartPole-v1", wait_num=2, num_envs=NUM_ENVS, batch_size=3)


def test_ids_are_never_guessed():
    envs = VectorEnv("CartPole-v1", num_envs=2)
    envs.reset()
    for wrong in (0.7, "1", 2**32):
        with pytest.raises(EnvPoolError, match="env_id: expected"):
            envs.step([1], wrong)
    mask = np.array([False, True])
    assert [row["env_id"] for row in envs.step([1], mask)[-1]] == [1]
    assert envs.seed(np.int64(3)) == [[3], [4]]


def test_a_copy_waits_for_nothing():
    envs = VectorEnv("CartPole-v1", wait_num=1, num_envs=NUM_ENVS)
    envs.reset()
    envs.step(np.zeros(NUM_ENVS, int))
    for twin in (copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))):
        assert twin.waiting_id == []
        assert twin.wait_num == 1
        assert len(twin.reset()[0]) == NUM_ENVS


def test_wrappers_attributes_and_frames():
    envs = VectorEnv("CartPole-v1", num_envs=3, render_mode="rgb_array", seed=0)
    wrapped = VectorEnvNormObs(envs)
    assert wrapped.reset()[0].shape == (3, 4)
    assert envs.get_env_attr("max_episode_steps", [1]) == [500]
    envs.set_env_attr("level", 3)
    assert envs.get_env_attr("level") == [3, 3, 3]
    assert [frame.shape for frame in envs.render()] == [(400, 600, 3)] * 3
    envs.close()
    assert envs.pool.closed


def test_refuses_other_modes():
    with pytest.raises(ConfigError, match='autoreset_mode: expected "disabled"'):
        VectorEnv("CartPole-v1", num_envs=2, autoreset_mode="same_step")

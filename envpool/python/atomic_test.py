# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A call that raises an error leaves the pool unchanged."""

import concurrent.futures
import threading

import numpy as np
import pytest

import envpool
from envpool.python.errors import ArgumentError, ArgumentTypeError, ProtocolError

N = 4


def cartpole(**kwargs):
    return envpool.make_gym("CartPole-v1", **{"num_envs": N, "seed": 1, **kwargs})


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.reset([1]),
        lambda env: env.reset([1], seed=5),
        lambda env: env.reset([1], seed=[2**40]),
        lambda env: env.reset(options={"reset_mask": np.arange(N) == 1}),
        lambda env: env.step(np.zeros(1, np.int32), np.array([1])),
        lambda env: env.step([0], [1]),
        lambda env: env.step({"action": [0], "env_id": [1]}),
    ],
)
def test_what_can_never_be_received_is_not_sent(call):
    env = cartpole(batch_size=2)
    env.reset()
    env.recv()
    before = env.save_state()
    with pytest.raises(ProtocolError, match="batch_size=2"):
        call(env)
    assert env.save_state() == before
    env.send(np.zeros(1, np.int32), np.array([3]))
    assert sorted(env.step([0], [1])[-1]["env_id"].tolist()) == [1, 3]


def test_what_another_thread_may_complete_is_sent():
    env = cartpole(batch_size=2)
    env.reset()
    env.recv()

    def send():
        env.send([0], [2])  # the pool now expects sends by other threads
        others = env.step([0], [1])[-1]["env_id"]
        assert sorted(others.tolist()) == [1, 2]

    thread = threading.Thread(target=send)
    thread.start()
    thread.join()
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        future = pool.submit(env.step, [0], [3])  # waits for one more row
        while env._outstanding < 1:
            pass
        env.send([0], [0])
        assert sorted(future.result()[-1]["env_id"].tolist()) == [0, 3]


def test_states_are_loaded_all_or_none():
    env = cartpole()
    env.reset()
    good = env._save(env.all_env_ids)
    for _ in range(5):
        env.step(np.zeros(N, np.int32))
    before = env.save_state()
    for bad in range(N):
        states = list(good)
        states[bad] = good[bad][:-1]
        with pytest.raises(ArgumentError):
            env._load(env.all_env_ids, states)
        assert env.save_state() == before
    env._load(env.all_env_ids, good)
    assert env._save(env.all_env_ids) == good


def test_ids_in_two_places_must_agree():
    env = cartpole()
    env.reset()
    before = env.save_state()
    with pytest.raises(ArgumentError, match=r"^env_id: expected the same ids"):
        env.step({"action": [0, 0], "env_id": [0, 1]}, [2, 3])
    assert env.save_state() == before
    result = env.step({"action": [0, 0], "env_id": [2, 3]}, np.array([2, 3]))
    assert result[-1]["env_id"].tolist() == [2, 3]


@pytest.mark.parametrize("timeout", ["x", [1], object(), 1j])
def test_timeout_of_a_wrong_type(timeout):
    env = cartpole()
    env.async_reset()
    with pytest.raises(ArgumentTypeError, match=r"^timeout: expected .*, got "):
        env.recv(timeout=timeout)
    assert env.recv()[0].shape == (N, 4)


def test_all_env_ids_cannot_be_changed():
    env = cartpole()
    ids = env.all_env_ids
    with pytest.raises(ValueError, match="read-only"):
        ids[0] = 3
    with pytest.raises(ValueError, match="WRITEABLE"):
        ids.flags.writeable = True
    assert env.reset()[1]["env_id"].tolist() == ids.tolist() == list(range(N))

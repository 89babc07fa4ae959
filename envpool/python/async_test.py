# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""send and recv: outstanding envs, refused calls, and waiting."""

import threading
import time

import numpy as np
import pytest

import envpool
from envpool.python.errors import (
    ArgumentError,
    EnvIdError,
    ProtocolError,
    RecvTimeoutError,
)

N, B = 6, 2


def cartpole(env_type="gym", **kwargs):
    return envpool.make("CartPole-v1", env_type, **{"num_envs": N, **kwargs})


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_a_round(env_type):
    env = cartpole(env_type, batch_size=B)
    env.async_reset()
    counts = np.zeros(N, int)
    for _ in range(300):
        result = env.recv()
        if env_type == "dm":
            ids = result.observation.env_id
            assert result.reward.shape == (B,)
        else:
            ids = result[-1]["env_id"]
            assert result[0].shape == (B, 4)
        assert len(set(ids.tolist())) == B
        counts[ids] += 1
        env.send(np.zeros(B, int), ids)
    assert (counts > 0).all()


def test_trajectories_do_not_depend_on_the_mode():
    rng = np.random.default_rng(0)
    actions = rng.integers(2, size=(50, N))

    def rollout(**kwargs):
        env = cartpole(seed=5, **kwargs)
        seen = [[] for _ in range(N)]
        env.async_reset()
        total = 0
        while total < 50 * N:
            obs, *_, info = env.recv()
            ids = info["env_id"]
            total += len(ids)
            for i, row in zip(ids.tolist(), obs, strict=True):
                seen[i].append(row)
            ids = np.array([i for i in ids if len(seen[i]) < 50], np.int32)
            if len(ids):
                env.send([actions[len(seen[i]), i] for i in ids], ids)
        return np.array(seen)

    expected = rollout()
    for kwargs in ({"batch_size": 2}, {"batch_size": 1, "num_threads": 3}):
        np.testing.assert_array_equal(rollout(**kwargs), expected)


def test_rows_come_in_the_order_of_sending():
    env = cartpole()
    env.reset()
    env.send([0, 0], [4, 2])
    env.send([0], [5])
    env.send([0, 0], [0, 1])
    assert env.recv()[-1]["env_id"].tolist() == [4, 2, 5, 0, 1]


def test_recv_that_can_never_be_satisfied():
    env = cartpole(batch_size=B)
    start = time.monotonic()
    with pytest.raises(ProtocolError):
        env.recv()
    env.reset()
    env.recv()
    env.recv()
    env.send([0], [3])
    with pytest.raises(ProtocolError):
        env.recv()
    assert time.monotonic() - start < 1.0
    env.send([0], [1])
    assert sorted(env.recv()[-1]["env_id"].tolist()) == [1, 3]


def test_an_env_has_one_request_at_a_time():
    env = cartpole()
    env.reset()
    env.send(np.zeros(N, int))
    for call in (
        lambda: env.send(np.zeros(N, int)),
        lambda: env.send([0], [3]),
        lambda: env.step([0], [3]),
        lambda: env.async_reset(),
        lambda: env.save_state([3]),
    ):
        with pytest.raises(ProtocolError):
            call()
    obs, *_, info = env.recv()
    assert obs.shape == (N, 4)
    assert info["elapsed_step"].tolist() == [1] * N
    with pytest.raises(EnvIdError):
        env.send([0, 0], [3, 3])
    env.step(np.zeros(N, int))


def test_async_send_wants_ids():
    env = cartpole(batch_size=B)
    env.reset()
    with pytest.raises(ArgumentError, match=r"^env_id: in asynchronous mode"):
        env.send(np.zeros(B, int))
    with pytest.raises(ArgumentError, match=r"^env_id: in asynchronous mode"):
        env.step(np.zeros(B, int))
    env.recv()
    env.recv()
    env.send(np.zeros(N, int))
    assert env.recv()[0].shape == (B, 4)


def test_timeout():
    env = cartpole(batch_size=B)
    env.reset()
    env.recv()
    env.recv()
    result = []

    def receive():
        result.append(env.recv(timeout=30))

    thread = threading.Thread(target=receive)
    thread.start()  # this thread may send
    time.sleep(0.05)
    env.send([0, 0], [1, 2])
    thread.join()
    assert sorted(result[0][-1]["env_id"].tolist()) == [1, 2]

    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        start = time.monotonic()
        with pytest.raises(RecvTimeoutError):
            env.recv(timeout=0.05)
        assert time.monotonic() - start < 1.0
    finally:
        done.set()
        thread.join()
    for timeout in (-1, float("nan")):
        with pytest.raises(ValueError, match="timeout"):
            env.recv(timeout=timeout)
    with pytest.raises(TypeError):
        env.recv(timeout="soon")


@pytest.mark.parametrize("batch_size", [N, B])
def test_actions_are_copied(batch_size):
    action = np.zeros(N, np.int32)
    trajectories = []
    for spoil in (False, True):
        env = cartpole(batch_size=batch_size, seed=3)
        env.reset()
        for _ in range(N // batch_size - 1):
            env.recv()
        for form in (action, {"action": action}):
            env.send(form)
            if spoil:
                action[:] = 1
            rows = {}
            for _ in range(N // batch_size):
                obs, *_, info = env.recv()
                rows |= dict(zip(info["env_id"].tolist(), obs, strict=True))
            trajectories.append([rows[i] for i in range(N)])
            action[:] = 0
    np.testing.assert_array_equal(trajectories[0], trajectories[2])
    np.testing.assert_array_equal(trajectories[1], trajectories[3])


def test_state_of_envs():
    env = cartpole(seed=3)
    env.reset()
    rng = np.random.default_rng(0)
    actions = rng.integers(2, size=(60, N))
    for action in actions[:20]:
        env.step(action)
    states = env.save_state()
    assert [type(state) for state in states] == [bytes] * N
    expected = [env.step(action) for action in actions[20:]]
    env.load_state(states)
    for action, (obs, reward, *_) in zip(actions[20:], expected, strict=True):
        again = env.step(action)
        np.testing.assert_array_equal(again[0], obs)
        np.testing.assert_array_equal(again[1], reward)
    other = cartpole(seed=9)
    other.reset()
    other.load_state([states[2], states[0]], [0, 5])
    obs = other.step(actions[20])[0]
    env.load_state(states)
    env.clone_state(2, [0, 1])
    env.clone_state([3, 4], [4, 3])
    mine = env.step(np.full(N, actions[20][0]))[0]
    np.testing.assert_array_equal(mine[0], mine[1])
    assert obs.shape == mine.shape


def test_bad_states():
    env = cartpole()
    env.reset()
    states = env.save_state()
    for call, word in [
        (lambda: env.load_state(states[:2]), "states"),
        (lambda: env.load_state(b"".join(states)), "states"),
        (lambda: env.load_state([1] * N), "states"),
        (lambda: env.load_state(states, [0, 0]), "env_ids"),
        (lambda: env.save_state([N]), "env_ids"),
        (lambda: env.clone_state([0, 1], [2, 3, 4]), "src"),
        (lambda: env.clone_state(0, [1, 1]), "dst"),
        (lambda: env.clone_state(9, [1]), "src"),
    ]:
        with pytest.raises((ValueError, TypeError), match=f"^{word}"):
            call()
    for bad in (b"", states[0][:-1], states[0] + b"x", b"\xff" * len(states[0])):
        with pytest.raises(ValueError):
            env.load_state([bad], [0])
    env.load_state(states)
    env.step(np.zeros(N, int))

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rollouts with unreasonable arguments, of closed pools, and by several threads."""

import signal
import threading

import numpy as np
import pytest

import envpool
from envpool.errors import ArgumentError, ClosedError, ProtocolError
from envpool.policies import MLP, Linear, Native, OpenLoop, Random
from envpool.python.rollouts import spare_memory
from envpool.python.rollouts.spare_memory import SpareMemory


def make(**kwargs):
    env = envpool.make_gymnasium("CartPole-v1", num_envs=4, seed=1, **kwargs)
    env.reset()
    return env


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_of_networks_are_finite(bad):
    env = make()
    weights = np.zeros((2, 4))
    weights[1, 2] = bad
    with pytest.raises(ArgumentError, match=r"policy.layers\[0\]: expected finite"):
        env.rollout(3, Linear(weights))
    fine = [(np.zeros((2, 4)), np.zeros(2))]
    with pytest.raises(ArgumentError, match=r"policy.critic\[0\]: expected finite"):
        env.rollout(3, MLP(fine, critic=[(np.zeros((1, 4)), [bad])]))
    env = envpool.make_gymnasium("Pendulum-v1", num_envs=4, seed=1)
    env.reset()
    with pytest.raises(ArgumentError, match=r"policy.log_std: expected finite"):
        env.rollout(3, Linear(np.zeros((1, 3)), log_std=[bad]))


@pytest.mark.parametrize("steps", [-1, 0, 2**63, 2**62, 2**50, 1.5, "3"])
def test_numbers_of_steps(steps):
    env = make()
    with pytest.raises((ArgumentError, TypeError, MemoryError), match="steps"):
        env.rollout(steps, Random())
    env.rollout(1, Random())


@pytest.mark.parametrize("address", [0, -1, 2**64, None])
def test_addresses(address):
    env = make()
    with pytest.raises((ArgumentError, TypeError), match=r"policy.address"):
        env.rollout(3, Native(address))


def test_actions_of_other_types():
    env = make()
    for actions in (
        np.zeros((3, 4), np.float32),
        np.full((3, 4), -1),
        np.full((3, 4), 2**40),
        np.zeros((3, 5), np.int32),
        np.zeros(3, np.int32),
        [None] * 3,
        None,
    ):
        with pytest.raises((ArgumentError, TypeError)):
            env.rollout(3, OpenLoop(actions))
    strided = np.zeros((3, 8), np.int32)[:, ::2]
    env.rollout(3, OpenLoop(strided))


def test_a_closed_pool():
    env = make()
    states = env.save_state()
    env.close()
    with pytest.raises(ClosedError):
        env.rollout(3, Random())
    with pytest.raises(ClosedError):
        env.evaluate(states, np.zeros((4, 1, 3), np.int32))


def test_closing_ends_a_rollout():
    env = make()
    errors = []

    def play():
        try:
            while True:
                env.rollout(10_000, Random())
        except (ClosedError, ProtocolError) as error:
            errors.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    env.close()
    thread.join()
    assert len(errors) == 1


def test_two_threads():
    env = make(num_threads=2)
    outcomes = []

    def play():
        for _ in range(30):
            try:
                env.rollout(500, Random(3))
                outcomes.append(True)
            except ProtocolError:
                outcomes.append(False)

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert any(outcomes)
    assert np.isfinite(env.rollout(10, Random(4)).obs).all()


def test_pending_results_of_an_asynchronous_pool():
    env = envpool.make_gymnasium("CartPole-v1", num_envs=4, batch_size=2, seed=1)
    env.async_reset()
    with pytest.raises(ProtocolError, match="pending"):
        env.rollout(3, Random())
    for _ in range(2):
        env.recv()
    env.rollout(3, Random())


def play_on(env):
    out = {"obs": np.zeros((2_000_000, 4, 4), np.float32)}
    while True:
        env.rollout(2_000_000, Random(), out=out)


def test_ctrl_c_in_a_long_rollout():
    env = make()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        with pytest.raises(KeyboardInterrupt):
            play_on(env)
    finally:
        signal.signal(signal.SIGALRM, before)
    env.rollout(3, Random())
    env.reset()


def memory_of(array):
    return array.__array_interface__["data"][0]


def test_memory_of_unused_results_is_used_again():
    env = envpool.make_gymnasium("CartPole-v1", num_envs=64, seed=1)
    env.reset()
    kept = env.rollout(256, Random())
    before = kept.obs.copy()
    unused = env.rollout(256, Random())
    view = unused.reward[3:5]  # keeps the memory of rewards
    seen = view.copy()
    address, rewards = memory_of(unused.obs), memory_of(unused.reward)
    del unused
    batch = env.rollout(256, Random())
    assert memory_of(batch.obs) == address != memory_of(kept.obs)
    assert memory_of(batch.reward) != rewards
    np.testing.assert_array_equal(view, seen)
    np.testing.assert_array_equal(kept.obs, before)
    assert batch.obs.flags.writeable and batch.obs.flags.aligned


def test_unused_memory_has_a_limit(monkeypatch):
    monkeypatch.setattr(spare_memory, "_MOST", 3 << 16)
    memory = SpareMemory()
    made = [memory.array((size, 1 << 13), np.dtype("f8")) for size in (1, 2, 2)]
    addresses = [memory_of(array) for array in made]
    while made:  # only the third fits when it comes
        made.pop(0)
    again = memory.array((1 << 16, 2), np.dtype("u1"))
    assert memory_of(again) == addresses[2]
    assert memory._blocks == []
    memory.close()
    del again
    assert memory._blocks == []
    assert memory.array((2, 3), np.dtype("O")).tolist() == [[None] * 3] * 2

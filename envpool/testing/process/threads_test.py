# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Python threads that share a pool."""

import random
import threading

import numpy as np
import pytest

from envpool.testing.process import child

BATCHES = 2000


def sends_and_receives(caller_helps, num_threads):
    """A receiver that starts first, and a sender that gets the results by a queue."""
    import queue

    import envpool

    num_envs, batch_size = 12, 3
    env = envpool.make_gym(
        "CartPole-v1",
        num_envs=num_envs,
        batch_size=batch_size,
        caller_helps=caller_helps,
        num_threads=num_threads,
    )
    results = queue.SimpleQueue()
    failures = []

    def receive():
        try:
            for _ in range(BATCHES):
                results.put(env.recv()[4])
        except BaseException as error:
            failures.append(error)
            results.put(None)

    receiver = threading.Thread(target=receive)
    receiver.start()  # nothing is outstanding yet
    elapsed = np.full(num_envs, -1)
    env.async_reset()
    action = np.zeros(batch_size, dtype=np.int32)
    rows = 0
    while rows < BATCHES * batch_size:
        info = results.get()
        if info is None:
            break
        ids = info["env_id"]
        assert len(set(ids.tolist())) == batch_size
        # The rows of every env arrive completely and in order.
        expected = np.where(info["elapsed_step"] == 0, 0, elapsed[ids] + 1)
        np.testing.assert_array_equal(info["elapsed_step"], expected)
        elapsed[ids] = info["elapsed_step"]
        rows += batch_size
        env.send(action, ids)
    receiver.join()
    assert not failures, failures
    assert env._outstanding == num_envs
    env.reset()
    assert env._outstanding == num_envs - batch_size


@pytest.mark.parametrize("num_threads", [1, 3])
@pytest.mark.parametrize("caller_helps", [True, False])
def test_a_sender_and_a_receiver(caller_helps, num_threads):
    child.run(sends_and_receives, caller_helps, num_threads, timeout=40)


def does_as_it_likes(batch_size, seed):
    """Makes calls in a thread without coordination."""
    import envpool
    from envpool.python.errors import EnvPoolError

    num_envs = 8
    env = envpool.make_gym(
        "CartPole-v1", num_envs=num_envs, batch_size=batch_size, num_threads=2
    )
    failures = []

    def act(number):
        rng = random.Random(seed * 100 + number)
        actions = np.ones(num_envs, dtype=np.int32)
        calls = [
            lambda: env.send(actions[: len(ids)], ids),
            lambda: env.recv(timeout=0.001),
            lambda: env.async_reset(),
            lambda: env.save_state(ids),
            lambda: env.send(actions),
            lambda: repr(env),
        ]
        if batch_size == num_envs:  # in sync mode, no call waits forever
            calls += [
                lambda: env.step(actions[: len(ids)], ids),
                lambda: env.step(actions),
                lambda: env.reset(),
                lambda: env.reset(ids),
                lambda: env.recv(),
            ]
        for _ in range(600):
            count = rng.randint(0, num_envs)
            ids = np.array(rng.sample(range(num_envs), count), dtype=np.int32)
            try:
                rng.choice(calls)()
            except EnvPoolError:
                pass
            except BaseException as error:
                failures.append(repr(error))
                raise

    workers = [threading.Thread(target=act, args=(i,)) for i in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures, failures
    # Afterwards the pool works like a new one.
    fresh = envpool.make_gym(
        "CartPole-v1", num_envs=num_envs, batch_size=num_envs, seed=5
    )
    np.testing.assert_equal(recorded(env, 5), recorded(fresh, None))


def recorded(env, seed):
    """Returns the first 100 observations of each env."""
    rows = [[] for _ in range(len(env))]
    result = env.reset(seed=seed)
    while any(len(each) < 100 for each in rows):
        ids = result[-1]["env_id"]
        for i, row in zip(ids.tolist(), result[0], strict=True):
            rows[i].append(row)
        env.send(np.zeros(len(ids), dtype=np.int32), ids)
        result = env.recv()
    return [each[:100] for each in rows]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("batch_size", [8, 3])
def test_threads_that_do_as_they_like(batch_size, seed):
    child.run(does_as_it_likes, batch_size, seed, timeout=60)


def raises_beside_an_idle_thread():
    """Other threads exist that do not use the pool, as in a notebook."""
    import envpool
    from envpool.python.errors import ProtocolError, RecvTimeoutError

    stop = threading.Event()
    idle = threading.Thread(target=stop.wait)
    idle.start()
    try:
        env = envpool.make_gym("CartPole-v1", num_envs=4, batch_size=2)
        with pytest.raises(ProtocolError, match=r"pending \(0 of batch_size=2\)"):
            env.recv()
        env.send(np.zeros(1, dtype=np.int32), [3])
        with pytest.raises(ProtocolError, match=r"pending \(1 of batch_size=2\)"):
            env.recv()
        with pytest.raises(RecvTimeoutError):  # with a limit, recv waits
            env.recv(timeout=0.01)
        env.send(np.zeros(3, dtype=np.int32), [0, 1, 2])
        assert env.recv()[0].shape == env.recv()[0].shape == (2, 4)
        with pytest.raises(ProtocolError, match=r"pending \(0 of batch_size=2\)"):
            env.recv()
    finally:
        stop.set()
        idle.join()


def test_an_idle_thread_is_not_waited_for():
    child.run(raises_beside_an_idle_thread, timeout=30)


def waits_for_a_thread_that_sends():
    """recv waits for a thread, first before it has ever sent, then afterwards."""
    import envpool

    env = envpool.make_gym("CartPole-v1", num_envs=4, batch_size=2)
    rounds = [threading.Event() for _ in range(50)]

    def send():
        for each in rounds:
            each.wait()
            env.async_reset()

    sender = threading.Thread(target=send)
    sender.start()
    rounds[0].set()
    env.recv(timeout=60)  # a limit is needed until the thread has sent
    env.recv()
    for each in rounds[1:]:
        each.set()  # the thread has sent before, so no limit is needed
        assert env.recv()[0].shape == env.recv()[0].shape == (2, 4)
    sender.join()


def test_a_thread_that_sends_is_waited_for():
    child.run(waits_for_a_thread_that_sends, timeout=30)


def closes_while_another_waits():
    """The waiting thread gets ClosedError."""
    import envpool
    from envpool.python.errors import ClosedError

    for _ in range(50):
        env = envpool.make_gym("CartPole-v1", num_envs=4, batch_size=2)
        told = []

        def wait(env=env, told=told):
            try:
                env.recv()
            except ClosedError as error:
                told.append(error)

        waiter = threading.Thread(target=wait)
        waiter.start()
        env.close()
        waiter.join()
        assert len(told) == 1


def test_close_while_another_waits():
    child.run(closes_while_another_waits, timeout=30)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""fork() with pools: the child gets ForkedError, the parent is not affected."""

import multiprocessing
import os
import time
import warnings

import pytest

from envpool.testing.process import child
from envpool.testing.process.forks import fork, waits_for
from envpool.testing.process.pools import first_and_last, make, ones

N = 8


def all_refused(env):
    """Demands that every call raises ForkedError within a second."""
    from envpool.policies import Random
    from envpool.python.errors import ForkedError

    some = [1, 2]
    calls = {
        "step": lambda: env.step(ones()),
        "step, the slow way": lambda: env.step([1] * N),
        "step of some": lambda: env.step(ones(2), some),
        "send": lambda: env.send(ones()),
        "recv": lambda: env.recv(),
        "recv with a limit": lambda: env.recv(timeout=60),
        "reset": lambda: env.reset(),
        "reset with a seed": lambda: env.reset(seed=5),
        "reset of some": lambda: env.reset(some),
        "async_reset": lambda: env.async_reset(),
        "save_state": lambda: env.save_state(some),
        "rollout": lambda: env.rollout(3, Random()),
        "clone_state": lambda: env.clone_state(0, some),
    }
    for name, call in calls.items():
        start = time.monotonic()
        try:
            call()
        except ForkedError:
            took = time.monotonic() - start
            assert took < 1.0, f"{name} took {took} s"
            continue
        raise AssertionError(f"{name} returned")
    env.close()  # harmless


def forks(state):
    """The parent's results are the same as without a fork."""
    import numpy as np

    twin = make(batch_size=3 if state == "async" else N)
    env = make(batch_size=3 if state == "async" else N)
    pools = (twin, env)
    for pool in pools:
        pool.async_reset()
        if state in ("idle", "async"):
            info = pool.recv()[-1]
        if state == "async":
            pool.send(ones(3), info["env_id"])
    kept = env.recv()[0] if state == "async" else None
    copy = None if kept is None else kept.copy()
    pid = fork()
    if pid == 0:
        all_refused(env)
        all_refused(twin)
        np.testing.assert_equal(kept, copy)
        return  # exits normally, with finalization
    assert waits_for(pid) == 0
    if state == "async":
        np.testing.assert_equal(kept, copy)
        assert len(env.recv()[0]) == 3
        env.reset()
        return
    for _ in range(100):
        for pool in pools:
            if state == "idle":
                pool.send(ones())
        np.testing.assert_equal(env.recv(), twin.recv())
        state = "idle"


@pytest.mark.parametrize("state", ["idle", "pending", "async"])
def test_fork(state):
    child.run(forks, state, timeout=60)


def forks_while_threads_work():
    """Locks that other threads hold during the fork stay locked in the child."""
    from envpool.python.errors import ForkedError

    env = make(num_envs=3000, chunk=1)
    action = ones(3000)
    env.reset()
    for trial in range(60):
        env.send(action)
        pid = fork()
        if pid == 0:
            calls = [env.recv, lambda: env.send(action), env.reset]
            try:
                calls[trial % 3]()
            except ForkedError:
                os._exit(0)
            os._exit(1)
        assert waits_for(pid) == 0
        assert len(env.recv()[1]) == 3000


def test_fork_while_threads_work():
    child.run(forks_while_threads_work, timeout=120)


def makes_pools_in_workers(method):
    """Pools in multiprocessing workers work, also if the parent has pools."""
    context = multiprocessing.get_context(method)
    env = make()
    env.reset()
    env.step(ones())
    expected = [first_and_last(seed) for seed in (1, 2)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with context.Pool(2) as workers:
            found = workers.map_async(first_and_last, (1, 2)).get(timeout=90)
    assert found == expected
    env.step(ones())


def makes_pools_in_a_child_of_a_child():
    """Parent, child and grandchild each have a pool."""
    env = make()
    env.reset()
    pid = fork()
    if pid == 0:
        mine = make()
        mine.reset()
        inner = fork()
        if inner == 0:
            all_refused(env)
            all_refused(mine)
            make().reset()
            return
        assert waits_for(inner) == 0
        mine.step(ones())
        all_refused(env)
        return
    assert waits_for(pid, 60.0) == 0
    env.step(ones())


def makes_shared_threads():
    """The child does not inherit the shared threads, so it starts its own."""
    env = make(shared_threads=True)
    env.reset()
    pid = fork()
    if pid == 0:
        all_refused(env)
        mine = make(shared_threads=True)
        mine.reset()
        for _ in range(20):
            mine.step(ones())
        return
    assert waits_for(pid) == 0
    env.step(ones())


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools_made_in_workers(method):
    child.run(makes_pools_in_workers, method, timeout=120)


@pytest.mark.parametrize(
    "function", [makes_pools_in_a_child_of_a_child, makes_shared_threads]
)
def test_generations(function):
    child.run(function, timeout=60)

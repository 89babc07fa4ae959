# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The ends of pools: deleted, collected, failed, with the process."""

import gc
import itertools
import os
import weakref
from typing import Any

import pytest

from envpool.testing.process import child
from envpool.testing.process.measure import rss, threads, until

ENV_TYPES = ("gym", "gymnasium", "dm")


def make(env_type="gymnasium", num_envs=8, **kwargs):
    """Returns a pool with two workers, which start at once and do all the work."""
    import envpool

    kwargs = {"num_threads": 2, "caller_helps": False, "infos": "all", **kwargs}
    return envpool.make("CartPole-v1", env_type, num_envs=num_envs, **kwargs)


def warm_up():
    """Creates all objects that exist once per process; gym's imports start threads."""
    for env_type in ENV_TYPES:
        make(env_type).reset()
    gc.collect()


def ones(count):
    import numpy as np

    return np.ones(count, dtype=np.int32)


def ends_without_the_collector():
    """`del env` alone ends the threads: a pool is in no reference cycle."""
    warm_up()
    gc.disable()
    for env_type, batch_size, stats in itertools.product(
        ENV_TYPES, (8, 3), (True, False)
    ):
        before = threads()
        stats = stats and env_type != "dm"
        env = make(env_type, batch_size=batch_size, episode_stats=stats)
        env.reset()
        step = env.step
        for _ in range(40):
            env.send(ones(8)) if batch_size == 8 else env.reset()
            env.recv()
        getattr(env, "render_mode", None)  # creates the lazily made attributes
        getattr(env, "observation_space", None)
        assert threads() == before + 2
        if batch_size == 8:  # also runs the slow path through Python
            step([1] * 8, range(8))
        del env, step
        assert until(lambda before=before: threads() == before), (env_type, batch_size)


def bound_methods_keep_their_pool():
    """A pool lives as long as one of its bound methods."""
    warm_up()
    before = threads()
    gc.disable()
    for env_type in ENV_TYPES:
        env = make(env_type)
        env.reset()
        step, send, recv = env.step, env.send, env.recv
        pool = weakref.ref(env)
        del env
        step(ones(8))
        send(ones(8))
        recv()
        del step, send
        assert pool() is not None
        del recv
        assert pool() is None
        assert until(lambda: threads() == before)
        env = make(env_type)
        env.own_step = env.step  # a reference cycle
        pool = weakref.ref(env)
        del env
        assert pool() is not None
        gc.collect()
        assert pool() is None
        assert until(lambda: threads() == before)


def dies_with_work_pending():
    """Pools are deleted in every phase of their work, with and without close()."""
    before = threads()
    for trial in range(200):
        env = make(num_envs=64, batch_size=64 if trial % 2 else 16, chunk=1)
        env.async_reset()
        for _ in range(trial % 5):
            ids = env.recv()[-1]["env_id"]
            env.send(ones(len(ids)), ids)
        if trial % 3 == 0:
            env.close()
        del env
    assert until(lambda: threads() == before)


def arrays_outlive_their_pool():
    """Arrays do not change after their pool is deleted."""
    import numpy as np

    kept = []
    for trial in range(100):
        env = make(seed=trial)
        kept += [env.reset()[0], env.step(ones(8))[0]]
        kept.append(env.step(ones(8))[0][2:5])  # a view of an array
        if trial % 2:
            env.close()
            del env
    copies = [each.copy() for each in kept]
    env = None
    other = make()
    other.reset()
    for _ in range(100):
        other.step(ones(8))
    np.testing.assert_equal(kept, copies)
    del kept
    other.step(ones(8))


def cycles_with_pools_and_arrays():
    """The garbage collector finds and deletes such pools."""
    warm_up()
    before = threads()
    for trial in range(200):
        env = make(ENV_TYPES[trial % 3])
        result = env.reset()
        holder = [env, result]
        holder.append(holder)
        env.holder = holder
        env.itself = env
        env.method = env.recv
        if trial % 2:
            env.send(ones(8))
        del env, result, holder
    gc.collect()
    assert until(lambda: threads() == before)


def failed_constructions():
    """Failed constructions leave nothing behind, and later pools work."""
    import envpool
    from envpool.python.errors import EnvPoolError

    def fail(count):
        for _ in range(count):
            try:
                envpool.make_gymnasium("CartPole-v1", num_envs=999, max_num_players=2)
            except EnvPoolError as error:
                assert "max_num_players" in str(error)
                continue
            raise AssertionError("made")

    make(num_envs=1)
    fail(300)
    before, threads_before = rss(), threads()
    fail(300)
    assert rss() - before <= 2**20
    assert threads() == threads_before
    env = make()
    env.reset()
    env.step(ones(8))


CHILDREN = (
    ends_without_the_collector,
    bound_methods_keep_their_pool,
    dies_with_work_pending,
    arrays_outlive_their_pool,
    cycles_with_pools_and_arrays,
    failed_constructions,
)


@pytest.mark.parametrize("function", CHILDREN, ids=lambda each: each.__name__)
def test_lifetime(function):
    child.run(function, timeout=60)


def test_exit_status_is_that_of_the_program():
    child.run(exits, 3, timeout=30, returncode=3)
    child.run(exits_at_once, 4, timeout=30, returncode=4)


left: Any  # global, so that it lives until the process ends


def exits(status):
    """Exits with work pending."""
    global left
    left = make(num_envs=256, chunk=1)
    left.async_reset()
    raise SystemExit(status)


def exits_at_once(status):
    """Exits without any cleanup."""
    env = make(num_envs=256, chunk=1)
    env.async_reset()
    os._exit(status)

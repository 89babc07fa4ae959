# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The interpreter exits while pools work: with status 0 and no output."""

import atexit
import builtins
import threading
import time
from typing import Any

import pytest

from envpool.testing.process import child


class Slow:
    """Releases the GIL during the interpreter's finalization.

    Daemon threads that request the GIL in that time are ended.
    """

    def __init__(self, then=None):
        self._sleep = time.sleep
        self._then = then

    def __del__(self):
        self._sleep(0.3)
        if self._then is not None:
            self._then()


def make(num_envs=64, **kwargs):
    import envpool

    kwargs = {"num_threads": 2, "caller_helps": False, **kwargs}
    return envpool.make_gymnasium("CartPole-v1", num_envs=num_envs, **kwargs)


def in_a_daemon(function):
    """Runs `function` in a daemon thread; returns when the thread runs."""
    running = threading.Event()

    def run():
        running.set()
        function()

    threading.Thread(target=run, daemon=True).start()
    running.wait()


# Global variables live until the process ends.
env: Any
slow: Any


def with_work_pending():
    global env
    env = make(chunk=1)
    env.async_reset()


def with_a_receiver_that_waits():
    """The receiver polls for Ctrl-C every 50 ms, for which it requests the GIL."""
    global slow
    env = make(batch_size=8)
    in_a_daemon(env.recv)
    slow = Slow()


def with_a_receiver_that_has_a_time_limit():
    global slow
    env = make(batch_size=8)

    def receive():
        while True:
            try:
                env.recv(timeout=0.01)
            except TimeoutError:
                pass

    in_a_daemon(receive)
    slow = Slow()


def with_a_daemon_that_steps():
    """The daemon releases and requests the GIL in every step."""
    global slow
    import numpy as np

    env = make(num_envs=512)
    action = np.ones(512, dtype=np.int32)

    def step():
        env.reset()
        while True:
            env.step(action)

    in_a_daemon(step)
    slow = Slow()


def with_a_daemon_that_resets_and_makes():
    global slow

    def work():
        while True:
            make(num_envs=2).reset()

    in_a_daemon(work)
    slow = Slow()


def with_pools_used_at_the_very_end():
    """Used by atexit, and by a finalizer that runs after modules are gone."""
    global env, slow
    import numpy as np

    env = make()
    env.reset()
    action = np.ones(64, dtype=np.int32)
    step, recv = env.step, env.recv
    atexit.register(lambda: step(action))

    def last():
        try:
            step(action)
        except Exception as error:
            name = type(error).__name__
            assert name in ("ClosedError", "ImportError"), name
        try:
            recv()
        except Exception:
            pass

    slow = Slow(last)


def with_pools_that_nobody_frees():
    """The pools' threads run until the process ends."""
    builtins.pools = [make() for _ in range(3)]
    for env in builtins.pools:
        env.async_reset()
    builtins.pools.append(builtins.pools)


def with_a_pool_closed_by_atexit():
    env = make(num_envs=512, chunk=1)
    env.async_reset()
    atexit.register(env.close)


CHILDREN = (
    with_work_pending,
    with_a_receiver_that_waits,
    with_a_receiver_that_has_a_time_limit,
    with_a_daemon_that_steps,
    with_a_daemon_that_resets_and_makes,
    with_pools_used_at_the_very_end,
    with_pools_that_nobody_frees,
    with_a_pool_closed_by_atexit,
)


@pytest.mark.parametrize("function", CHILDREN, ids=lambda each: each.__name__)
def test_exit(function):
    for _ in range(3):
        child.run(function, timeout=30)

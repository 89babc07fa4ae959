# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""fork() while another thread makes pools: the child makes its own."""

import os
import threading

import envpool
from envpool.testing.kit_plugin import ids_of
from envpool.testing.process import child
from envpool.testing.process.forks import fork, waits_for
from envpool.testing.selection import one_of_each_class

IDS, FORKS = 4, 6


def make(task_id):
    with envpool.make_gym(task_id, num_envs=2, num_threads=2) as env:
        env.reset()


def forks_while_pools_are_made(task_ids):
    """The thread may hold locks that a family's envs share, e.g. on their files."""
    # Import first: import locks are not tested here.
    assert envpool.make_spec(task_ids[0]).observation_space is not None
    stop = threading.Event()

    def work():
        for task_id in task_ids:
            make(task_id)
        while not stop.is_set():
            make(task_ids[-1])

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for trial in range(FORKS):
            pid = fork()
            if pid == 0:
                make(task_ids[-1 - trial % len(task_ids)])
                os._exit(0)
            assert waits_for(pid) == 0
    finally:
        stop.set()
        thread.join()


def test_forks(package):
    task_ids = one_of_each_class(ids_of(package))
    child.run(forks_while_pools_are_made, task_ids[-IDS:], timeout=120)

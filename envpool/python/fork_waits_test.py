# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""fork() waits for threads that make pools, up to a limit."""

import os
import threading

import pytest

from envpool.python import fork_waits as module
from envpool.python.fork_waits import fork_waits


def forked():
    """Returns the exit status of a child process, in which no thread makes a pool."""
    pid = os.fork()
    if pid == 0:
        os._exit(len(module._makers))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def makes_until(begun, end):
    with fork_waits(), fork_waits():
        begun.set()
        assert end.wait(60)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forks_wait(monkeypatch):
    begun, end = threading.Event(), threading.Event()
    thread = threading.Thread(target=makes_until, args=(begun, end))
    thread.start()
    assert begun.wait(60)
    slept = []

    def sleep(seconds):
        slept.append(seconds)
        end.set()
        thread.join()

    monkeypatch.setattr(module.time, "sleep", sleep)
    assert forked() == 0
    assert len(slept) == 1
    assert forked() == 0
    assert len(slept) == 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forks_do_not_wait_for_ever(monkeypatch):
    begun, end = threading.Event(), threading.Event()
    thread = threading.Thread(target=makes_until, args=(begun, end))
    thread.start()
    assert begun.wait(60)
    slept = []
    monkeypatch.setattr(module.time, "monotonic", lambda: 2.0 * len(slept))
    monkeypatch.setattr(module.time, "sleep", slept.append)
    assert forked() == 0
    assert len(slept) == 3
    end.set()
    thread.join()


def test_a_thread_does_not_wait_for_itself(monkeypatch):
    monkeypatch.setattr(module.time, "sleep", pytest.fail)
    with fork_waits():
        assert forked() == 0
        assert len(module._makers) == 1
    assert not module._makers

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the threads, file descriptors and memory of this process."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

__all__ = ["fds", "interrupted", "join", "rss", "threads", "until"]

_PAGE = os.sysconf("SC_PAGESIZE")


def threads() -> int:
    """Returns the number of this process's threads, Python's or not."""
    return len(os.listdir("/proc/self/task"))


def fds() -> int:
    """Returns the number of open file descriptors."""
    return len(os.listdir("/proc/self/fd"))


def rss() -> int:
    """Returns the resident memory, in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * _PAGE


def until(condition: Callable[[], bool], limit: float = 10.0) -> bool:
    """Waits until a condition holds; returns whether it does within `limit` s."""
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


def join(thread: threading.Thread) -> None:
    """Waits until the system has ended the thread, so that `threads()` is exact.

    `Thread.join` returns slightly earlier, when Python has finished with the thread.
    """
    thread.join()
    task = f"/proc/self/task/{thread.native_id}"
    if not until(lambda: not os.path.exists(task)):
        raise AssertionError(f"{thread.name} was joined, and goes on")


def interrupted(call: Callable[[], object]) -> float:
    """Sends SIGINT during `call`; returns the seconds until the call ended.

    Another thread sends the signal. The switch interval is so long that this thread
    runs only when `call` releases the GIL, so no sleep is needed.
    """
    ready = _thread.allocate_lock()
    ready.acquire()
    pressed: list[float] = []

    def press() -> None:
        with ready:
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000.0)
    try:
        ready.release()
        call()
    except KeyboardInterrupt:
        return time.monotonic() - pressed[0]
    finally:
        sys.setswitchinterval(interval)
        join(thread)
    raise AssertionError("the call returned, and there was no KeyboardInterrupt")

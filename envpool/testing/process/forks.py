# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Forked children, with a time limit."""

from __future__ import annotations

import os
import warnings

from envpool.testing.process.measure import until

__all__ = ["fork", "waits_for"]


def fork() -> int:
    """Calls os.fork() without Python's warning about threads."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python >= 3.12 warns about threads
        return os.fork()


def waits_for(pid: int, limit: float = 30.0) -> int:
    """Returns the exit status of a child; kills it after `limit` seconds."""
    status: list[int] = []

    def ended() -> bool:
        found, word = os.waitpid(pid, os.WNOHANG)
        if found:
            status.append(os.waitstatus_to_exitcode(word))
        return bool(found)

    if not until(ended, limit):
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        raise AssertionError(f"the forked child hangs after {limit} s")
    return status[0]

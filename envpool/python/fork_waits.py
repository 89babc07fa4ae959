# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""fork() waits while another thread makes a pool.

Making the first pools of a family imports modules. In a forked child, a thread that
does not exist there may hold an import lock, so the child would hang.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator

__all__ = ["fork_waits"]

# Imports are faster than this; making a large pool may take much longer.
_MAX_SECONDS = 5.0

_makers: set[int] = set()


@contextlib.contextmanager
def fork_waits() -> Iterator[None]:
    """Makes forks by other threads wait for the end of the block, or for 5 s."""
    thread = threading.get_ident()
    if thread in _makers:
        yield
        return
    _makers.add(thread)
    try:
        yield
    finally:
        _makers.discard(thread)


def _before_fork() -> None:
    own = {threading.get_ident()}
    end = time.monotonic() + _MAX_SECONDS
    while _makers - own and time.monotonic() < end:
        time.sleep(0.001)


os.register_at_fork(before=_before_fork, after_in_child=_makers.clear)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The checks of `envpool doctor` for ViZDoom."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator

from envpool.cli.findings import NOTE, OK, PROBLEM, Finding

__all__ = ["CHECKS"]


def shared_memory() -> Iterator[Finding]:
    """Checks /dev/shm, in which ViZDoom's processes put their frames."""
    path = pathlib.Path("/dev/shm")
    if not path.is_dir() or not os.access(path, os.W_OK):
        advice = "mount a tmpfs at /dev/shm"
        yield Finding("/dev/shm", PROBLEM, "cannot be written", advice)
        return
    free = os.statvfs(path)
    size = free.f_bavail * free.f_frsize
    status = OK if size > 2**26 else NOTE
    advice = "" if status == OK else "--shm-size=1g of Docker, if you use ViZDoom"
    yield Finding("/dev/shm", status, f"{size / 2**20:,.0f} MiB free", advice)


CHECKS = (shared_memory,)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Which CPUs of a machine each of its actors gets."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cpu_share"]


def cpu_share(number: int, count: int) -> list[int]:
    """Returns the CPUs for one of `count` actors of this machine.

    They are neighbours in the order of NUMA nodes, so that an actor lies in as few
    of them as possible. With more actors than CPUs there is none for each: the
    list is empty, and the system chooses.
    """
    cpus = sorted(os.sched_getaffinity(0), key=lambda cpu: (numa_node(cpu), cpu))
    if count > len(cpus):
        return []
    return cpus[number * len(cpus) // count : (number + 1) * len(cpus) // count]


def numa_node(cpu: int) -> int:
    """Returns the number of the CPU's NUMA node, 0 if there are none."""
    found = Path(f"/sys/devices/system/cpu/cpu{cpu}").glob("node[0-9]*")
    return next((int(path.name.removeprefix("node")) for path in found), 0)

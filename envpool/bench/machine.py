# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Describes the machine on which a benchmark ran."""

from __future__ import annotations

import os
import pathlib
import platform
import re
from typing import Any

import numpy as np

__all__ = ["describe", "one_line"]


def _read(path: str) -> str:
    try:
        return pathlib.Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""


def _cpu_model() -> str:
    found = re.search(r"^model name\s*:\s*(.+)$", _read("/proc/cpuinfo"), re.MULTILINE)
    return found[1].strip() if found else platform.processor() or platform.machine()


def _cpu_quota() -> float | None:
    """Returns the CPU quota of the cgroup, in CPUs, if it is limited."""
    limit, _, period = _read("/sys/fs/cgroup/cpu.max").strip().partition(" ")
    return int(limit) / int(period) if limit.isdigit() and period.isdigit() else None


def describe() -> dict[str, Any]:
    """Returns the facts about this machine that affect results, for the JSON file."""
    from envpool.core._core import allowed_cpus

    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cpu": _cpu_model(),
        "cpus": os.cpu_count(),
        "cpus_allowed": len(allowed_cpus()),
        "cpu_quota": _cpu_quota(),
        "virtual": "hypervisor" in _read("/proc/cpuinfo"),
        "memory_gib": round(memory / 2**30, 1),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "load": round(os.getloadavg()[0], 2),
    }


def one_line(machine: dict[str, Any]) -> str:
    """Returns a sentence about the machine."""
    cpus = f"{machine['cpus_allowed']} of {machine['cpus']} CPUs"
    if machine["cpu_quota"]:
        cpus += f", {machine['cpu_quota']:g} CPUs' time"
    kind = " (virtual machine)" if machine["virtual"] else ""
    return (
        f"{machine['cpu']}{kind}, {cpus}, {machine['memory_gib']} GiB, "
        f"{machine['system']}, Python {machine['python']}, NumPy {machine['numpy']}, "
        f"load before {machine['load']}"
    )

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What `envpool doctor` looks at in the machine."""

from __future__ import annotations

import ctypes.util
import os
import pathlib
import resource
from collections.abc import Iterator

from envpool.bench import machine
from envpool.cli.findings import NOTE, OK, PROBLEM, Finding
from envpool.core._core import parallelism

__all__ = ["CHECKS"]


def cpus() -> Iterator[Finding]:
    """The CPUs that pools can use."""
    found = machine.describe()
    total, allowed = found["cpus"], found["cpus_allowed"]
    quota = found["cpu_quota"]
    kind = " (virtual machine)" if found["virtual"] else ""
    yield Finding("CPU", OK, f"{found['cpu']}{kind}, {total} CPUs")
    if allowed < total:
        text = f"{allowed} of {total} CPUs"
        advice = "more CPUs: --cpus-per-task of SLURM, --cpuset-cpus of Docker"
        yield Finding("affinity", NOTE, text, advice)
    else:
        yield Finding("affinity", OK, "all CPUs")
    if quota is not None and quota < allowed:
        advice = "raise the CPU limit of the container (resources.limits.cpu)"
        yield Finding("cgroup quota", NOTE, f"{quota:g} CPUs' time", advice)
    else:
        yield Finding("cgroup quota", OK, "none")
    yield Finding("threads of a pool", OK, f"{parallelism()} by default")
    load = os.getloadavg()[0]
    if load > allowed * 0.5:
        advice = "stop other programs before you measure"
        yield Finding("load", NOTE, f"{load:.1f} on {allowed} CPUs", advice)
    else:
        yield Finding("load", OK, f"{load:.1f}")


def numa() -> Iterator[Finding]:
    """The NUMA nodes; pools keep their threads on theirs."""
    nodes = list(pathlib.Path("/sys/devices/system/node").glob("node[0-9]*"))
    yield Finding("NUMA nodes", OK, str(max(1, len(nodes))))


def limits() -> Iterator[Finding]:
    """Limits of the process."""
    for name, kind, least in (
        ("open files", resource.RLIMIT_NOFILE, 256),
        ("processes", resource.RLIMIT_NPROC, 256),
    ):
        limit = resource.getrlimit(kind)[0]
        if limit == resource.RLIM_INFINITY:
            yield Finding(f"limit of {name}", OK, "none")
        elif limit < least:
            advice = f"ulimit -{'n' if name == 'open files' else 'u'} 4096"
            yield Finding(f"limit of {name}", NOTE, str(limit), advice)
        else:
            yield Finding(f"limit of {name}", OK, str(limit))


def display() -> Iterator[Finding]:
    """Where windows would open."""
    names = [n for n in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(n)]
    if names:
        yield Finding("display", OK, f"{names[0]}={os.environ[names[0]]}")
    else:
        text = 'none: render_mode="human" cannot work here'
        yield Finding("display", OK, f'{text}; render_mode="rgb_array" can')


def opengl() -> Iterator[Finding]:
    """The libraries with which MuJoCo draws: one of them is enough."""
    found = [name for name in ("EGL", "OSMesa") if ctypes.util.find_library(name)]
    if found:
        yield Finding("OpenGL", OK, ", ".join(found))
    else:
        yield Finding(
            "OpenGL",
            NOTE,
            "neither libEGL nor libOSMesa: MuJoCo's environments cannot be drawn",
            "apt-get install libegl1 libgl1-mesa-dri",
        )


def shared_memory() -> Iterator[Finding]:
    """Where ViZDoom's processes put their frames."""
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


CHECKS = (cpus, numa, limits, display, opengl, shared_memory)

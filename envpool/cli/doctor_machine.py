# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of `envpool doctor` for the machine."""

from __future__ import annotations

import os
import pathlib
import resource
from collections.abc import Iterator

from envpool.bench import machine
from envpool.cli.findings import NOTE, OK, Finding
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
    """The NUMA nodes; a pool keeps envs and threads on the same node."""
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
    """The display on which windows would open."""
    names = [n for n in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(n)]
    if names:
        yield Finding("display", OK, f"{names[0]}={os.environ[names[0]]}")
    else:
        text = 'none: render_mode="human" cannot work here'
        yield Finding("display", OK, f'{text}; render_mode="rgb_array" can')


CHECKS = (cpus, numa, limits, display)

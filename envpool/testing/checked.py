# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`python -m envpool check --checked`: the kit on a checked build of a package.

The package is built from its source into a temporary folder, with ENVPOOL_CHECKED,
and the kit runs in a separate process, because the env may crash it.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import IO

from envpool.registration.entry import ENTRY_POINT_GROUP

__all__ = ["check"]

# Found in every checked module; defined in envpool/core/checked/crash_report.h.
MARK = b"envpool: a checked build"
# Read by setuptools in addition to the package's own configuration.
CONFIG = """
[build]
build_base = {folder}/build
[build_ext]
define = ENVPOOL_CHECKED=1
[egg_info]
egg_base = {folder}
"""
# A backtrace line of a module without symbols.
FRAME = re.compile(r"^(?P<module>/\S+)\(\+(?P<offset>0x[0-9a-f]+)\)")
CRASH = re.compile(r"^[A-Z][a-z ]+ in \S+, envs? \d.*\. Backtrace:$")


def check(names: Sequence[str], options: Sequence[str]) -> int:
    """Returns the exit status: the kit's, or 1 after a crash.

    Args:
      names: folders with the source of packages, and ids and packages to check.
        Without a folder, the current one is built; without ids and packages, all
        ids of the built packages are checked.
      options: of `envpool check`.

    Raises:
      SystemExit: a package cannot be built, or is not a checked build.
    """
    folders = [name for name in names if _has_source(name)]
    words = [name for name in names if name not in folders]
    if not folders and not _has_source("."):
        raise SystemExit(
            "--checked: expected the folder of a package with a setup.py or "
            "pyproject.toml, or such a package in the current folder, got "
            + ", ".join(names)
        )
    with tempfile.TemporaryDirectory(prefix="envpool-checked-") as scratch:
        target = os.path.join(scratch, "target")
        for folder in folders or ["."]:
            _build(folder, target, scratch)
        return _run_kit(words or _packages(target), options, target)


def _has_source(name: str) -> bool:
    return any(
        os.path.isfile(os.path.join(name, file))
        for file in ("setup.py", "pyproject.toml")
    )


def _build(folder: str, target: str, scratch: str) -> None:
    """Installs a package into `target`."""
    config = os.path.join(scratch, "checked.cfg")
    pathlib.Path(config).write_text(CONFIG.format(folder=scratch), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index"]
    command += ["--no-build-isolation", "--no-deps", "--disable-pip-version-check"]
    command += ["--root-user-action=ignore", "--target", target]
    environment = {**os.environ, "ENVPOOL_CHECKED": "1", "DIST_EXTRA_CONFIG": config}
    print(f"building {os.path.abspath(folder)} with ENVPOOL_CHECKED", file=sys.stderr)
    done = subprocess.run(
        [*command, os.path.abspath(folder)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
        raise SystemExit(f"--checked: {folder} cannot be built; pip says why above")
    modules = list(pathlib.Path(target).rglob("*.so"))
    if not any(MARK in module.read_bytes() for module in modules):
        raise SystemExit(
            f"--checked: the build of {folder} ignores ENVPOOL_CHECKED: expected a "
            "module compiled with -DENVPOOL_CHECKED where that variable is 1"
        )


def _packages(target: str) -> list[str]:
    """Returns the packages that register ids."""
    modules = [
        point.value.partition(":")[0]
        for distribution in importlib.metadata.distributions(path=[target])
        for point in distribution.entry_points.select(group=ENTRY_POINT_GROUP)
    ]
    if not modules:
        raise SystemExit(
            f"--checked: expected an entry point in the group {ENTRY_POINT_GROUP}, or "
            "the names of ids"
        )
    return list(dict.fromkeys(name.rpartition(".")[0] or name for name in modules))


def _run_kit(names: Sequence[str], options: Sequence[str], target: str) -> int:
    paths = [target, *filter(None, [os.environ.get("PYTHONPATH")])]
    # The crash handler writes to descriptor 2, which pytest must not redirect.
    command = ["-P", "-m", "envpool", "check", *names, *options, "--capture=sys"]
    with subprocess.Popen(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as kit:
        assert kit.stderr is not None
        try:
            for line in _with_source_lines(kit.stderr, target):
                sys.stderr.write(line)
        except KeyboardInterrupt:
            with contextlib.suppress(KeyboardInterrupt):
                kit.wait()
            raise
    if kit.returncode >= 0:
        return kit.returncode
    name = signal.Signals(-kit.returncode).name
    print(
        f"{name} has ended the checks; the lines above say in which env, if it was in "
        "one",
        file=sys.stderr,
    )
    return 1


def _with_source_lines(lines: IO[str], target: str) -> Iterator[str]:
    """Adds source lines to the frames of a backtrace, if the tools are installed."""
    is_first = False
    for line in lines:
        if CRASH.match(line):
            is_first = True
        elif (frame := FRAME.match(line)) and frame["module"].startswith(target):
            # Except the first, addresses are return addresses, just after the call.
            address = int(frame["offset"], 16) - (0 if is_first else 1)
            is_first = False
            yield from _source_lines(frame["module"], address) or [line]
            continue
        yield line


def _source_lines(module: str, address: int) -> list[str]:
    tool = shutil.which("addr2line")
    if tool is None:
        return []
    done = subprocess.run(
        [tool, "-Cfpie", module, hex(address)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    return [] if "??" in done.stdout else [f"  {each.strip()}\n" for each in lines]

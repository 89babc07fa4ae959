# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a function of a test file in a fresh interpreter, with a time limit.

    def leaves_work_behind(count):
        ...

    def test_exit():
        child.run(leaves_work_behind, 3, timeout=30)

The test survives anything that the function does: a crash, a hang, a wrong exit
status or output on stderr is a failure with the child's stacks in its text.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib.util
import json
import os
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["main", "run"]

# CPython with ThreadSanitizer is that many times slower.
_SLOWNESS = (
    10
    if "--with-thread-sanitizer" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    else 1
)

_SELF = "from envpool.testing.process import child; child.main()"


def run(
    function: Callable[..., Any],
    *args: Any,
    timeout: float = 60.0,
    returncode: int = 0,
    options: Sequence[str] = (),
    path: Sequence[str] = (),
    **env: str,
) -> str:
    """Returns the output of `function(*args)` in a new interpreter.

    Args:
      function: a function of a test file; the child imports the file by path.
      *args: values that JSON can represent.
      timeout: seconds after which the child's stacks are dumped and it fails.
      returncode: the expected exit status; -n for death by signal n.
      options: options of the interpreter.
      path: folders in front of sys.path.
      **env: environment variables, in addition to those of this process.
    """
    words = [function.__code__.co_filename, function.__name__, json.dumps(args)]
    # -P: the working folder may also contain a package `envpool`.
    command = [sys.executable, "-P", "-W", "error", *options, "-c", _SELF]
    process = subprocess.Popen(
        [*command, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(path, env),
        start_new_session=True,
    )
    try:
        stdout, stderr = process.communicate(timeout=timeout * _SLOWNESS)
    except subprocess.TimeoutExpired:
        stdout, stderr = _stacks(process)
        raise AssertionError(f"hangs after {timeout} s\n{stdout}\n{stderr}") from None
    found = (process.returncode, stderr)
    assert found == (returncode, ""), f"{found[0]}\n{stdout}\n{stderr}"
    return stdout.strip()


def _stacks(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Kills a child and its children; returns the output with all threads' stacks."""
    os.killpg(process.pid, signal.SIGABRT)  # makes faulthandler dump the stacks
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        pass
    with contextlib.suppress(ProcessLookupError):  # all processes have already ended
        os.killpg(process.pid, signal.SIGKILL)
    return process.communicate()


def _environment(path: Sequence[str], env: Mapping[str, str]) -> dict[str, str]:
    folders = [*path, *(each for each in sys.path if each)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders), **env}


def main() -> None:
    """Calls the function named by sys.argv."""
    file, name, args = sys.argv[1:]
    faulthandler.enable()
    # A shell's background jobs ignore SIGINT, and their children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    spec = importlib.util.spec_from_file_location("child_of_test", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["child_of_test"] = module
    spec.loader.exec_module(module)
    getattr(module, name)(*json.loads(args))

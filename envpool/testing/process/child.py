# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a function of a test file in a fresh interpreter, with a time limit.

    def leaves_work_behind(count):
        ...

    def test_exit():
        child.run(leaves_work_behind, 3, timeout=30)

Whatever the function does, the test goes on: a crash, a hang, a wrong exit
status or anything on stderr is a failure with the child's stacks in its text.
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
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["main", "run"]

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
    """Returns what `function(*args)` prints in an interpreter of its own.

    Args:
      function: one of a test file's; its file is imported there, by path.
      *args: what JSON can write.
      timeout: seconds after which the child's stacks are dumped and it fails.
      returncode: the expected exit status; -n for death by signal n.
      options: of the interpreter.
      path: folders in front of sys.path.
      **env: environment variables, beside those of this process.
    """
    words = [function.__code__.co_filename, function.__name__, json.dumps(args)]
    # -P: the working folder may have a package of our name, too.
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
        stdout, stderr = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        stdout, stderr = _stacks(process)
        raise AssertionError(f"hangs after {timeout} s\n{stdout}\n{stderr}") from None
    found = (process.returncode, stderr)
    assert found == (returncode, ""), f"{found[0]}\n{stdout}\n{stderr}"
    return stdout.strip()


def _stacks(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Ends a child, and its children, with the stacks of all threads."""
    os.killpg(process.pid, signal.SIGABRT)  # which faulthandler answers
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        pass
    with contextlib.suppress(ProcessLookupError):  # all have ended
        os.killpg(process.pid, signal.SIGKILL)
    return process.communicate()


def _environment(path: Sequence[str], env: Mapping[str, str]) -> dict[str, str]:
    folders = [*path, *(each for each in sys.path if each)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders), **env}


def main() -> None:
    """Calls the function that sys.argv names."""
    file, name, args = sys.argv[1:]
    faulthandler.enable()
    # A shell's background jobs ignore SIGINT, and so do their children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    spec = importlib.util.spec_from_file_location("child_of_test", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["child_of_test"] = module
    spec.loader.exec_module(module)
    getattr(module, name)(*json.loads(args))

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Workers that are threads of the pool's process."""

from __future__ import annotations

import subprocess
import threading
from multiprocessing.connection import Connection
from typing import Any

from envpool.pyenvs.messages import Envs
from envpool.pyenvs.worker import serve
from envpool.python.api import load_native

__all__ = ["ThreadWorker"]


class ThreadWorker:
    """A worker that is a thread, with the interface of a process.

    Args:
      connection: to the pool.
      files: see `worker.serve`.
    """

    pid = 0  # the kernel does not watch it
    args = "a thread"

    def __init__(self, connection: Connection, files: list[int]) -> None:
        self._connection = connection
        self._files = files
        self._thread = threading.Thread(
            target=self._run, name="envpool-worker", daemon=True
        )
        self._thread.start()

    def _run(self) -> None:
        native: Any = load_native("envpool.pyenvs", "_pyenvs")
        try:
            self._connection.recv()  # sys.path, which is this process's
            envs: Envs = self._connection.recv()
            serve(native, envs, self._connection, self._files)
        except (EOFError, OSError):
            pass  # the pool could not be made, and has closed its end
        finally:
            self._connection.close()

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its end; raises `subprocess.TimeoutExpired` at the limit."""
        self._thread.join(timeout)
        if self._thread.is_alive() and timeout is not None:
            raise subprocess.TimeoutExpired(self.args, timeout)
        return 0

    def kill(self) -> None:
        """Does nothing: a thread cannot be killed. It ends with the process."""

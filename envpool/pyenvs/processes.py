# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The worker processes of a pool: they are started, replaced, called and ended here.

A worker is a new Python process, not a fork, so it may start threads and use GPUs. It
gets its envs through a socket, pickled by cloudpickle, which also takes functions of
notebooks and of scripts that have no `if __name__ == "__main__"`. The shared memory is
a file without a name that the worker inherits, so nothing is left of it.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from envpool.pyenvs.messages import Envs, Facts, Failure, Layout
from envpool.pyenvs.threads import ThreadWorker
from envpool.python.api import load_native
from envpool.python.errors import (
    ClosedError,
    EnvCreationError,
    EnvStepError,
)

__all__ = ["Workers"]

_BOOT = """
import sys
from multiprocessing.connection import Connection
connection = Connection(int(sys.argv[1]))
try:
    sys.path[:] = connection.recv()
except EOFError:
    sys.exit()  # the pool has been closed
from envpool.pyenvs.worker import main
main(connection, [int(file) for file in sys.argv[2:]])
"""
Process = subprocess.Popen[bytes] | ThreadWorker
_END_SECONDS = 5.0  # that envs may take to close
_RETRY_SECONDS = 1.0
_MAX_UNREAD = 32768  # bytes that a socket buffers before anything is read


class Workers:
    """The processes of one pool.

    Args:
      makers: for each env the function that makes it, pickled.
      num_workers: the number of processes.
      are_threads: whether they are threads instead.
      timeout: seconds that a first reset and step may take; None for no limit.

    Raises:
      EnvCreationError: an env cannot be made; all processes have ended.
    """

    def __init__(
        self,
        makers: Sequence[bytes],
        num_workers: int,
        are_threads: bool = False,
        timeout: float | None = None,
    ) -> None:
        self._are_threads = are_threads
        self._timeout = timeout
        self.num_envs = count = len(makers)
        self._firsts = [w * count // num_workers for w in range(num_workers + 1)]
        self._makers = list(makers)
        self._owner = os.getpid()
        self._layout = b""  # pickled, as spaces may have functions
        self._kernel: Any = None
        self._closed = False
        self._calls = 0
        self._processes: list[Process] = []
        self._connections: list[Connection] = []
        self._locks = [threading.Lock() for _ in range(num_workers)]
        self._changes = threading.Lock()
        self._replacer = threading.Thread(
            target=self._replace_dead, name="envpool-workers", daemon=True
        )
        self.files: list[int] = []
        """The descriptors of the shared memory, and of what wakes each worker."""
        try:
            native = load_native("envpool.pyenvs", "_pyenvs")
            self.files.append(native.make_memory())
            for _ in range(num_workers):
                self.files += native.make_wait()
            for worker in range(num_workers):
                process, connection = self._start(worker, is_new=True)
                self._processes.append(process)
                self._connections.append(connection)
            self.facts = self._check_spaces()
        except BaseException:
            self.close()
            raise

    def _start(self, worker: int, is_new: bool) -> tuple[Process, Connection]:
        ours, theirs = Pipe()
        per_worker = (len(self.files) - 1) // len(self._locks)
        first = 1 + worker * per_worker
        files = [self.files[0], *self.files[first : first + per_worker]]
        process: Process
        if self._are_threads:
            process = ThreadWorker(theirs, files)
        else:
            given = [theirs.fileno(), *files]
            try:
                process = subprocess.Popen(
                    [sys.executable, "-c", _BOOT, *map(str, given)],
                    stdin=subprocess.DEVNULL,
                    pass_fds=given,
                )
            except BaseException:
                ours.close()
                raise
            finally:
                theirs.close()
        makers = self._makers[self._firsts[worker] : self._firsts[worker + 1]]
        probes = is_new and worker == 0
        envs = Envs(worker, os.getpid(), makers, is_new, probes, self._timeout)
        try:
            ours.send(sys.path)
            ours.send(envs)
        except BrokenPipeError:
            pass  # the next receive reports it
        return process, ours

    def _check_spaces(self) -> Facts:
        """Waits until all envs are made, and compares their spaces."""
        facts: Facts | None = None
        limits: set[int | None] = set()
        for worker, connection in enumerate(self._connections):
            try:
                reply = connection.recv()
            except (EOFError, ConnectionError):
                raise EnvCreationError(self._end_of(worker)) from None
            if isinstance(reply, Failure):
                number = self._firsts[worker] + reply.env
                raise EnvCreationError(f"cannot create env {number}: {reply.text}")
            if facts is None:
                facts = reply[0]
            assert facts is not None
            expected = (facts.observation_space, facts.action_space)
            for i, (*spaces, limit) in enumerate(reply[1]):
                limits.add(limit)
                for name, wanted, got in zip(
                    ("observation_space", "action_space"),
                    expected,
                    spaces,
                    strict=True,
                ):
                    if got != wanted:
                        raise EnvCreationError(
                            f"{name}: expected that of env 0, {wanted}, for all envs, "
                            f"got {got} of env {self._firsts[worker] + i}"
                        )
        assert facts is not None
        return facts._replace(limits=frozenset(limits))

    def _end_of(self, worker: int) -> str:
        """Returns how a worker has ended that was to make its envs."""
        status = self._processes[worker].wait()
        if status == -signal.SIGALRM and self._timeout is not None:
            return (
                "env: the first reset or step did not return within "
                f"timeout={self._timeout:g} s"
            )
        tried = "tried an env and " if worker == 0 else ""
        return (
            f"env: a worker process ended with status {status} while it {tried}made "
            f"envs {self._firsts[worker]} to {self._firsts[worker + 1] - 1}"
        )

    def connect(self, kernel: Any, layout: Layout) -> None:
        """Lets the workers serve the pool.

        Args:
          kernel: the native `WorkerKernel`.
          layout: of the pool.
        """
        import cloudpickle

        self._kernel, self._layout = kernel, cloudpickle.dumps(layout)
        for worker in range(len(self._processes)):
            self._connections[worker].send_bytes(self._layout)
        for worker, process in enumerate(self._processes):
            try:
                self._connections[worker].recv()
            except (EOFError, ConnectionError):
                raise EnvCreationError(
                    f"env: worker process {worker} ended with status {process.wait()}"
                ) from None
            kernel.attach(worker, process.pid)
        self._replacer.start()

    def _replace_dead(self) -> None:
        """Replaces workers that have died, until the pool is closed."""
        while (worker := self._kernel.await_dead()) >= 0:
            with self._locks[worker]:  # calls wait for the new process
                self._connections[worker].close()
                self._processes[worker].wait()
                is_replaced = self._closed or self._replace(worker)
            while not is_replaced:
                time.sleep(_RETRY_SECONDS)
                with self._locks[worker]:
                    is_replaced = self._closed or self._replace(worker)

    def _replace(self, worker: int) -> bool:
        """Starts another process; returns False if that fails."""
        try:
            process, connection = self._start(worker, is_new=False)
        except OSError:  # no more processes, or no memory, for now
            return False
        with self._changes:
            if self._closed:
                process.kill()
                process.wait()
                return True
            self._processes[worker] = process
            self._connections[worker] = connection
        try:
            connection.send_bytes(self._layout)
            connection.recv()
        except (EOFError, OSError):
            process.wait()
            return False
        self._kernel.attach(worker, process.pid)
        return True

    def infos(self, env_id: int, last: bool) -> bytes:
        """Returns the pickled infos of an env that have no column; see `kernel`."""
        data: bytes = self._kernel.infos(env_id, last)
        return data

    def renew(self, ids: Sequence[int]) -> None:
        """Resets envs, which are idle, before their next steps."""
        self._kernel.begin_anew(list(ids))

    def pids(self) -> list[int]:
        """Returns the ids of the processes, by worker."""
        return [process.pid for process in self._processes]

    def call(
        self, what: str, name: str, ids: Sequence[int], args: Any, kwargs: Any
    ) -> list[Any]:
        """Lets workers call a method, or get or set an attribute, of envs.

        Args:
          what: "call", "set", "save" or "load".
          name: of the method or attribute.
          ids: the envs.
          args: of the method; or the values or states, by env.
          kwargs: of the method.

        Returns:
          A value for each env.

        Raises:
          EnvStepError: an env raised an exception, or its worker has died.
          ProtocolError: one of the envs has a pending result.
        """
        if self._closed:
            raise ClosedError("this pool has been closed")
        unique = sorted(set(ids))
        self._kernel.hold(unique)
        try:
            values = _uninterrupted(self._call_held, what, name, unique, args, kwargs)
        finally:
            self._kernel.free(unique)
        return [values[env_id] for env_id in ids]

    def _call_held(
        self, what: str, name: str, ids: list[int], args: Any, kwargs: Any
    ) -> dict[int, Any]:
        values: dict[int, Any] = {}
        failures: list[tuple[int, str]] = []
        asked: list[tuple[int, list[int]]] = []
        self._calls += 1
        number = self._calls
        try:
            for worker, first in enumerate(self._firsts[:-1]):
                own = [i for i in ids if first <= i < self._firsts[worker + 1]]
                if own:
                    by_env = what in ("set", "load")
                    given = [args[i] for i in own] if by_env else args
                    numbers = [i - first for i in own]
                    self._locks[worker].acquire()
                    asked.append((worker, own))
                    self._ask(worker, number, (what, name, numbers, given, kwargs))
            for worker, own in asked:
                reply = self._answer(worker, number)
                if isinstance(reply, Failure):
                    failures.append((self._firsts[worker] + reply.env, reply.text))
                else:
                    values.update(zip(own, reply, strict=True))
        finally:
            for worker, _ in asked:
                self._locks[worker].release()
        if failures:
            env_id, text = failures[0]
            raise EnvStepError(
                f"{name}: env {env_id}: {text}", [each for each, _ in failures]
            )
        return values

    def _ask(self, worker: int, number: int, question: tuple[Any, ...]) -> None:
        import cloudpickle

        connection, text = self._connections[worker], cloudpickle.dumps(question)
        is_long = len(text) > _MAX_UNREAD
        try:
            connection.send_bytes(pickle.dumps((number, None if is_long else text)))
            self._kernel.call(worker)
            if is_long:
                connection.send_bytes(text)
        except OSError:
            pass  # it has died, as its answer shows

    def _answer(self, worker: int, number: int) -> Any:
        """Returns the answer to a call; drops those to other calls."""
        while True:
            try:
                of, reply = pickle.loads(self._connections[worker].recv_bytes())
            except (EOFError, OSError):
                return Failure(0, "its worker process has ended")
            if of == number:
                return reply

    def close(self) -> None:
        """Ends the processes; those that do not end within 5 s are killed."""
        if os.getpid() != self._owner:
            return  # a forked child's; they are the parent's
        with self._changes:
            if self._closed:
                return
            self._closed = True
        if self._kernel is not None:
            self._kernel.stop()
        else:  # nothing has been made; threads wait for a message
            for process, connection in zip(
                self._processes, self._connections, strict=False
            ):
                process.kill()
                connection.close()
        end = time.monotonic() + _END_SECONDS
        for process in self._processes:
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                if not self._are_threads:
                    process.wait()
        # A thread that wakes in C++ while the interpreter ends would abort the process.
        if self._replacer.is_alive() and self._replacer != threading.current_thread():
            self._replacer.join(_END_SECONDS)
        for connection in self._connections:
            connection.close()
        for file in self.files:
            os.close(file)


def _uninterrupted(function: Callable[..., Any], *args: Any) -> Any:
    """Returns `function(*args)`; Ctrl-C ends the wait for it, but not the function.

    It would otherwise leave a part of a message unread.
    """
    if threading.current_thread() is not threading.main_thread():
        return function(*args)
    values: list[Any] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            values.append(function(*args))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="envpool-call", daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return values[0]

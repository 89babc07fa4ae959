# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool.profile`: where the time of a training loop goes."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from envpool.python.apis import notebook
from envpool.python.config.argument_checks import show
from envpool.python.errors import ArgumentError, ArgumentTypeError

__all__ = ["Calls", "Clocks", "Profile", "profile", "watch"]

# The methods that a learner calls. Calls between these methods are not counted.
_METHODS = ("reset", "step", "send", "recv", "async_reset", "render", "_step_one")
_SECONDS_PER_NANOSECOND = 1e-9


class Clocks(NamedTuple):
    """The clocks that are read before and after each call; all in nanoseconds.

    Attributes:
      wall: the wall time.
      cpu: the CPU time of the calling thread.
      runs: the number of steps by envs of the process, their duration on all threads,
        and their duration on the calling thread.
    """

    wall: Callable[[], int]
    cpu: Callable[[], int]
    runs: Callable[[], tuple[int, int, int]]


@dataclasses.dataclass
class Calls:
    """The calls of one method of a pool.

    Attributes:
      count: their number.
      seconds: their total time.
      envs: the time in which the calling thread ran envs itself.
      waiting: the time in which the calling thread slept, mostly to wait for envs on
        other threads.
    """

    count: int = 0
    seconds: float = 0.0
    envs: float = 0.0
    waiting: float = 0.0

    @property
    def overhead(self) -> float:
        """The remaining time, for copying actions, the engine, and making results."""
        return max(0.0, self.seconds - self.envs - self.waiting)


@dataclasses.dataclass(repr=False)
class Profile:
    """The result of `envpool.profile`; complete when its block ends.

    `envs + waiting + overhead + rest` is `seconds`, if only one thread calls the
    pools.

    Attributes:
      seconds: the duration of the block.
      calls: the calls of the pools, by method.
      steps: the number of steps by the envs, including resets.
      workers: the time in which other threads ran envs, summed over these threads.
      num_workers: the maximum number of worker threads of the pools.
    """

    seconds: float = 0.0
    calls: dict[str, Calls] = dataclasses.field(default_factory=dict)
    steps: int = 0
    workers: float = 0.0
    num_workers: int = 0
    _spans: list[tuple[str, int, int, int]] | None = None

    @property
    def envs(self) -> float:
        """The time in which callers ran envs within their own calls."""
        return sum(calls.envs for calls in self.calls.values())

    @property
    def waiting(self) -> float:
        """The time in which callers slept, mostly to wait for envs on other threads."""
        return sum(calls.waiting for calls in self.calls.values())

    @property
    def overhead(self) -> float:
        """The remaining time of calls, in the engine and in Python."""
        return sum(calls.overhead for calls in self.calls.values())

    @property
    def rest(self) -> float:
        """The time between calls: the policy, the learner and the loop."""
        inside = sum(calls.seconds for calls in self.calls.values())
        return max(0.0, self.seconds - inside)

    def save_trace(self, path: str | os.PathLike[str]) -> None:
        """Writes the calls in the format of Chrome's traces, for Perfetto too.

        Args:
          path: the path of the JSON file.

        Raises:
          ArgumentError: the profile was made without `trace=True`.
          OSError: the file cannot be written.
        """
        if self._spans is None:
            raise ArgumentError("save_trace: expected a profile made with trace=True")
        events = [
            {
                "name": name,
                "ph": "X",
                "ts": start / 1000,
                "dur": nanos / 1000,
                "pid": os.getpid(),
                "tid": thread,
            }
            for name, thread, start, nanos in self._spans
        ]
        Path(path).write_text(json.dumps({"traceEvents": events}), encoding="utf-8")

    def __repr__(self) -> str:
        parts = ("envs", "waiting", "overhead", "rest", "workers")
        seconds = ", ".join(f"{part}={getattr(self, part):.3f}" for part in parts)
        return (
            f"Profile(seconds={self.seconds:.3f}, steps={self.steps}, "
            f"calls={self._count}, {seconds})"
        )

    def __str__(self) -> str:
        """The profile as a table of text."""
        lines = [f"  {label:<28} {s:>9} s {share:>6}" for label, s, share in self._rows]
        return "\n".join((self._title, *lines))

    def _repr_html_(self) -> str:
        """The same table, for notebooks."""
        return notebook.table(("", "seconds", "share"), self._rows, self._title)

    @property
    def _count(self) -> int:
        return sum(calls.count for calls in self.calls.values())

    @property
    def _title(self) -> str:
        return (
            f"{self.seconds:.3f} s, {self.steps:,} steps of envs, {self._count:,} calls"
        )

    @property
    def _rows(self) -> list[tuple[str, str, str]]:
        """The parts, with their times and their shares of the available time."""
        available = self.seconds * self.num_workers
        return [
            (label, f"{seconds:.3f}", f"{seconds / whole if whole else 0.0:.1%}")
            for label, seconds, whole in (
                ("envs, on the calling thread", self.envs, self.seconds),
                ("waiting for envs", self.waiting, self.seconds),
                ("engine and Python", self.overhead, self.seconds),
                ("the rest: policy, learner", self.rest, self.seconds),
                (f"envs, on workers (of {self.num_workers})", self.workers, available),
            )
        ]


class _Watch:
    """Measures the calls of pools."""

    def __init__(self, clocks: Clocks, found: Profile) -> None:
        self._clocks = clocks
        self._found = found
        self._lock = threading.Lock()
        self._inside = threading.local()

    def timed(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the method with measurement."""

        @functools.wraps(method)
        def call(*args: Any, **kwargs: Any) -> Any:
            if getattr(self._inside, "call", False):
                return method(*args, **kwargs)
            self._inside.call = True
            before = self._read()
            try:
                return method(*args, **kwargs)
            finally:
                after = self._read()
                self._inside.call = False
                self._add(name, before, after)

        return call

    def _read(self) -> tuple[int, int, int]:
        return self._clocks.wall(), self._clocks.cpu(), self._clocks.runs()[2]

    def _add(
        self, name: str, before: tuple[int, int, int], after: tuple[int, int, int]
    ) -> None:
        wall, cpu, envs = (b - a for a, b in zip(before, after, strict=True))
        with self._lock:
            calls = self._found.calls.setdefault(name, Calls())
            calls.count += 1
            calls.seconds += wall * _SECONDS_PER_NANOSECOND
            calls.envs += min(envs, wall) * _SECONDS_PER_NANOSECOND
            # A thread that runs envs may be descheduled; that does not count as
            # waiting.
            calls.waiting += max(0, wall - max(cpu, envs)) * _SECONDS_PER_NANOSECOND
            if self._found._spans is not None:
                span = (name, threading.get_ident(), before[0], wall)
                self._found._spans.append(span)


class _Tap:
    """The wrapped methods of one pool, while watches measure them.

    Several profiles may measure the same pool, and end in any order.
    """

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._methods = {
            name: getattr(pool, name) for name in _METHODS if hasattr(pool, name)
        }
        self._own = {name for name in self._methods if name in vars(pool)}
        self._watches: list[_Watch] = []

    def add(self, watch: _Watch) -> None:
        """Adds a watch."""
        self._watches.append(watch)
        self._install()

    def remove(self, watch: _Watch) -> bool:
        """Removes a watch; returns whether it was the last one."""
        self._watches.remove(watch)
        self._install()
        return not self._watches

    def _install(self) -> None:
        for name, method in self._methods.items():
            if not self._watches and name not in self._own:
                vars(self._pool).pop(name, None)
                continue
            label = "step" if name == "_step_one" else name
            for watch in self._watches:
                method = watch.timed(label, method)
            vars(self._pool)[name] = method


_taps: dict[int, _Tap] = {}  # by id of the pool
_taps_lock = threading.Lock()


def _add(watch: _Watch, pool: Any) -> None:
    with _taps_lock:
        tap = _taps.get(id(pool)) or _Tap(pool)
        tap.add(watch)
        _taps[id(pool)] = tap


def _remove(watch: _Watch, pool: Any) -> None:
    with _taps_lock:
        if _taps[id(pool)].remove(watch):
            del _taps[id(pool)]


@contextlib.contextmanager
def watch(pools: list[Any], clocks: Clocks, trace: bool) -> Iterator[Profile]:
    """Profiles with these clocks; see `profile`."""
    found = Profile(
        num_workers=sum(pool._num_threads for pool in pools),
        _spans=[] if trace else None,
    )
    watching = _Watch(clocks, found)
    with contextlib.ExitStack() as stack:
        for pool in pools:
            _add(watching, pool)
            stack.callback(_remove, watching, pool)
        start, (steps, nanos, _) = clocks.wall(), clocks.runs()
        try:
            yield found
        finally:
            after = clocks.runs()
            found.seconds = (clocks.wall() - start) * _SECONDS_PER_NANOSECOND
            found.steps = after[0] - steps
            found.workers = max(
                0.0, (after[1] - nanos) * _SECONDS_PER_NANOSECOND - found.envs
            )


@contextlib.contextmanager
def profile(*envs: Any, trace: bool = False) -> Iterator[Profile]:
    """Measures where the time of a loop with pools goes.

    For example::

        with envpool.profile(env) as found:
            train(env)
        print(found)

    It adds a few microseconds to each call of a pool, and no cost outside of the
    block. Envs are counted for the whole process: envs of other pools count as
    running on workers, and so do envs that programs of JAX step by `xla()`, since
    their calls are not seen.

    Args:
      *envs: pools, or adaptors and wrappers around them.
      trace: whether to keep each call, for `Profile.save_trace`.

    Yields:
      The result, a `Profile`, complete when the block ends.

    Raises:
      ArgumentError: no pool is given.
      ArgumentTypeError: an argument contains no pool.
    """
    if not envs:
        raise ArgumentError("envs: expected at least one pool, got none")
    pools = list({id(pool): pool for pool in map(_pool_of, envs)}.values())
    from envpool.core import _core

    clocks = Clocks(time.perf_counter_ns, time.thread_time_ns, _core.runs)
    _core.count_runs(True)
    try:
        with watch(pools, clocks, trace) as found:
            yield found
    finally:
        _core.count_runs(False)


def _pool_of(env: Any) -> Any:
    from envpool.python.envpool import EnvPoolMixin

    found = env
    while not isinstance(found, EnvPoolMixin):
        inner = [getattr(found, name, None) for name in ("pool", "vector_env")]
        inner.append(getattr(found, "unwrapped", None))
        found = next((x for x in inner if x is not None and x is not found), None)
        if found is None:
            raise ArgumentTypeError(f"envs: expected a pool, got {show(env)}")
    return found

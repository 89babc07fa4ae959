# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Finds the fastest settings of a pool on this machine: `envpool.tune`.

Settings are compared in rounds, in which their pools take turns, so that
disturbances affect all of them. Medians are compared, and a default stays unless
another setting is faster in all rounds but one.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import envpool
from envpool.python.config.argument_checks import as_bool, as_float, as_int
from envpool.python.errors import ConfigError
from envpool.speed import Loop

__all__ = ["Measurement", "Tuning", "choices", "run"]

KEYS = ("num_threads", "batch_size", "chunk")  # 0 is the default of each
_MAX_LOAD = 0.3  # maximum load by other processes, per CPU
_MAX_SPREAD = 0.2

Progress = Callable[[str, int, int], None]


@dataclasses.dataclass(frozen=True)
class Measurement:
    """The measured speed of a pool.

    Attributes:
      settings: its values of the settings that were tried.
      rates: env steps per second, for each round.
    """

    settings: Mapping[str, int]
    rates: tuple[float, ...]

    @property
    def steps_per_second(self) -> float:
        """The median of the rates."""
        return statistics.median(self.rates)

    @property
    def spread(self) -> float:
        """The spread of the rounds: (largest - smallest) / median."""
        return (max(self.rates) - min(self.rates)) / self.steps_per_second


@dataclasses.dataclass(frozen=True)
class Tuning:
    """The fastest settings that were found.

    Attributes:
      task_id: the id.
      config: the given keywords.
      best: the measurement of the settings to use.
      tried: all measurements, grouped by comparison.
      notes: sentences about the reliability of the figures and the requirements of
        the settings.
    """

    task_id: str
    config: Mapping[str, Any]
    best: Measurement
    tried: tuple[Measurement, ...]
    notes: tuple[str, ...]

    @property
    def kwargs(self) -> dict[str, Any]:
        """The keywords of `envpool.make`, without settings that are defaults."""
        chosen = {key: value for key, value in self.best.settings.items() if value}
        return {**self.config, **chosen}

    def make(self, env_type: str = "gymnasium", **kwargs: Any) -> Any:
        """Makes the pool.

        Args:
          env_type: as in `envpool.make`.
          **kwargs: further keywords.
        """
        return envpool.make(self.task_id, env_type, **{**self.kwargs, **kwargs})

    @property
    def line(self) -> str:
        """The line of Python that makes the pool."""
        words = [repr(self.task_id), 'env_type="gymnasium"']
        words += [f"{key}={value!r}" for key, value in self.kwargs.items()]
        return f"env = envpool.make({', '.join(words)})"

    def __str__(self) -> str:
        rate = f"{self.best.steps_per_second:,.0f} steps/s, ±{self.best.spread / 2:.0%}"
        return "\n".join([self.line, rate, *self.notes])


def run(
    task_id: str,
    num_envs: int,
    seconds: float,
    rounds: int,
    sync: bool,
    progress: Progress | None,
    config: Mapping[str, Any],
) -> Tuning:
    """Compares settings; see `envpool.tune`."""
    kwargs = {**config, "num_envs": as_int("num_envs", num_envs, 1)}
    seconds = as_float("seconds", seconds, 0)
    if not seconds:
        raise ConfigError("seconds: expected more than 0, got 0")
    rounds = as_int("rounds", rounds, 1, 1000)
    busy = _load_of_others()
    tried: list[Measurement] = []
    best: dict[str, int] = {}
    # Tunes one setting at a time; chunks matter little, threads and batches more.
    for key, values in choices(num_envs, as_bool("sync", sync)).items():
        if key in kwargs:
            continue
        settings = [{**best, key: value} for value in values]
        found = _compare(task_id, kwargs, settings, seconds, rounds, progress)
        tried += found
        best = dict(_fastest(found).settings)
    if not tried:
        tried = _compare(task_id, kwargs, [{}], seconds, rounds, progress)
    chosen = next(each for each in reversed(tried) if each.settings == best)
    notes = tuple(_notes(chosen, tried, busy))
    return Tuning(task_id, kwargs, chosen, tuple(tried), notes)


def choices(num_envs: int, sync: bool) -> dict[str, list[int]]:
    """Returns the values to try, in this order; the default comes first.

    Args:
      num_envs: the number of envs.
      sync: whether a batch has all envs.
    """
    cpus = _cpus()
    threads = {1, max(1, cpus // 2), cpus}
    batches = [] if sync else sorted({num_envs // 2, num_envs // 4} - {0})
    return {
        "num_threads": [0, *sorted(n for n in threads if n <= max(1, num_envs))],
        "batch_size": [0, *batches],
        "chunk": [0, *(n for n in (1, 4, 16) if n < num_envs)],
    }


def _cpus() -> int:
    """Returns how many CPUs this process may use."""
    from envpool.core._core import parallelism

    return max(1, int(parallelism()))


def _compare(
    task_id: str,
    kwargs: Mapping[str, Any],
    settings: Sequence[Mapping[str, int]],
    seconds: float,
    rounds: int,
    progress: Progress | None,
) -> list[Measurement]:
    """Measures pools in turns."""
    rates: list[list[float]] = [[] for _ in settings]
    with contextlib.ExitStack() as stack:
        loops = []
        for chosen in settings:
            pool = stack.enter_context(
                envpool.make(task_id, "gym", **{**kwargs, **chosen})
            )
            loop = Loop(pool)
            loop.run(seconds / 4)  # warms up
            loops.append((loop, int(pool.config["batch_size"]) or len(pool)))
        for number in range(rounds):
            if progress is not None:
                progress(list(settings[0])[-1] if settings[0] else "", number, rounds)
            for place in _order(len(loops), number):
                loop, rows = loops[place]
                begin = time.perf_counter()
                batches = loop.run(seconds / rounds)
                rates[place].append(batches * rows / (time.perf_counter() - begin))
    return [
        Measurement(dict(chosen), tuple(found))
        for chosen, found in zip(settings, rates, strict=True)
    ]


def _order(count: int, number: int) -> Sequence[int]:
    """Returns the order of a round: every other round runs backwards."""
    return range(count) if number % 2 == 0 else range(count)[::-1]


def _fastest(found: Sequence[Measurement]) -> Measurement:
    """Returns the fastest measurement; the first, unless another is clearly faster."""
    default = found[0]
    best = max(found, key=lambda each: each.steps_per_second)
    pairs = zip(best.rates, default.rates, strict=True)
    slower = sum(ours <= theirs for ours, theirs in pairs)
    is_clear = slower <= (len(best.rates) > 2)  # one disturbed round must not decide
    return best if is_clear else default


def _load_of_others() -> float:
    """Returns the recent load of each CPU by other processes."""
    try:
        return os.getloadavg()[0] / _cpus()
    except OSError:
        return 0.0


def _notes(
    best: Measurement, tried: Sequence[Measurement], busy: float
) -> Iterator[str]:
    if busy > _MAX_LOAD:
        yield (
            f"Other processes keep this machine busy (load {busy:.1f} per CPU): "
            "measure again when it is idle."
        )
    widest = max(each.spread for each in tried)
    if widest > _MAX_SPREAD:
        yield (
            f"The rounds differ by up to {widest:.0%}: smaller differences between "
            "settings mean nothing. More seconds or rounds help."
        )
    if best.settings.get("batch_size"):
        yield (
            "batch_size makes the pool asynchronous: it needs a loop of send and recv "
            'that looks at info["env_id"], since each batch has other envs.'
        )

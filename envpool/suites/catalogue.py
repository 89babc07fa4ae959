# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""All suites and scores, from the `suites.py` of each family."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from envpool.families import FAMILIES
from envpool.python.config.argument_checks import did_you_mean, show
from envpool.python.errors import ArgumentError, ConfigError
from envpool.registration.absent import absent_families, may_mean
from envpool.registration.env_registry import registry
from envpool.suites.suite import Score, Suite

__all__ = ["find_suite", "list_suites", "normalize", "score_of"]

# The modules, by name; None for a family without suites.
_known: dict[str, ModuleType | None] = {}


def list_suites() -> dict[str, Suite]:
    """Returns the suites of all installed families, by their names.

    A suite's `tasks` are ids; `title` and `source` describe the suite and its origin.
    """
    return {suite.name: suite for module in _modules() for suite in module.SUITES}


def find_suite(name: Any, argument: str = "name") -> Suite:
    """Returns a suite.

    Args:
      name: its name.
      argument: the argument that has the name, for the error.

    Raises:
      ConfigError: there is none of this name.
    """
    known = list_suites()
    if isinstance(name, str) and name in known:
        return known[name]
    word = name if isinstance(name, str) else ""
    registry.list_all_envs()  # looks for families
    absent = [text for key, text in absent_families().items() if may_mean(key, [word])]
    names = ", ".join(map(repr, known))
    hints = did_you_mean(word, known) + "".join(f"; {text}" for text in absent)
    raise ConfigError(f"{argument}: expected one of {names}, got {show(name)}{hints}")


def score_of(task_id: str, kind: str | None = None) -> Score | None:
    """Returns the published score of a task's returns, with its source.

    Args:
      task_id: one of `list_all_envs()`.
      kind: the kind of score that is expected, such as "human"; None for any.

    Returns:
      The score, or None if no scale was published for the task.

    Raises:
      ArgumentError: the task has a score of another kind.
      UnknownEnvError: no env has this id.
    """
    registry._check_known(task_id)
    found: Score | None = None
    for module in _modules():
        found = module.SCORES.get(task_id, found)
    if found is not None and kind is not None and found.kind != kind:
        raise ArgumentError(
            f"kind: expected {found.kind!r} for {task_id!r}, got {show(kind)}"
        )
    return found


def normalize(
    task_id: str, returns: ArrayLike, kind: str | None = None
) -> NDArray[np.float64]:
    """Returns the published scores of returns.

    Args:
      task_id: one of `list_all_envs()`.
      returns: sums of an episode's rewards, of any shape; unclipped.
      kind: the kind of score that is expected, such as "human"; None for any.

    Returns:
      The scores, float64 of the same shape.

    Raises:
      ArgumentError: the task has no score, or one of another kind.
      UnknownEnvError: no env has this id.
    """
    score = score_of(task_id, kind)
    if score is None:
        raise ArgumentError(
            f"task_id: expected a task with a published score, got {show(task_id)}"
        )
    return score.of(returns)


def _modules() -> Iterator[ModuleType]:
    """Yields the `suites.py` of the families that have one and are installed."""
    for row in FAMILIES:
        name = f"{row.package}.suites"
        if name not in _known:
            try:
                _known[name] = importlib.import_module(name)
            except ModuleNotFoundError as error:
                if error.name == name:
                    _known[name] = None
            except ImportError:  # the registration fails; it may be tried again
                pass
        module = _known.get(name)
        if module is not None:
            yield module

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The infos that a pool returns: the option `infos` of `make`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from envpool.python.config.argument_checks import did_you_mean
from envpool.python.errors import ConfigError

if TYPE_CHECKING:
    from envpool.python.spec_base import SpecBase

__all__ = ["Infos", "choose_infos", "info_name"]

_DRAWN = "params"  # see params/infos.py
# The pool's own facts about each row.
_POOL_KEYS = ("info:env_id", "info:players.env_id", "elapsed_step")


class Infos(NamedTuple):
    """The native keys of the infos, in the order of the state entries.

    Attributes:
      keys: the returned keys.
      step_only: keys that `reset` does not return, and that rows of a reset lack.
      reset_only: keys that `step` does not return.
      terminal_only: step-only keys of rows that terminate an episode.
      drawn: whether the values that `randomize` draws are included.
    """

    keys: tuple[str, ...]
    step_only: frozenset[str] = frozenset()
    reset_only: frozenset[str] = frozenset()
    terminal_only: frozenset[str] = frozenset()
    drawn: bool = False


def info_name(key: str) -> str:
    """Returns the public name of a key: `players.id` for `info:players.id`."""
    return key.removeprefix("info:").replace(":", ".")


def choose_infos(
    choice: str | tuple[str, ...],
    spec: SpecBase,
    is_async: bool,
    draws: bool = False,
) -> Infos:
    """Returns the infos that a value of the option `infos` selects.

    Args:
      choice: "official", "all", "none", or keys; "official" may be among them, and so
        may "params", the values that `randomize` draws.
      spec: the spec of the pool.
      is_async: whether `recv` returns only some of the envs.
      draws: whether the pool has the option `randomize`.

    Raises:
      ConfigError: there is no such key.
    """
    known = [key for key in spec.state_array_spec if key.startswith("info:")]
    known.append("elapsed_step")
    words = (choice,) if isinstance(choice, str) else choice
    has_own = any(info_name(key).split(".")[0] == _DRAWN for key in known)
    drawn = _DRAWN in words and not has_own
    if drawn and not draws:
        raise ConfigError("infos: expected 'params' only with the option randomize")
    words = tuple(word for word in words if not (drawn and word == _DRAWN))
    official: set[str] = set()
    others: set[str] = set()
    stated = spec._official.info_keys(spec.config._asdict())
    for word in words:
        if word == "official":
            own = {key for key in known if key not in _POOL_KEYS}
            official = {key for key in own if info_name(key) not in stated.absent}
        elif word == "all":
            others |= set(known)
        elif choice != "none":
            others |= _named(word, known)
    # Without these, rows cannot be attributed to envs.
    if is_async:
        others.add("info:env_id")
    if spec.config.max_num_players > 1:
        others.add("info:players.env_id")
    ordered = tuple(key for key in known if key in official | others)
    # Keys requested by name are always included.
    step_only, reset_only, terminal_only = (
        frozenset(key for key in official - others if info_name(key) in names)
        for names in (stated.step_only, stated.reset_only, stated.terminal_only)
    )
    return Infos(ordered, step_only | terminal_only, reset_only, terminal_only, drawn)


def _named(word: str, known: Iterable[str]) -> set[str]:
    """Returns the native keys of a name, or of all names below it."""
    names = {info_name(key): key for key in known}
    found = {
        key
        for name, key in names.items()
        if name == word or name.startswith(f"{word}.")
    }
    if not found:
        raise ConfigError(
            f"infos: unknown key {word!r}{did_you_mean(word, names)}; known keys: "
            f"{', '.join(map(repr, names))}"
        )
    return found

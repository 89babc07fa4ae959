# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Which infos a pool returns: the option `infos` of `make`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from envpool.python.errors import ConfigError
from envpool.python.values import did_you_mean

if TYPE_CHECKING:
    from envpool.python.env_spec import EnvSpecMixin

__all__ = ["Infos", "choose_infos", "info_name"]

# What the pool itself tells of each row.
_POOL_KEYS = ("info:env_id", "info:players.env_id", "elapsed_step")


class Infos(NamedTuple):
    """The native keys of the infos, in the order of the state entries.

    Attributes:
      step: those that `step` returns.
      step_only: those of them that `reset` does not return, and that rows of a
        reset do not have.
    """

    step: tuple[str, ...]
    step_only: frozenset[str] = frozenset()


def info_name(key: str) -> str:
    """Returns the name that users know: `players.id` of `info:players.id`."""
    return key.removeprefix("info:").replace(":", ".")


def choose_infos(
    choice: str | tuple[str, ...], spec: EnvSpecMixin, is_async: bool
) -> Infos:
    """Returns what a value of the option `infos` means for a pool.

    Args:
      choice: "official", "all", "none", or keys; "official" may be among them.
      spec: the pool's.
      is_async: whether `recv` returns some of the envs only.

    Raises:
      ConfigError: there is no such key.
    """
    known = [key for key in spec.state_array_spec if key.startswith("info:")]
    known.append("elapsed_step")
    words = (choice,) if isinstance(choice, str) else choice
    chosen: set[str] = set()
    step_only: set[str] = set()
    for word in words:
        if word == "official":
            stated = spec._official.info_keys(spec.config._asdict())
            own = {key for key in known if key not in _POOL_KEYS}
            official = {key for key in own if info_name(key) not in stated.absent}
            step_only = {key for key in official if info_name(key) in stated.step_only}
            chosen |= official
        elif word == "all":
            chosen |= set(known)
        elif choice != "none":
            chosen |= _named(word, known)
            step_only -= _named(word, known)
    # Without these nobody can tell whose rows they are.
    if is_async:
        chosen.add("info:env_id")
    if spec.config.max_num_players > 1:
        chosen.add("info:players.env_id")
    ordered = tuple(key for key in known if key in chosen)
    return Infos(ordered, frozenset(step_only))


def _named(word: str, known: Iterable[str]) -> set[str]:
    """Returns the keys of a name, which may be that of a level of others."""
    names = {info_name(key): key for key in known}
    found = {
        key
        for name, key in names.items()
        if name == word or name.startswith(f"{word}.")
    }
    if not found:
        raise ConfigError(
            f"infos: unknown key {word!r}{did_you_mean(word, names)}; known are "
            f"{', '.join(map(repr, names))}"
        )
    return found

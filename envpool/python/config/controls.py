# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the actions of envs are called, for people.

A family states it in its registration (`Family.controls`). `get_action_meanings`
returns the names, and `envpool play` finds keys for them: "left" is the left arrow.
A name may combine several, as "LEFT+FIRE" or Atari's "LEFTFIRE".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = ["Controls", "find_controls", "set_controls"]

Names = Sequence[str] | Callable[[Mapping[str, Any]], Sequence[str]]


class Controls(NamedTuple):
    """What is stated of one spec class.

    Attributes:
      names: of each action; if actions are arrays of buttons, of each of these. Or
        a function that returns them, for a config.
      moves: for actions that are numbers, names of some of them that people play
        with; those that are chosen together are added.
      turns: whether nothing happens between two actions, as in a board game.
    """

    names: Names = ()
    moves: Mapping[str, Sequence[float]] = MappingProxyType({})
    turns: bool = False

    def names_of(self, config: Mapping[str, Any]) -> list[str]:
        """Returns the names of the actions, for a config; none if unknown."""
        return list(self.names(config) if callable(self.names) else self.names)


_stated: dict[tuple[str, str], Controls] = {}


def set_controls(package: str, spec_cls: str, controls: Controls) -> None:
    """States it of the spec class `package.spec_cls`."""
    _stated[package, spec_cls] = controls


def find_controls(package: str, spec_cls: str) -> Controls:
    """Returns what is stated of a spec class."""
    return _stated.get((package, spec_cls), Controls())

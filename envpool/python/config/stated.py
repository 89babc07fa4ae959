# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What a family states of its envs that native specs do not tell.

Its registration says what the official env of Gymnasium has (`Family.official`), which
`env_type="gymnasium"` alone uses, and what actions are called (`Family.controls`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = [
    "Controls",
    "InfoKeys",
    "Official",
    "find_controls",
    "find_official",
    "set_controls",
    "set_official",
]

Names = Sequence[str] | Callable[[Mapping[str, Any]], Sequence[str]]


class InfoKeys(NamedTuple):
    """How the official infos differ from the native ones, by their names.

    Attributes:
      absent: native ones that the official env does not have.
      step_only: those that it has after a step but not after a reset.
      terminal_only: those that it has only in a step that terminates an episode.
      reset_only: those that it has after a reset but not after a step.
    """

    absent: frozenset[str] = frozenset()
    step_only: frozenset[str] = frozenset()
    reset_only: frozenset[str] = frozenset()
    terminal_only: frozenset[str] = frozenset()


class Official(NamedTuple):
    """What the official env of one spec class has.

    Attributes:
      choices: if not empty, the observation is a `Tuple` of `Discrete` spaces
        of these sizes, and natively a vector of as many integers.
      texts: the entries of the observation, by native key, that are str; natively
        they are UTF-8 bytes, filled up with zeros. A function returns the space
        of one, for a config.
      action_dtype: of the `Box` of actions, if not that of the native action.
      infos: returns how the infos differ, for a config.
      exists: whether there is an official env at all.
      render_fps: at how many frames a second, one of each step, a video has
        the speed that is meant; or a function that returns it, for a config.
    """

    choices: tuple[int, ...] = ()
    texts: Mapping[str, Callable[[Mapping[str, Any]], Any]] = MappingProxyType({})
    action_dtype: str | None = None
    infos: Callable[[Mapping[str, Any]], InfoKeys] | None = None
    render_fps: float | Callable[[Mapping[str, Any]], float] = 30
    exists: bool = True

    def info_keys(self, config: Mapping[str, Any]) -> InfoKeys:
        """Returns how the infos of this config differ."""
        return InfoKeys() if self.infos is None else self.infos(config)

    def fps(self, config: Mapping[str, Any]) -> int:
        """Returns the frames a second of this config."""
        fps = self.render_fps
        return max(1, round(fps(config) if callable(fps) else fps))


class Controls(NamedTuple):
    """What the actions of one spec class are called, for people.

    `get_action_meanings` returns the names, and `envpool play` finds keys for them:
    "left" is the left arrow. A name may combine several, as "LEFT+FIRE" or Atari's
    "LEFTFIRE".

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


_official: dict[tuple[str, str], Official] = {}
_controls: dict[tuple[str, str], Controls] = {}


def set_official(package: str, spec_cls: str, official: Official) -> None:
    """States it of the spec class `package.spec_cls`."""
    _official[package, spec_cls] = official


def find_official(package: str, spec_cls: str) -> Official:
    """Returns what is stated of a spec class; if nothing, no official env exists."""
    return _official.get((package, spec_cls), Official(exists=False))


def set_controls(package: str, spec_cls: str, controls: Controls) -> None:
    """States them of the spec class `package.spec_cls`."""
    _controls[package, spec_cls] = controls


def find_controls(package: str, spec_cls: str) -> Controls:
    """Returns what is stated of a spec class, or no names."""
    return _controls.get((package, spec_cls), Controls())

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Facts about a family's envs that native specs do not contain.

A registration describes the official env of Gymnasium (`Family.official`), which only
`env_type="gymnasium"` uses, names the actions (`Family.controls`), and may add methods
to the family's pools (`Family.methods`).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = [
    "Controls",
    "InfoKeys",
    "Official",
    "find_controls",
    "find_methods",
    "find_official",
    "set_controls",
    "set_methods",
    "set_official",
]

Names = Sequence[str] | Callable[[Mapping[str, Any]], Sequence[str]]


class InfoKeys(NamedTuple):
    """The differences between the official and the native infos, by name.

    Attributes:
      absent: native infos that the official env lacks.
      step_only: infos of steps but not of resets.
      terminal_only: infos only of steps that terminate an episode.
      reset_only: infos of resets but not of steps.
    """

    absent: frozenset[str] = frozenset()
    step_only: frozenset[str] = frozenset()
    reset_only: frozenset[str] = frozenset()
    terminal_only: frozenset[str] = frozenset()


class Official(NamedTuple):
    """The official env of one spec class.

    Attributes:
      choices: if not empty, the observation is a `Tuple` of `Discrete` spaces
        of these sizes, and natively a vector of as many integers.
      texts: the entries of the observation, by native key, that are str; natively
        they are UTF-8 bytes, padded with zeros. A function returns the space
        of an entry, for a config.
      action_dtype: the dtype of the `Box` of actions, if it differs from the native.
      infos: returns how the infos differ, for a config.
      exists: whether there is an official env at all.
      names: returns other keys for entries of the state, by native key, for a config.
      render_fps: the frames per second, one frame per step, at which a video has
        the intended speed; or a function that returns it, for a config.
    """

    choices: tuple[int, ...] = ()
    texts: Mapping[str, Callable[[Mapping[str, Any]], Any]] = MappingProxyType({})
    action_dtype: str | None = None
    infos: Callable[[Mapping[str, Any]], InfoKeys] | None = None
    render_fps: float | Callable[[Mapping[str, Any]], float] = 30
    exists: bool = True
    names: Callable[[Mapping[str, Any]], Mapping[str, str]] | None = None

    def info_keys(self, config: Mapping[str, Any]) -> InfoKeys:
        """Returns how the infos of this config differ."""
        return InfoKeys() if self.infos is None else self.infos(config)

    def fps(self, config: Mapping[str, Any]) -> int:
        """Returns the frames per second of this config."""
        fps = self.render_fps
        return max(1, round(fps(config) if callable(fps) else fps))


class Controls(NamedTuple):
    """The names of the actions of one spec class.

    `get_action_meanings` returns the names, and `envpool play` finds keys for them:
    "left" is the left arrow. A name may combine several, as "LEFT+FIRE" or Atari's
    "LEFTFIRE".

    Attributes:
      names: the name of each action, or of each button if actions are arrays of
        buttons; or a function that returns the names, for a config.
      moves: for actions that are numbers, names of some actions that people play
        with; actions chosen together are added.
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
_methods: dict[tuple[str, str], str] = {}


def set_official(package: str, spec_cls: str, official: Official) -> None:
    """Registers the official env of the spec class `package.spec_cls`."""
    _official[package, spec_cls] = official


def find_official(package: str, spec_cls: str) -> Official:
    """Returns the official env of a spec class; without one, `exists` is False."""
    return _official.get((package, spec_cls), Official(exists=False))


def set_controls(package: str, spec_cls: str, controls: Controls) -> None:
    """Registers the action names of the spec class `package.spec_cls`."""
    _controls[package, spec_cls] = controls


def find_controls(package: str, spec_cls: str) -> Controls:
    """Returns the action names of a spec class, or none."""
    return _controls.get((package, spec_cls), Controls())


def set_methods(package: str, spec_cls: str, path: str) -> None:
    """Registers methods of the pools of the spec class `package.spec_cls`.

    Args:
      package: the package that exports the class.
      spec_cls: the class's name.
      path: the class with the methods, as "module:class".
    """
    _methods[package, spec_cls] = path


def find_methods(package: str, spec_cls: str) -> tuple[type[Any], ...]:
    """Returns the class with methods of a spec class's pools, in a tuple, or ()."""
    path = _methods.get((package, spec_cls))
    if path is None:
        return ()
    module, name = path.split(":")
    return (getattr(importlib.import_module(module), name),)

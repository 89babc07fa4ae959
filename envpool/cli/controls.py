# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Maps keys to actions, for `envpool play`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

__all__ = ["QUIT", "Controls", "action_of", "controls_of"]

QUIT = "q"
BUTTONS = "binary"  # the key of buttons in some of ViZDoom's actions
# Words in the names of actions, and the arrow key for each.
_WORDS = {
    **dict.fromkeys(("left", "west"), "left"),
    **dict.fromkeys(("right", "east"), "right"),
    **dict.fromkeys(("up", "north", "forward", "main", "gas"), "up"),
    **dict.fromkeys(("down", "south", "backward", "brake"), "down"),
}
_NOTHING = {"noop", "nothing", "none", "stay"}
_LETTERS = {"left": "a", "right": "d", "up": "w", "down": "s"}
_SHOWN = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
_CHOICES = "0123456789bcefghijklmnoprtuvxyz"  # without w, a, s, d and q
_MAX_SHOWN = 12  # the help names at most this many keys
# Atari's names of actions run these words together.
_JOINED = re.compile(r"(?:UP|DOWN)?(?:LEFT|RIGHT)?(?:FIRE)?")
_PARTS = re.compile(r"UP|DOWN|LEFT|RIGHT|FIRE")


class Controls:
    """Finds the action for the keys that are held.

    An action is a set of buttons: UPFIRE is UP and FIRE. Among the actions with only
    held buttons, the one with the most buttons is chosen. Buttons of a direction
    are the arrow keys and W, A, S, D; the first other button is the space bar;
    digits and letters choose actions by their number.

    Args:
      actions: the names of the actions, or of the buttons.
      values: the value of each action or button.
      add: whether several buttons make one action, the sum of their values.
      turns: whether time stands still between two keys.

    Attributes:
      turns: the same.
      help: describes the keys and their actions.
    """

    def __init__(
        self, actions: Sequence[str], values: Sequence[Any], add: bool, turns: bool
    ) -> None:
        self.turns = turns
        self._values = list(values)
        self._add = add
        self._buttons = [_buttons_of(name) for name in actions]
        self._keys = _find_keys(self._buttons)
        numbered = zip(_CHOICES, range(len(actions)), strict=False)
        self._choices = {key: n for key, n in numbered if key not in self._keys}
        self.help = self._help(actions)

    def _help(self, actions: Sequence[str]) -> str:
        digits = {number: key for key, number in self._choices.items()}
        texts = []
        for number, name in enumerate(actions):
            buttons = self._buttons[number]
            keys = [key for key, button in self._keys.items() if {button} == buttons]
            shown = [_SHOWN.get(key, key) for key in keys]
            if not shown and (len(buttons) == 1 or (self.turns and not buttons)):
                shown = [digits.get(number, "")]
            if any(shown):
                texts.append(f"{'/'.join(shown)} {name.lower().replace('_', ' ')}")
        return ", ".join(texts[:_MAX_SHOWN])

    def action(self, keys: Sequence[str]) -> Any | None:
        """Returns the value for the keys; None for no action.

        Args:
          keys: the held keys: "left", "space", "b", ...; the latest last.
        """
        held = [self._keys[key] for key in keys if key in self._keys]
        chosen = [self._choices[key] for key in keys if key in self._choices]
        if self._add:
            pressed = [n for n, own in enumerate(self._buttons) if own & {*held}]
            return sum(
                (self._values[n] for n in {*pressed, *chosen}),
                np.zeros_like(self._values[0]),
            )
        if chosen:
            return self._values[chosen[-1]]
        fitting = [
            (len(own), max(map(held.index, own), default=-1), -number)
            for number, own in enumerate(self._buttons)
            if own <= {*held} and (own or not self.turns)
        ]
        return self._values[-max(fitting)[2]] if fitting else None


def _buttons_of(name: str) -> frozenset[str]:
    """Returns the buttons of an action; none for the action of doing nothing."""
    if name.lower() in _NOTHING:
        return frozenset()
    if "+" in name:
        return frozenset(name.split("+"))
    if _JOINED.fullmatch(name):
        return frozenset(_PARTS.findall(name))
    return frozenset([name])


def _find_keys(actions: Sequence[frozenset[str]]) -> dict[str, str]:
    """Returns the button of each key."""
    buttons = list(dict.fromkeys(b for own in actions for b in sorted(own)))
    keys: dict[str, str] = {}
    # A single letter stands for its key. Turning takes precedence over moving sideways.
    for button in buttons:
        if len(button) == 1 and button.lower() != QUIT:
            keys[button.lower()] = button
    rest = []
    for button in sorted(buttons, key=lambda each: "TURN" not in each):
        words = re.findall(r"[a-z]+", button.lower())
        arrow = next((_WORDS[word] for word in words if word in _WORDS), None)
        free = [key for key in (arrow, _LETTERS.get(arrow or "")) if key not in keys]
        if arrow is None or not free:
            rest.append(button)
        elif _is_one_of_two(button, buttons):
            keys[str(free[0])] = button
        else:
            keys.update(dict.fromkeys(map(str, free), button))
    others = [each for each in buttons if each in rest and len(each) > 1]
    if others:
        keys["space"] = others[0]
    return keys


def _is_one_of_two(button: str, buttons: Sequence[str]) -> bool:
    """Tells whether one can both turn and move in this direction, as in ViZDoom."""
    verb, _, side = button.partition("_")
    other = {"TURN": "MOVE", "MOVE": "TURN"}.get(verb)
    return f"{other}_{side}" in buttons


def controls_of(pool: Any) -> Controls | None:
    """Returns the controls of a pool's envs; None if people cannot play them.

    Args:
      pool: a pool of the API "gymnasium".
    """
    stated = pool._env_spec._controls
    space = playable_space(pool)
    names = stated.names_of(pool.config)
    if isinstance(space, spaces.Discrete):
        count = int(space.n)
        if len(names) != count:
            names = [f"action {n}" for n in range(count)]
        numbers = range(int(space.start), int(space.start) + count)
        return Controls(names, numbers, False, stated.turns)
    if not isinstance(space, (spaces.Box, spaces.MultiBinary)) or len(space.shape) != 1:
        return None
    unit = np.eye(space.shape[0])
    moves = dict(stated.moves) or dict(zip(names, unit, strict=False))
    values = [np.asarray(move, np.float64) for move in moves.values()]
    return Controls(list(moves), values, True, stated.turns) if moves else None


def playable_space(pool: Any) -> spaces.Space[Any]:
    """Returns the space of actions, or its part with the buttons."""
    space: spaces.Space[Any] = pool.single_action_space
    if isinstance(space, spaces.Dict) and BUTTONS in space.spaces:
        return space.spaces[BUTTONS]
    return space


def action_of(pool: Any, value: Any) -> Any:
    """Returns the action of a pool with one env.

    Args:
      pool: a pool of the API "gymnasium".
      value: the result of `Controls.action`.
    """
    space = playable_space(pool)
    if isinstance(space, spaces.Box):
        value = np.clip(value, space.low, space.high)
    row = np.asarray(value, space.dtype)[np.newaxis]
    if space is pool.single_action_space:
        return row
    parts = pool.action_space.spaces
    rest = {key: np.zeros(part.shape, part.dtype) for key, part in parts.items()}
    return {**rest, BUTTONS: row}

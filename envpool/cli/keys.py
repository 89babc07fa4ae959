# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Keys of a terminal: parses its bytes, and guesses which keys are held."""

from __future__ import annotations

import re

__all__ = ["HeldKeys", "names_of"]

_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_OTHERS = {" ": "space", "\r": "enter", "\n": "enter", "\x1b": "q", "\x03": "q"}
_OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}
_OPPOSITE |= {"a": "d", "d": "a", "w": "s", "s": "w"}
# An arrow, another sequence, or a character.
_KEY = re.compile(r"\x1b[\[O][0-9;]*([A-Z~])|.", re.DOTALL)
# A terminal reports only key presses. Held keys repeat, at first after a longer pause.
# In seconds.
_FIRST, _NEXT = 0.35, 0.12


def names_of(text: str) -> list[str]:
    """Returns the keys in the input of a terminal.

    Args:
      text: one or several characters and sequences.

    Returns:
      Names such as "left", "space", "q" (also for Esc) or "1".
    """
    names = []
    for found in _KEY.finditer(text):
        if found[1] is not None:
            names.append(_ARROWS.get(found[1], ""))
        else:
            names.append(_OTHERS.get(found[0], found[0].lower()))
    return [name for name in names if name]


class HeldKeys:
    """Guesses which keys of a terminal are held."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}
        self._pressed: dict[str, float] = {}

    def press(self, key: str, now: float) -> None:
        """Records a key press.

        Args:
          key: its name.
          now: the time in seconds.
        """
        repeats = now - self._pressed.get(key, -1e9) < _FIRST + _NEXT
        self._pressed[key] = now
        self._until.pop(_OPPOSITE.get(key, ""), None)
        self._until.pop(key, None)  # keeps the latest key last
        self._until[key] = now + (_NEXT if repeats else _FIRST)

    def at(self, now: float) -> list[str]:
        """Returns the keys that are held, the latest last."""
        return [key for key, until in self._until.items() if until > now]

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of the options `params` and `randomize`.

The names of parameters depend on the task, so the pool checks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import as_choice, as_float, show
from envpool.python.errors import ArgumentTypeError, ConfigError, ConfigTypeError

__all__ = ["Draw", "numbers_of", "params", "randomize"]

_NUMBERS = {
    "uniform": ("low", "high"),
    "loguniform": ("low", "high"),
    "normal": ("mean", "standard deviation"),
    "choice": ("values",),
}
_MODES = ("set", "scale", "add")


class Draw(NamedTuple):
    """The distribution of a parameter.

    Attributes:
      kind: the distribution.
      numbers: its numbers, or the values of a choice.
      mode: whether a drawn number is the value, a factor of the default, or a summand
        to the default.
    """

    kind: str
    numbers: tuple[float, ...]
    mode: str

    @property
    def row(self) -> list[Any]:
        """The distribution as the option has it."""
        numbers = list(self.numbers)
        return [
            self.kind,
            *([numbers] if self.kind == "choice" else numbers),
            self.mode,
        ]


def _check_names(name: str, value: Any, values: str) -> None:
    """Raises `ConfigTypeError` unless the value is a dict with names as keys.

    Args:
      name: the option.
      value: its value.
      values: what the dict has for each parameter.
    """
    if not isinstance(value, Mapping):
        raise ConfigTypeError(
            f"{name}: expected a dict of parameters and {values}, got {show(value)}"
        )
    for key in value:
        if not isinstance(key, str):
            raise ConfigTypeError(f"{name}: expected names, got {show(key)}")


def params(name: str, value: Any) -> dict[str, Any]:
    """Returns the checked value of `params`, as plain numbers and lists.

    Raises:
      ConfigTypeError: it is not valid.
    """
    _check_names(name, value, "values")
    try:
        return {
            key: numbers_of(f"{name}[{key!r}]", each).tolist()
            for key, each in value.items()
        }
    except ArgumentTypeError as error:
        raise ConfigTypeError(str(error)) from None


def numbers_of(name: str, value: Any) -> NDArray[Any]:
    """Returns an array of numbers.

    Raises:
      ArgumentTypeError: the value is something else.
    """
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):
        array = np.asarray(None)
    if array.dtype.kind not in "biuf":
        raise ArgumentTypeError(f"{name}: expected numbers, got {show(value)}")
    return array


def randomize(name: str, value: Any) -> dict[str, Draw]:
    """Returns the checked value of `randomize`.

    Raises:
      ConfigError, ConfigTypeError: it is not valid.
    """
    _check_names(name, value, "distributions")
    return {key: _draw(f"{name}[{key!r}]", row) for key, row in value.items()}


def _draw(name: str, row: Any) -> Draw:
    if isinstance(row, Draw):
        return row
    if not isinstance(row, (tuple, list)) or not row:
        raise ConfigTypeError(
            f'{name}: expected a tuple such as ("uniform", 0.8, 1.2, "scale"), got '
            f"{show(row)}"
        )
    kind = str(as_choice(name, row[0], tuple(_NUMBERS)))
    wanted = _NUMBERS[kind]
    numbers, rest = row[1 : len(wanted) + 1], row[len(wanted) + 1 :]
    if len(numbers) < len(wanted) or len(rest) > 1:
        raise ConfigError(
            f"{name}: expected ({kind!r}, {', '.join(wanted)}) and maybe a mode, got "
            f"{show(row)}"
        )
    mode = str(as_choice(name, rest[0], _MODES)) if rest else "set"
    if kind == "choice":
        numbers = _choices(name, numbers[0])
    return Draw(kind, tuple(as_float(name, number) for number in numbers), mode)


def _choices(name: str, values: Any) -> list[Any]:
    if isinstance(values, np.ndarray):
        values = values.tolist()
    if not isinstance(values, (list, tuple)) or not values:
        raise ConfigTypeError(
            f"{name}: expected a list of the values to choose from, got {show(values)}"
        )
    return list(values)

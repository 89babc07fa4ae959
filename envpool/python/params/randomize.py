# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The option `randomize` of `make`: values drawn natively at each reset.

    {"body_mass[torso]": ("uniform", 0.8, 1.2, "scale"),
     "gravity": ("normal", 9.8, 0.5),
     "length": ("choice", [0.5, 0.7])}

core/engine/params draws them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from envpool.python.config.argument_checks import as_choice, as_float, show
from envpool.python.errors import ArgumentError, ConfigError, ConfigTypeError
from envpool.python.params.names import find
from envpool.python.params.table import lists_of

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = ["Draw", "check", "start"]

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


def check(name: str, value: Any) -> dict[str, Draw]:
    """Returns the option's checked value.

    Raises:
      ConfigError, ConfigTypeError: it is not valid.
    """
    if not isinstance(value, Mapping):
        raise ConfigTypeError(
            f"{name}: expected a dict of parameters and distributions, got "
            f"{show(value)}"
        )
    for key in value:
        if not isinstance(key, str):
            raise ConfigTypeError(f"{name}: expected names, got {show(key)}")
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


def start(pool: PoolBase, draws: Mapping[str, Draw]) -> None:
    """Makes the native pool draw before each reset.

    Raises:
      ConfigError: a name is unknown, or values can leave the range of a parameter.
    """
    numbers, lists = lists_of(pool)
    try:
        for number, infos in enumerate(lists):
            rows = []
            for name, draw in draws.items():
                of = find("randomize", name, infos).native("randomize")
                rows.append((of, draw.kind, draw.mode, list(draw.numbers)))
            ids = pool.all_env_ids[np.asarray(numbers) == number]
            pool._randomize(ids, rows)
    except ArgumentError as error:
        raise ConfigError(str(error)) from None

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of single values: each returns the plain Python value, or raises an error.

All texts have one form: `name: expected ..., got ...`.
"""

from __future__ import annotations

import difflib
import math
import os
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from envpool.python.errors import ConfigError, ConfigTypeError

__all__ = [
    "INT32_MAX",
    "INT32_MIN",
    "MAX_SEED",
    "as_bool",
    "as_camera",
    "as_choice",
    "as_float",
    "as_int",
    "as_seed",
    "as_str",
    "close_names",
    "did_you_mean",
    "one_of_these",
    "show",
]

INT32_MIN = -(2**31)
INT32_MAX = 2**31 - 1
MAX_SEED = 2**63 - 1


def show(value: Any, limit: int = 80) -> str:
    """Returns `value` and its type as a short text."""
    try:
        text = repr(value)
    except Exception:
        text = "<no repr>"
    if len(text) > limit:
        text = text[: limit - 3] + "..."
    return f"{text} ({type(value).__name__})"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Returns `; did you mean 'a', 'b'?`, or "" if no name is similar."""
    return one_of_these(close_names(word, known))


def close_names(word: str, known: Iterable[str]) -> list[str]:
    """Returns up to three names with a spelling like `word`, the closest first."""
    names = list(dict.fromkeys(known))
    near = difflib.get_close_matches(word, names, n=3, cutoff=0.6)
    if near:
        return near
    lower = {name.lower(): name for name in names}
    return [
        lower[name]
        for name in difflib.get_close_matches(word.lower(), lower, n=3, cutoff=0.6)
    ]


def one_of_these(names: Iterable[str]) -> str:
    """Returns `; did you mean 'a', 'b'?`, or "" without names."""
    text = ", ".join(map(repr, names))
    return f"; did you mean {text}?" if text else ""


def _scalar(value: Any) -> Any:
    """Unwraps an array without dimensions."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return value[()]
    return value


def as_int(name: str, value: Any, low: int = INT32_MIN, high: int = INT32_MAX) -> int:
    """Returns an int in [low, high]; True is 1, as in Python."""
    scalar = _scalar(value)
    if not isinstance(scalar, (int, np.integer, np.bool_)):
        raise ConfigTypeError(
            f"{name}: expected an integer in [{low}, {high}], got {show(value)}"
        )
    number = int(scalar)
    if not low <= number <= high:
        raise ConfigError(
            f"{name}: expected an integer in [{low}, {high}], got {show(value)}"
        )
    return number


def as_seed(name: str, value: Any) -> int:
    """Returns a seed: Gymnasium's, of up to 63 bits, or a negative int32."""
    return as_int(name, value, INT32_MIN, MAX_SEED)


def as_float(
    name: str, value: Any, low: float = -math.inf, high: float = math.inf
) -> float:
    """Returns a float in [low, high], never NaN."""
    scalar = _scalar(value)
    expected = f"{name}: expected a number"
    if low != -math.inf or high != math.inf:
        expected += f" in [{low}, {high}]"
    if not isinstance(scalar, (int, float, np.integer, np.floating)):
        raise ConfigTypeError(f"{expected}, got {show(value)}")
    try:
        number = float(scalar)
    except OverflowError:
        raise ConfigError(f"{expected}, got {show(value)}") from None
    if not low <= number <= high:  # also true for NaN
        raise ConfigError(f"{expected}, got {show(value)}")
    return number


def as_bool(name: str, value: Any) -> bool:
    """Returns a bool; also accepts 0, 1 and None."""
    scalar = _scalar(value)
    if scalar is None:
        return False
    if not isinstance(scalar, (bool, np.bool_, int, np.integer)):
        raise ConfigTypeError(f"{name}: expected True or False, got {show(value)}")
    if scalar not in (0, 1):
        raise ConfigError(f"{name}: expected True or False, got {show(value)}")
    return bool(scalar)


def as_str(name: str, value: Any) -> str:
    """Returns a string; a path becomes its text."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise ConfigTypeError(f"{name}: expected a string, got {show(value)}")
    if "\0" in value:
        raise ConfigError(f"{name}: expected a string without NUL, got {show(value)}")
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise ConfigError(
            f"{name}: expected a string that UTF-8 can encode, got {show(value)}"
        )
    return str(value)


def as_camera(name: str, value: Any) -> int | str:
    """Returns a camera's number, -1 for the env's default, or its name."""
    if not isinstance(value, str):
        return as_int(name, value, -1)
    if not value:
        raise ConfigError(f"{name}: expected a number or a name, got {show(value)}")
    return as_str(name, value)


def as_choice(name: str, value: Any, choices: Collection[Any]) -> Any:
    """Returns `value` if it is one of `choices`."""
    if value not in choices:
        options = ", ".join(map(repr, choices))
        hint = (
            did_you_mean(value, [c for c in choices if isinstance(c, str)])
            if isinstance(value, str)
            else ""
        )
        raise ConfigError(f"{name}: expected one of {options}, got {show(value)}{hint}")
    return value

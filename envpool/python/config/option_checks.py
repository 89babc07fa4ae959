# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of options whose values a rule cannot describe.

Each function takes the option's name and a user's value, and returns the plain value.
They raise `ConfigError` or `ConfigTypeError`.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np

from envpool.python.config.argument_checks import (
    as_bool,
    as_choice,
    as_float,
    as_int,
    as_str,
    show,
)
from envpool.python.errors import ConfigError, ConfigTypeError

__all__ = [
    "AUTORESET_MODES",
    "INFOS",
    "AutoresetName",
    "InfosName",
    "autoreset_mode",
    "bounds",
    "env_config",
    "env_ids",
    "finite_bounds",
    "infos",
    "path",
    "time_aware",
]

AutoresetName = Literal["next_step", "same_step", "disabled"]
InfosName = Literal["official", "all", "none"]
AUTORESET_MODES = get_args(AutoresetName)
INFOS = get_args(InfosName)


def autoreset_mode(name: str, value: Any) -> str:
    """Accepts a name, or Gymnasium's `AutoresetMode`."""
    if isinstance(value, enum.Enum):  # Gymnasium's AutoresetMode
        value = value.name.lower()
    text = as_str(name, value)
    snake = {"NextStep": "next_step", "SameStep": "same_step"}
    return str(as_choice(name, snake.get(text, text).lower(), AUTORESET_MODES))


def infos(name: str, value: Any) -> str | tuple[str, ...]:
    """Accepts a name or a list of keys."""
    if isinstance(value, str):
        return str(as_choice(name, value, INFOS))
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise ConfigTypeError(
            f"{name}: expected one of {', '.join(map(repr, INFOS))}, or a list of "
            f"keys, got {show(value)}"
        )
    return tuple(as_str(name, key) for key in value)


def bounds(name: str, value: Any) -> tuple[float, float]:
    """Accepts (low, high), or x for (-x, x)."""
    if not isinstance(value, (list, tuple)):
        bound = as_float(name, value, 0)
        value = (-bound, bound)
    if len(value) != 2:
        raise ConfigError(f"{name}: expected two numbers, got {show(value)}")
    low, high = (as_float(f"{name}[{i}]", each) for i, each in enumerate(value))
    if not low < high:
        raise ConfigError(f"{name}: expected low < high, got {show(value)}")
    return low, high


def finite_bounds(name: str, value: Any) -> tuple[float, float]:
    """Like `bounds`, for finite bounds only."""
    low, high = bounds(name, value)
    if not math.isfinite(low) or not math.isfinite(high):
        raise ConfigError(f"{name}: expected finite bounds, got {show(value)}")
    return low, high


def time_aware(name: str, value: Any) -> bool | str:
    """Accepts a bool, or "normalized" for a time in units of the limit."""
    if isinstance(value, str):
        return str(as_choice(name, value, ("normalized",)))
    return as_bool(name, value)


def path(name: str, value: Any) -> str:
    """Accepts a path."""
    text = as_str(name, value)
    if not text:
        raise ConfigError(f"{name}: expected a path, got an empty string")
    return text


def env_ids(name: str, value: Any) -> tuple[int, ...]:
    """Accepts a list of distinct ids."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, (list, tuple, range)):
        raise ConfigTypeError(f"{name}: expected a list of ids, got {show(value)}")
    ids = tuple(as_int(name, env_id, 0) for env_id in value)
    if not ids or len(set(ids)) < len(ids):
        raise ConfigError(
            f"{name}: expected at least one env, and none twice, got {show(value)}"
        )
    return ids


def env_config(name: str, value: Any) -> Any:
    """Accepts a dict of lists or a list of dicts."""
    if not isinstance(value, (Mapping, list, tuple)):
        raise ConfigTypeError(
            f"{name}: expected a list of dicts, or a dict of lists, got {show(value)}"
        )
    return value

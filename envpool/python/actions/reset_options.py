# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The options that envs take at a reset: `reset(options={"low": -0.1})`.

An env's spec has their names and their defaults, whose types are theirs. They
hold for the envs of that call, and only for the episode that it starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from envpool.python.config.argument_checks import (
    as_bool,
    as_int,
    as_str,
    did_you_mean,
    show,
)
from envpool.python.errors import ArgumentError

if TYPE_CHECKING:
    from envpool.python.env_spec import EnvSpecMixin

__all__ = ["MASK", "OptionValues", "option_values"]

MASK = "reset_mask"
OptionValues = tuple[Any, ...] | None


def option_values(spec: EnvSpecMixin, options: Mapping[Any, Any]) -> OptionValues:
    """Returns a value for each option of the env, or None for the defaults.

    Args:
      spec: the envs.
      options: of a reset; `reset_mask` is none of the env's.

    Raises:
      ArgumentError: an option is unknown, or its value has a wrong type.
    """
    # A class that an author has bound by hand may lack the attribute.
    defaults: dict[str, Any] = getattr(spec, "_reset_options", {})
    for key in options:
        if key != MASK and key not in defaults:
            known = [MASK, *defaults]
            raise ArgumentError(
                f"options: expected no keys but {', '.join(map(repr, known))}, got "
                f"{key!r}{did_you_mean(key, known) if isinstance(key, str) else ''}"
            )
    if not any(key in options for key in defaults):
        return None
    return tuple(
        _value(f"options[{key!r}]", options[key], default)
        if key in options
        else default
        for key, default in defaults.items()
    )


def _value(name: str, value: Any, default: Any) -> Any:
    """Returns `value` as one of the default's type."""
    if isinstance(default, bool):
        return as_bool(name, value)
    if isinstance(default, int):
        return as_int(name, value)
    if isinstance(default, str):
        return as_str(name, value)
    try:
        return float(value)  # as Gymnasium's envs do
    except (TypeError, ValueError, OverflowError, RuntimeError):  # of tensors, too
        raise ArgumentError(f"{name}: expected a number, got {show(value)}") from None

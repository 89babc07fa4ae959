# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The options of envs at `reset`: checks, and conversion to native values.

An env's spec lists its own options, as in `reset(options={"low": -0.1})`, with their
defaults. A value has the type of its default. If that is a list, the value is an array
of the same length for all envs of the reset, or has such a row for each of them; None
stands for the default. Options named `state:position` and `state:speed` are the entries
of a dict, the option `state`, which needs them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import (
    as_bool,
    as_int,
    as_str,
    did_you_mean,
    show,
)
from envpool.python.errors import ArgumentError

if TYPE_CHECKING:
    from envpool.python.spec_base import SpecBase

__all__ = ["MASK", "OptionValues", "option_values"]

MASK = "reset_mask"
OptionValues = tuple[Any, ...] | None


def option_values(
    spec: SpecBase,
    options: Mapping[Any, Any],
    ids: NDArray[np.int32] | None = None,
) -> OptionValues:
    """Returns a value for each option of the env, or None for the defaults.

    Args:
      spec: the envs.
      options: of a reset; `reset_mask` is ignored.
      ids: the envs of the reset; all by default.

    Raises:
      ArgumentError: an option is unknown, or its value has a wrong type or shape.
    """
    # Spec classes bound by hand may lack the attribute.
    defaults: dict[str, Any] = getattr(spec, "_reset_options", {})
    given = _by_native_name(defaults, options)
    if not given:
        return None
    values = []
    for key, default in defaults.items():
        if key not in given:
            values.append(default)
        elif isinstance(default, list):
            values.append(_array(_shown(key), given[key], default, spec, ids))
        else:
            values.append(_value(_shown(key), given[key], default))
    return tuple(values)


def _shown(key: str) -> str:
    """Returns the text of an option in errors."""
    return "options" + "".join(f"[{part!r}]" for part in key.split(":"))


def _by_native_name(
    defaults: Mapping[str, Any], options: Mapping[Any, Any]
) -> dict[str, Any]:
    """Returns the given options without dicts among them."""
    known = dict.fromkeys(key.split(":")[0] for key in defaults)
    given: dict[str, Any] = {}
    for key, value in options.items():
        if key == MASK:
            continue
        if key in defaults:
            if value is not None or not isinstance(defaults[key], list):
                given[key] = value
        elif key in known:
            given |= _entries(key, value, defaults)
        else:
            names = [MASK, *known]
            raise ArgumentError(
                f"options: expected no keys but {', '.join(map(repr, names))}, got "
                f"{key!r}{did_you_mean(key, names) if isinstance(key, str) else ''}"
            )
    return given


def _entries(key: str, value: Any, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the entries of an option that is a dict."""
    start = f"{key}:"
    needed = [name.removeprefix(start) for name in defaults if name.startswith(start)]
    if not isinstance(value, Mapping) or set(value) != set(needed):
        got = (
            f"the keys {sorted(map(repr, value))}" if isinstance(value, Mapping) else ""
        )
        raise ArgumentError(
            f"{_shown(key)}: expected a dict with the keys "
            f"{', '.join(map(repr, needed))}, got {got or show(value)}"
        )
    return {start + name: value[name] for name in needed}


def _array(
    name: str,
    value: Any,
    default: list[Any],
    spec: SpecBase,
    ids: NDArray[np.int32] | None,
) -> list[Any]:
    """Returns the values for all envs, or the row of each env of the pool in turn."""
    size = len(default)
    integers = all(isinstance(each, int) for each in default)
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, RuntimeError):  # of tensors, too
        array = np.empty(0, object)
    if array.dtype.kind not in ("iu" if integers else "iuf"):
        what = "integers" if integers else "numbers"
        raise ArgumentError(f"{name}: expected {what}, got {show(value)}")
    num_envs = 1 if spec.parts else int(spec.config.num_envs)
    rows = num_envs if ids is None else len(ids)
    if array.shape != (size,):
        if array.shape != (rows, size) or spec.parts:
            each = "" if spec.parts else f", or ({rows}, {size}), a row for each env"
            raise ArgumentError(
                f"{name}: expected the shape ({size},){each}, got {array.shape}"
            )
        table = np.zeros((num_envs, size), array.dtype)
        table[slice(None) if ids is None else ids] = array
        array = table.reshape(-1)
    if not np.isfinite(array).all():
        raise ArgumentError(f"{name}: expected finite numbers, got {show(value)}")
    numbers: list[Any] = array.astype(int if integers else float).tolist()
    return numbers


def _value(name: str, value: Any, default: Any) -> Any:
    """Returns `value` converted to the default's type."""
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

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""C functions in tasks, compiled by Numba or loaded with ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

from envpool.errors import ConfigTypeError
from envpool.python.api import load_native
from envpool.python.config.argument_checks import as_int, show

__all__ = ["SIGNATURE", "function_rows", "text_for"]

SIGNATURE = "int(const double* inputs, int, double* outputs, int)"

_FUNCTION: Any = ctypes.CFUNCTYPE(None).__mro__[1]  # the type of all ctypes functions

_alive: dict[int, Any] = {}  # functions by address; programs may call them any time
_addresses: dict[str, int] = {}  # by the texts that stand for them


def _address_of(name: str, function: Any) -> int:
    address = function
    if isinstance(function, _FUNCTION):
        address = ctypes.cast(function, ctypes.c_void_p).value
    elif hasattr(function, "address"):
        address = function.address
    if isinstance(address, bool) or not isinstance(address, int) or address <= 0:
        raise ConfigTypeError(
            f"functions: {name!r}: expected a C function {SIGNATURE}: an address, a "
            f"ctypes function or a Numba cfunc, got {show(function)}"
        )
    _alive[address] = function
    return address


def _text_of(name: str, function: Any) -> str:
    """Returns the text that stands for a function in this process."""
    if isinstance(function, str):
        return function
    native: Any = load_native("envpool.mujoco.tasks", "tasks_envpool")
    address = _address_of(name, function)
    text = str(native.keep_function(address))
    _addresses[text] = address
    return text


def text_for(native: Any, text: str) -> str:
    """Returns the text that stands for a function in another native module.

    Args:
      native: the module of a release of MuJoCo.
      text: the text in a table; one that stands for nothing is returned.
    """
    address = _addresses.get(text)
    return text if address is None else str(native.keep_function(address))


def function_rows(key: str, value: Any) -> dict[str, dict[str, Any]]:
    """Returns functions by names: a text for `call`, and the `size` of the result.

    Args:
      key: the key of the table.
      value: the functions by names, each alone or as a dict with the keys "call" and
        "size".

    Raises:
      ConfigTypeError: one is something else.
    """
    if not isinstance(value, Mapping):
        raise ConfigTypeError(f"{key}: expected a dict by names, got {show(value)}")
    rows: dict[str, dict[str, Any]] = {}
    for name, row in value.items():
        if not isinstance(row, Mapping):
            row = {"call": row}
        if "call" not in row or not set(row) <= {"call", "size"}:
            raise ConfigTypeError(
                f"{key}: {name!r}: expected the keys 'call' and 'size', got {show(row)}"
            )
        rows[str(name)] = {"call": _text_of(str(name), row["call"])}
        if row.get("size") is not None:
            size = as_int(f"{key}: {name}: size", row["size"], 1, 10_000)
            rows[str(name)]["size"] = size
    return rows

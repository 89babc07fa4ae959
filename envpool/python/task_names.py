# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The names in a registration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from envpool.python.argument_checks import show
from envpool.python.errors import RegistrationError

__all__ = ["are_equal", "check_names", "pixel_name"]


def check_names(names: Mapping[str, Any], aliases: Any) -> None:
    """Checks the strings of a registration.

    Args:
      names: the arguments that are names, by their own names.
      aliases: further ids.

    Raises:
      RegistrationError: something is not a name, or empty.
    """
    if isinstance(aliases, str) or not isinstance(aliases, Sequence):
        raise RegistrationError(f"aliases: expected a list, got {show(aliases)}")
    further = {f"aliases[{i}]": one for i, one in enumerate(aliases)}
    for what, name in {**names, **further}.items():
        if not isinstance(name, str) or not name:
            raise RegistrationError(f"{what}: expected a string, got {show(name)}")


def are_equal(one: Any, other: Any) -> bool:
    """Compares; what cannot be compared, such as arrays, is not equal."""
    try:
        return bool(one == other)
    except Exception:
        return False


def pixel_name(name: str) -> str:
    """Returns the name of a class's counterpart for `from_pixels=True`."""
    for suffix in ("GymnasiumEnvPool", "DMEnvPool", "EnvSpec"):
        if name.endswith(suffix):
            return f"{name.removesuffix(suffix)}Pixel{suffix}"
    return name

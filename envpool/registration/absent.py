# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Texts about families that are not installed, or cannot be registered."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable

from envpool.families import (
    ALL_FAMILIES,
    FAMILIES,
    MAIN_WHEEL,
    FamilyRow,
    install_hint,
)
from envpool.registration import entry

__all__ = ["absent_families", "may_mean", "missing_wheel"]


def absent_families() -> dict[str, str]:
    """Returns a text about each absent family, by its name.

    `envpool.registration.entry.load_all` must have been called before.
    """
    rows = {key: row for row in FAMILIES for key in (row.name, row.entry_point)}
    found = {}
    for key, error in entry.failures.items():
        row = rows.get(key)
        name = row.name if row else key
        found[name] = _why(name, row, error)
    for wheel, families in entry.missing_wheels().items():
        for row in families:
            found[row.name] = _where(row, wheel)
    return found


def _where(row: FamilyRow, wheel: str) -> str:
    return _elsewhere(row) or f"{row.title} needs another package: pip install {wheel}"


def _elsewhere(row: FamilyRow) -> str:
    """Returns where a family exists, or "" if it exists here."""
    kinds = ((row.systems, platform.system()), (row.processors, platform.machine()))
    for known, here in kinds:
        if known and here not in known:
            return f"{row.title} exists only for {', '.join(known)}"
    return ""


def _why(name: str, row: FamilyRow | None, error: BaseException) -> str:
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    if row and _is_or_contains(missing, row.package):
        if elsewhere := _elsewhere(row):
            return elsewhere
        if row.wheel != MAIN_WHEEL:
            folder = os.path.dirname(os.path.dirname(__file__))
            return (
                f"{row.title} is not in {folder}, although {row.wheel} is installed: "
                "install both into the same folder"
            )
    for package in row.packages if row else ():
        if row and missing == package.name and package.extra:
            return f"{row.title} needs more packages: {install_hint(package.name)}"
    cause = str(error).partition("\n")[0]
    return f"the family {name!r} is missing: {type(error).__name__}: {cause}"


def missing_wheel(package: str, error: BaseException | None) -> str | None:
    """Returns how to install a family of another wheel; None for other errors.

    Args:
      package: the family's package.
      error: the exception of its import.
    """
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    for row in ALL_FAMILIES:
        is_elsewhere = row.package == package and row.wheel != MAIN_WHEEL
        if is_elsewhere and _is_or_contains(missing, package):
            return f"{row.title}, which is another package: pip install {row.wheel}"
    return None


def _is_or_contains(module: str | None, package: str) -> bool:
    return module is not None and f"{package}.".startswith(f"{module}.")


def may_mean(name: str, words: Iterable[str]) -> bool:
    """Tells whether words may refer to a family; ids often contain its name.

    Args:
      name: the name of the family.
      words: ids or parts of ids; without words, any family may be meant.
    """
    parts = [word.lower() for word in words]
    return not parts or any(part in name or name in part for part in parts)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The families of this package, a row each."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["FAMILIES", "FamilyRow"]


class FamilyRow(NamedTuple):
    """One family.

    Attributes:
      name: its name.
      package: the package that exports its classes.
      registration: the module that registers its ids; importing it must not
        load the native module.
    """

    name: str
    package: str
    registration: str


def _row(name: str) -> FamilyRow:
    package = "envpool." + name.replace("/", ".")
    return FamilyRow(name, package, f"{package}.registration")


FAMILIES: tuple[FamilyRow, ...] = (
    _row("atari"),
    _row("classic_control"),
    _row("mujoco/dmc"),
    _row("mujoco/gym"),
    _row("toy_text"),
)

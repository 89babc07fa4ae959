# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The families of environments, as rows: the manifest, for Python.

manifest.bzl contains the rows, and describes their fields; Bazel copies it to
`envpool/manifest.py`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from envpool.manifest import FAMILIES as _ROWS

__all__ = [
    "ALL_FAMILIES",
    "FAMILIES",
    "MAIN_WHEEL",
    "FamilyRow",
    "Package",
    "install_hint",
    "modules",
    "rows",
]

MAIN_WHEEL = "envpool"


class Package(NamedTuple):
    """A Python package that a family needs when it runs.

    Attributes:
      requirement: the argument for pip, such as "ale-py>=0.11.2".
      extra: the wheel's extra that installs it; empty if the wheel requires it.
    """

    requirement: str
    extra: str = ""

    @property
    def name(self) -> str:
        """The name of the package, without versions."""
        return re.split(r"[^\w.-]", self.requirement, maxsplit=1)[0]


class FamilyRow(NamedTuple):
    """One family.

    Attributes:
      name: its name, which is its folder under envpool/.
      title: its name for people.
      summary: its content.
      licence: SPDX expression for its native module as a whole.
      links: the third-party projects that the native module links.
      packages: the Python packages that it needs.
      assets: its folders of data files, under envpool/.
      installation_keys: the config keys that depend on the installation.
      output_keys: the config keys that make envs write files.
      engine_keys: the config keys that become arguments of a program.
      columns: the module of further columns for the table of ids, or "".
      uses_env_ids: whether an env's behaviour also depends on its id.
      ids: whether it has ids and a page.
      task_files: the suffixes of files that describe a task.
      processors: the processors for which it exists, or () for all.
      systems: the systems for which it exists, or () for all.
      wheel: the wheel that contains it.
    """

    name: str
    title: str
    summary: str
    licence: str = "Apache-2.0"
    links: tuple[str, ...] = ()
    packages: tuple[Package, ...] = ()
    assets: tuple[str, ...] = ()
    installation_keys: tuple[str, ...] = ()
    output_keys: tuple[str, ...] = ()
    engine_keys: tuple[str, ...] = ()
    columns: str = ""
    uses_env_ids: bool = False
    ids: bool = True
    task_files: tuple[str, ...] = ()
    processors: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    wheel: str = MAIN_WHEEL

    @property
    def package(self) -> str:
        """The package that exports its classes."""
        return "envpool." + self.name.replace("/", ".")

    @property
    def registration(self) -> str:
        """The module that registers its ids without loading the native module."""
        return f"{self.package}.registration"

    @property
    def entry_point(self) -> str:
        """The name of its entry point, if it has a separate wheel."""
        return self.name.replace("/", ".")

    @property
    def native_module(self) -> str:
        """The path of its native module in the wheel."""
        return f"envpool/{self.name}/{self.name.rpartition('/')[2]}_envpool.so"

    @property
    def page(self) -> str:
        """The name of its page of documentation, without folder and suffix."""
        return self.name.replace("/", "_")


def rows(manifest: Iterable[Mapping[str, Any]]) -> tuple[FamilyRow, ...]:
    """Returns the rows of a manifest.

    Args:
      manifest: dicts with the fields that manifest.bzl describes.
    """
    return tuple(_row(dict(fields)) for fields in manifest)


def _row(fields: dict[str, Any]) -> FamilyRow:
    packages = (Package(**package) for package in fields.pop("packages", ()))
    lists = {key: tuple(value) for key, value in fields.items() if type(value) is list}
    return FamilyRow(**{**fields, **lists, "packages": tuple(packages)})


ALL_FAMILIES: tuple[FamilyRow, ...] = rows(_ROWS)
FAMILIES: tuple[FamilyRow, ...] = tuple(row for row in ALL_FAMILIES if row.ids)


def modules(name: str) -> Iterator[ModuleType]:
    """Yields the modules of this name in the families' folders.

    Args:
      name: e.g. "bench". Families without one, or not installed, are left out.
    """
    for row in ALL_FAMILIES:
        full = f"{row.package}.{name}"
        try:
            yield importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name is None or not full.startswith(error.name):
                raise


def install_hint(name: str) -> str:
    """Returns the command that installs an optional or required package.

    Args:
      name: the package's name.

    Raises:
      KeyError: no family needs it.
    """
    for row in FAMILIES:
        for package in row.packages:
            if package.name == name:
                if package.extra:
                    return f'pip install "{row.wheel}[{package.extra}]"'
                return f"pip install {name}"
    raise KeyError(name)

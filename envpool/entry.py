# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Imports the registration modules, so that all ids are known.

Importing this module registers the families of the wheel `envpool`. Those of
other wheels and packages, which name theirs in the entry-point group
`envpool.families`

    [project.entry-points."envpool.families"]
    my_family = "my_package.registration"

(a module, or `module:function` to call) are imported when an id is asked for
that is not known otherwise, or when all ids are listed: `import envpool` should
not pay for them.

A registration that fails does not affect the others: the error is stored in
`failures` under the family's name, and the family is tried again when an unknown
id is requested or all ids are listed. The cause may be temporary: two threads
that import the same packages in different orders see unfinished modules.

No lock is held while a registration runs, since it imports modules, and a
thread that waits for the lock could hold an import lock. Two threads may
therefore run the same function of a plugin; registering a task twice is harmless.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import threading
from collections.abc import Callable
from typing import Any

from envpool.families import FAMILIES, MAIN_WHEEL, FamilyRow
from envpool.python.api import load_core

__all__ = ["ENTRY_POINT_GROUP", "failures", "load_all", "missing_wheels"]

ENTRY_POINT_GROUP = "envpool.families"

failures: dict[str, BaseException] = {}

_registered: set[Any] = set()  # rows of FAMILIES, and entry points
_plugins: list[Any] | None = None
_this_thread = threading.local()


def load_all() -> None:
    """Registers all families that are not registered yet."""
    if getattr(_this_thread, "loads", False):
        return  # called by a registration that lists ids
    _this_thread.loads = True
    try:
        _load_families()
        for point in _find_plugins():
            _load(point.name, point, functools.partial(_load_plugin, point))
    finally:
        _this_thread.loads = False


def missing_wheels() -> dict[str, list[FamilyRow]]:
    """Returns the families whose wheel is not installed, by the wheel's name."""
    found = {point.name for point in _find_plugins()}
    missing: dict[str, list[FamilyRow]] = {}
    for family in FAMILIES:
        if family.wheel != MAIN_WHEEL and family.entry_point not in found:
            missing.setdefault(family.wheel, []).append(family)
    return missing


def _load_families() -> None:
    for family in FAMILIES:
        if family.wheel != MAIN_WHEEL:
            continue  # found by its entry point, if the wheel is installed
        register = functools.partial(importlib.import_module, family.registration)
        _load(family.name, family, register)


def _find_plugins() -> list[Any]:
    import importlib.metadata  # takes its time

    global _plugins
    if _plugins is None:
        _plugins = list(importlib.metadata.entry_points(group=ENTRY_POINT_GROUP))
    return _plugins


def _load_plugin(point: Any) -> None:
    # The registration's package may import its native module itself. If the engine
    # cannot be loaded, who makes an env is told so.
    with contextlib.suppress(ImportError):
        load_core()
    loaded = point.load()  # the module, or a function to call
    if callable(loaded):
        loaded()


def _load(name: str, key: Any, register: Callable[[], Any]) -> None:
    if key in _registered:
        return
    try:
        register()
    except (Exception, SystemExit) as error:
        failures[name] = error
    else:
        _registered.add(key)
        failures.pop(name, None)


_load_families()

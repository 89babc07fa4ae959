# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Imports the registration modules, so that all ids are known.

`import envpool` registers the families of the wheel `envpool`. Other wheels and
packages name the registrations of their families in the entry-point group
`envpool.families`:

    [project.entry-points."envpool.families"]
    my_family = "my_package.registration"

(a module, or `module:function` to call). They are imported when an unknown id is
requested or all ids are listed, so that `import envpool` stays fast. EnvPool's own
families come first, so that a package that hangs does not hide their ids.

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
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from envpool.families import ALL_FAMILIES, FAMILIES, MAIN_WHEEL, FamilyRow
from envpool.python.api import load_core
from envpool.python.config.argument_checks import show
from envpool.python.errors import RegistrationError

__all__ = [
    "ENTRY_POINT_GROUP",
    "failures",
    "load_all",
    "load_families",
    "load_own",
    "missing_wheels",
]

ENTRY_POINT_GROUP = "envpool.families"

failures: dict[str, BaseException] = {}

_registered: set[Any] = set()  # rows of FAMILIES, and entry points
_plugins: list[Any] | None = None
_this_thread = threading.local()


def load_own() -> None:
    """Registers EnvPool's families that are not registered yet."""
    _load_points(_is_own)


def load_all() -> None:
    """Registers all families that are not registered yet."""
    _load_points(lambda point: True)


def _is_own(point: Any) -> bool:
    return (point.name, point.value) in {
        (family.entry_point, family.registration) for family in FAMILIES
    }


def _load_points(wanted: Callable[[Any], bool]) -> None:
    if getattr(_this_thread, "loads", False):
        return  # a registration that lists ids calls this again
    _this_thread.loads = True
    try:
        load_families()
        for point in sorted(filter(wanted, _find_plugins()), key=_is_own, reverse=True):
            _load(point.name, point, functools.partial(_load_plugin, point))
    finally:
        _this_thread.loads = False


def missing_wheels() -> dict[str, list[FamilyRow]]:
    """Returns the families of wheels that are not installed, by the wheel's name."""
    found = {point.name for point in _find_plugins()}
    missing: dict[str, list[FamilyRow]] = {}
    for family in FAMILIES:
        if family.wheel != MAIN_WHEEL and family.entry_point not in found:
            missing.setdefault(family.wheel, []).append(family)
    return missing


def load_families() -> None:
    """Registers the families of the wheel `envpool` that are not registered yet."""
    for family in ALL_FAMILIES:
        if family.wheel != MAIN_WHEEL:
            continue  # found by its entry point, if the wheel is installed
        register = functools.partial(importlib.import_module, family.registration)
        _load(family.name, family, register)


def _find_plugins() -> list[Any]:
    import importlib.metadata  # slow to import

    global _plugins
    if _plugins is None:
        try:
            found = list(importlib.metadata.entry_points(group=ENTRY_POINT_GROUP))
        except Exception:  # some installed package has unreadable metadata
            found = _sound_plugins(importlib.metadata.distributions())
        _plugins = found
    return _plugins


def _sound_plugins(distributions: Iterable[Any]) -> list[Any]:
    """Returns the entry points of the packages that have readable metadata."""
    found: list[Any] = []
    for distribution in distributions:
        with contextlib.suppress(Exception):
            found.extend(distribution.entry_points.select(group=ENTRY_POINT_GROUP))
    return list(dict.fromkeys(found))


def _load_plugin(point: Any) -> None:
    # The package may import its native module itself. If the engine cannot be loaded,
    # making an env raises the error.
    with contextlib.suppress(ImportError):
        load_core()
    loaded = point.load()  # the module, or a function to call
    if callable(loaded):
        loaded()
    elif not isinstance(loaded, ModuleType):
        raise RegistrationError(
            f"expected a module or a function, got {show(loaded)} for the entry point "
            f"{point.value!r}"
        )


def _load(name: str, key: Any, register: Callable[[], Any]) -> None:
    if key in _registered:
        return
    try:
        register()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        failures[name] = _readable(error)
    else:
        _registered.add(key)
        failures.pop(name, None)


def _readable(error: BaseException) -> BaseException:
    """Returns an error with a text, even if the package's own error has none."""
    try:
        str(error)
    except Exception:
        return RegistrationError(
            f"{type(error).__name__}, with a text that cannot be read"
        )
    return error

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin: ids as parameters of tests.

    pytest -p envpool.testing.kit_plugin --ids=NAME ... FILE

NAME is an id; a package that registers ids (it, or else its kit_profile.py, is imported
if necessary); or a file that describes a task. A test has one of these arguments, and
runs once for each of its values:

    task_id     each id
    variant_id  some ids of each class that together cover all values of its flags
    class_id    one id of each class
    rendered_id as class_id, but one id of each package with slow rendering
    package     each package of these ids
"""

from __future__ import annotations

import contextlib
import functools
import importlib
from typing import Any

import envpool
from envpool.registration import registry
from envpool.testing.profile import profile_of
from envpool.testing.selection import select

__all__ = ["ids_of"]

_ARGUMENTS = {"class_id", "package", "rendered_id", "task_id", "variant_id"}


def ids_of(name: str) -> list[str]:
    """Returns the ids of a package, or the id itself if it is one.

    Args:
      name: a package, an id or a file that describes a task.

    Raises:
      Exception: raised by the import of a package.
    """
    name = registry.adopt(name)
    if name in envpool.list_all_envs() or name in registry.specs:
        return [name]
    found = _registered_by(name)
    is_module = all(part.isidentifier() for part in name.split("."))
    for module in (name, f"{name}.kit_profile") if is_module else ():
        if not found:
            with contextlib.suppress(ModuleNotFoundError):
                importlib.import_module(module)
                found = _registered_by(name)
    return found


def _registered_by(package: str) -> list[str]:
    return [each for each, spec in registry.specs.items() if spec[0] == package]


def pytest_addoption(parser: Any) -> None:
    """Adds our options."""
    parser.addoption("--ids", action="append", default=[], metavar="NAME")
    parser.addoption("--every-id", action="store_true")


def pytest_generate_tests(metafunc: Any) -> None:
    """Parametrizes a test with the values of its argument."""
    config = metafunc.config
    names = tuple(config.getoption("--ids"))
    for argument in _ARGUMENTS & set(metafunc.fixturenames):
        if argument == "package":  # packages need no specs, which are slow to make
            values = _packages(names)
        else:
            values = _values(names, config.getoption("--every-id"))[argument]
        metafunc.parametrize(argument, values)


def _packages(names: tuple[str, ...]) -> list[str]:
    task_ids = (task_id for name in names for task_id in ids_of(name))
    return list(dict.fromkeys(registry.specs[each][0] for each in task_ids))


def _rendered(class_ids: list[str]) -> list[str]:
    first = {registry.specs[each][0]: each for each in reversed(class_ids)}
    return [
        each
        for each in class_ids
        if not profile_of(each).slow_rendering or each in first.values()
    ]


@functools.cache  # This makes a spec of each id, which is slow.
def _values(names: tuple[str, ...], everything: bool) -> dict[str, list[str]]:
    task_ids = [task_id for name in names for task_id in ids_of(name)]
    selection = select(task_ids, everything)
    return {
        "task_id": selection.every,
        "variant_id": selection.variants,
        "class_id": selection.classes,
        "rendered_id": _rendered(selection.classes),
    }

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The public API: names, signatures, bases of errors; config and specs of ids."""

from __future__ import annotations

import collections
import inspect
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, is_typeddict

import numpy as np

import envpool
from envpool import errors
from envpool.registration import registry
from envpool.testing.kit_plugin import ids_of

__all__ = ["package_api", "specs"]

ENV_TYPES = ("gym", "gymnasium", "dm")


def package_api() -> str:
    """Returns the text about the package itself."""
    parts = [_package(), _errors(), _pools()]
    return "\n".join(line for part in parts for line in part) + "\n"


def specs(package: str) -> str:
    """Returns the text about a family's ids.

    Args:
      package: the package that registers the ids.
    """
    return "\n".join(_tasks(ids_of(package))) + "\n"


def _package() -> Iterator[str]:
    yield "# envpool"
    for name in sorted(envpool.__all__):
        value = getattr(envpool, name)
        if is_typeddict(value):
            yield f"TypedDict {name}: {', '.join(value.__annotations__)}"
        elif inspect.isclass(value):
            yield f"class {name}"
            yield from _members(value, "  ")
        elif inspect.ismodule(value):
            yield f"module {name}"
        else:
            yield f"{name}{_signature(value)}"


def _errors() -> Iterator[str]:
    yield "\n# envpool.errors"
    for name in sorted(errors.__all__):
        bases = ", ".join(base.__name__ for base in getattr(errors, name).__bases__)
        yield f"{name}({bases})"


def _pools() -> Iterator[str]:
    for env_type in ENV_TYPES:
        yield f'\n# a pool of env_type="{env_type}"'
        with envpool.make("CartPole-v1", env_type) as pool:
            yield from _members(type(pool), "", ours=True)
            names = (name for name in vars(pool) if not name.startswith("_"))
            yield "attributes: " + ", ".join(sorted(names))


def _members(cls: Any, indent: str, ours: bool = False) -> Iterator[str]:
    """Yields public names, without those inherited from other libraries."""
    for name in sorted(dir(cls)):
        owner = next((base for base in cls.__mro__ if name in vars(base)), object)
        if name.startswith("_") or (
            ours and not owner.__module__.startswith("envpool")
        ):
            continue
        value = inspect.getattr_static(cls, name)
        yield f"{indent}{name}{_signature(value) if callable(value) else ''}"


def _signature(value: Any) -> str:
    try:
        return str(inspect.signature(value))
    except (TypeError, ValueError):
        return "(...)"


def _tasks(task_ids: Iterable[str]) -> Iterator[str]:
    """Yields the lines of all ids, of most ids of a class, then the differences."""
    parts = {task_id: _of_task(task_id) for task_id in sorted(task_ids)}
    first, *others = parts.values()
    common = [line for line in first if all(line in other for other in others)]
    yield "# all ids"
    yield from common
    of_class: dict[str, dict[str, list[str]]] = {}
    for task_id, lines in parts.items():
        package, cls, _ = registry.specs[task_id]
        own = [line for line in lines if line not in common]
        of_class.setdefault(f"{package}.{cls}", {})[task_id] = own
    for cls, tasks in sorted(of_class.items()):
        common = _common(tasks.values())
        yield f"\n# {cls}, unless an id says otherwise"
        yield from common
        for task_id, lines in tasks.items():
            yield f"id {task_id}"
            yield from (f"  {line}" for line in lines if line not in common)


def _common(parts: Collection[list[str]]) -> list[str]:
    """Returns, for each entry that all parts have, its most common line."""
    lines: dict[str, list[str]] = {}
    for part in parts:
        for line in part:
            # The first two words of e.g. `config size = 8` or `state obs:image: uint8`.
            entry = " ".join(line.split(" ", 2)[:2])
            lines.setdefault(entry, []).append(line)
    complete = [each for each in lines.values() if len(each) == len(parts)]
    return [collections.Counter(each).most_common(1)[0][0] for each in complete]


def _of_task(task_id: str) -> list[str]:
    spec: Any = envpool.make_spec(task_id)
    config = spec.config._asdict()
    return [
        *(f"config {key} = {_value(value)}" for key, value in config.items()),
        *_arrays("state", spec.state_array_spec),
        *_arrays("action", spec.action_array_spec),
    ]


def _value(value: Any) -> str:
    """Returns a value's text; absolute paths, which vary, are replaced."""
    is_path = isinstance(value, str) and os.path.isabs(value)
    return "(a path)" if is_path else repr(value)


def _arrays(kind: str, specs: Mapping[str, Any]) -> Iterator[str]:
    for key, spec in specs.items():
        low, high = (
            _numbers(each, spec.dtype) for each in (spec.minimum, spec.maximum)
        )
        discrete = ", discrete" if spec.is_discrete else ""
        array = f"{np.dtype(spec.dtype)}{spec.shape}"
        yield f"{kind} {key}: {array}, {low} to {high}{discrete}"


def _numbers(values: Any, dtype: Any) -> str:
    """Returns a bound in as few digits as its dtype needs."""
    found = [str(each) for each in np.asarray(values, dtype=dtype).flat]
    return found[0] if len(set(found)) == 1 else f"[{' '.join(found)}]"

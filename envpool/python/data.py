# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Conversions of specs and keys, under the names that authors of families use.

`spec_type` is "obs" or "act" in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from envpool.python.array_spec import ArraySpec
from envpool.python.results import spaces, trees

__all__ = [
    "dm_spec_transform",
    "dm_structure",
    "gym_spec_transform",
    "gym_structure",
    "gymnasium_spec_transform",
    "gymnasium_structure",
    "to_namedtuple",
    "to_nested_dict",
]


def to_nested_dict(
    flatten_dict: Mapping[str, Any], generator: Callable[[], Any] = dict
) -> Any:
    """Nests a dict with keys of the form "level.level"."""
    tree = trees.nest((key.split("."), value) for key, value in flatten_dict.items())
    return _rebuild(tree, generator)


def _rebuild(tree: Any, generator: Callable[[], Any]) -> Any:
    result = generator()
    for key, value in tree.items():
        result[key] = _rebuild(value, generator) if isinstance(value, dict) else value
    return result


def to_namedtuple(name: str, hdict: Mapping[str, Any]) -> Any:
    """Converts nested dicts to namedtuples."""
    return trees.records(name, hdict)


def gymnasium_structure(keys: Iterable[str]) -> Any:
    """Returns nested dicts of the native keys; the leaves are the keys' indices."""
    return trees.nest((trees.gym_path(key), i) for i, key in enumerate(keys))


gym_structure = gymnasium_structure


def dm_structure(root_name: str, keys: Sequence[str]) -> Any:
    """Returns namedtuples of the native keys; the leaves are the keys' indices."""
    tree = trees.nest((trees.state_path(key), i) for i, key in enumerate(keys))
    return trees.records(root_name, tree)


def dm_spec_transform(name: str, spec: ArraySpec, spec_type: str) -> Any:
    """Returns the dm_env spec of one entry."""
    return spaces.make_dm_spec(name, spec, spec_type == "act")


def gymnasium_spec_transform(name: str, spec: ArraySpec, spec_type: str) -> Any:
    """Returns the Gymnasium space of one entry."""
    del name
    return spaces.make_space(spec, spec_type == "act", spaces.gymnasium_spaces())


gym_spec_transform = gymnasium_spec_transform

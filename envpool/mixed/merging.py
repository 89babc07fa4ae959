# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The entries of a mixed pool's results and actions, from those of its tasks.

Tasks share an entry if its key, dtype, shape, bounds and transforms are equal. An
entry `key` that differs may be padded: it becomes one entry of the largest shape and
the widest bounds. If not, it becomes several entries `key@i` (`key.@i` for an info).
Such an entry belongs to task i and to later tasks with an equal entry. If only some
tasks have an info, it is zero in the rows of the others, and `has:key` is its mask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from envpool.python.array_spec import ArraySpec
from envpool.python.errors import NotSupportedError

__all__ = [
    "HAS",
    "OF_TASK",
    "TASK",
    "Merged",
    "entries_of",
    "merge_actions",
    "merge_state",
    "native_entry",
]

HAS = "has:"
OF_TASK = ".@"  # within the key of an info
TASK = "info:task_id"

Specs = Mapping[str, ArraySpec]
NativeEntry = tuple[str, int, int, list[int], list[float], list[float]]


class Merged(NamedTuple):
    """The entries of a mixed pool.

    Attributes:
      specs: by key.
      sources: for each key a task that has such an entry, and its key there; None for
        an entry of the pool's own.
      names: for each task, the pool's key for each of its own.
      unlike: whether an entry differs between tasks and is not padded.
      padded: the keys of padded entries.
    """

    specs: dict[str, ArraySpec]
    sources: dict[str, tuple[int, str] | None]
    names: list[dict[str, str]]
    unlike: bool
    padded: frozenset[str]


def entries_of(specs: Specs, players: int) -> dict[str, ArraySpec]:
    """Returns the entries of a task; those of one player have no axis of players."""
    if players > 1:
        return dict(specs)
    return {
        key: spec if spec.is_ragged else spec.of_player() for key, spec in specs.items()
    }


def merge_actions(tasks: Sequence[Specs], names: Sequence[str], pad: bool) -> Merged:
    """Merges the entries of actions. The first two are the ids.

    Args:
      tasks: the entries of each task, see `entries_of`.
      names: of the tasks.
      pad: whether to pad entries that differ.
    """
    return _merge(tasks, names, pad, lambda key: True, [""] * len(tasks))


def merge_state(
    tasks: Sequence[Specs],
    names: Sequence[str],
    pad: bool,
    numbers: bool,
    transforms: Sequence[str],
) -> Merged:
    """Merges the entries of results; see `merge_actions`.

    Args:
      tasks: the entries of each task.
      names: the names of the tasks.
      pad: whether to pad observations that differ.
      numbers: whether results have the index of each row's task.
      transforms: a text for each task; observations differ if it does.
    """
    merged = _merge(tasks, names, pad, lambda key: key.startswith("obs"), transforms)
    if numbers:
        merged.specs[TASK] = ArraySpec(np.int32, [], (0, len(tasks) - 1))
        merged.sources[TASK] = None
    for key in list(merged.specs):
        owners = sum(key in own.values() for own in merged.names)
        shared = _is_info(key) and OF_TASK not in key and key != TASK
        if shared and owners < len(tasks) and HAS + key not in merged.specs:
            merged.specs[HAS + key] = ArraySpec(np.bool_, [], (False, True))
            merged.sources[HAS + key] = None
    return merged


def _merge(
    tasks: Sequence[Specs],
    names: Sequence[str],
    pad: bool,
    may_pad: Callable[[str], bool],
    marks: Sequence[str],
) -> Merged:
    def are_equal(key: str, i: int, j: int) -> bool:
        marked = key.startswith("obs")
        return tasks[i][key] == tasks[j][key] and (not marked or marks[i] == marks[j])

    keys = list(dict.fromkeys(key for specs in tasks for key in specs))
    merged = Merged({}, {}, [{} for _ in tasks], False, frozenset())
    padded = set()
    unlike = False
    for key in keys:
        owners = [i for i, specs in enumerate(tasks) if key in specs]
        first = owners[0]
        is_whole = len(owners) == len(tasks)
        same = all(are_equal(key, first, i) for i in owners)
        if same and (is_whole or not may_pad(key)):
            _place(merged, key, tasks[first][key], tasks, owners)
        elif pad and may_pad(key):
            if not is_whole:
                lacking = next(n for i, n in enumerate(names) if i not in owners)
                raise NotSupportedError(
                    f"pad: expected tasks with the same keys, got no {key!r} of "
                    f"{lacking!r}"
                )
            own = [tasks[i][key] for i in owners]
            spec = _enlarged(key, own, [names[i] for i in owners])
            _place(merged, key, spec, tasks, owners)
            padded.add(key)
        else:
            unlike = True
            for i in owners:
                alike = [j for j in owners if are_equal(key, i, j)]
                if alike[0] == i:
                    name = f"{key}{OF_TASK if _is_info(key) else '@'}{i}"
                    _place(merged, name, tasks[i][key], tasks, alike, key)
    return merged._replace(unlike=unlike, padded=frozenset(padded))


def _place(
    merged: Merged,
    key: str,
    spec: ArraySpec,
    tasks: Sequence[Specs],
    owners: Sequence[int],
    own_key: str = "",
) -> None:
    own_key = own_key or key
    merged.specs[key] = spec
    # Any owner serves as the source of the dtype; a padded shape is in `spec`.
    merged.sources[key] = owners[0], own_key
    for i in owners:
        merged.names[i][own_key] = key


def _enlarged(key: str, own: Sequence[ArraySpec], names: Sequence[str]) -> ArraySpec:
    """Returns the entry into which all of these fit."""
    first = own[0]
    for spec, name in zip(own, names, strict=True):
        same = spec.dtype == first.dtype and len(spec.shape) == len(first.shape)
        if not same or spec.is_ragged or spec.is_per_player != first.is_per_player:
            raise NotSupportedError(
                f"pad: expected entries {key!r} of one dtype and number of axes, got "
                f"{first} of {names[0]!r} and {spec} of {name!r}"
            )
    shape = [max(extents) for extents in zip(*(s.shape for s in own), strict=True)]
    low = min(np.min(spec.minimum) for spec in own)
    high = max(np.max(spec.maximum) for spec in own)
    if any(spec.shape != first.shape for spec in own) and not _is_action(key):
        low, high = min(low, 0), max(high, 0)  # the padding
    discrete = all(spec.is_discrete for spec in own)
    return ArraySpec(first.dtype, shape, (low, high), ((), ()), discrete)


def _is_info(key: str) -> bool:
    return key.startswith("info:")


def _is_action(key: str) -> bool:
    return not key.startswith("obs")


def native_entry(
    key: str, spec: ArraySpec, part: int, column: int, padded: bool
) -> NativeEntry:
    """Returns an entry of the pool in the form that C++ expects.

    Args:
      key: the pool's key.
      spec: the pool's spec of the entry.
      part: the index of a part that has the entry; -1 for an int32 that only the
        pool has, -2 for such a bool.
      column: the index of the part's column.
      padded: whether the part's shape and bounds differ.
    """
    if spec.is_ragged:
        shape = [extent for extent in spec.shape[0] if extent != -1]
    else:
        shape = list(spec.inner_shape)
    lows, highs = ([float(spec.minimum)], [float(spec.maximum)]) if padded else ([], [])
    return key, part, column, shape, lows, highs

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Selects the ids for a check of the kit.

Some checks concern properties that ids of one class share: refused arguments, the
layout of results, rendering. Others concern properties that flags may change: dynamics,
random draws, saved states. Running them on every game of an emulator would find
nothing more, so they run on representative ids, and a quick check runs on every id.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import envpool
from envpool.registration import registry
from envpool.testing.profile import profile_of

__all__ = ["Selection", "class_of", "flags_of", "one_of_each_class", "select"]


class Selection(NamedTuple):
    """Lists of ids, in the order of registration.

    Attributes:
      every: all ids, for the quick check.
      variants: for each class, ids that together cover every value of each flag
        and every structure of observations, infos and actions.
      classes: one id of each class.
    """

    every: list[str]
    variants: list[str]
    classes: list[str]


def class_of(task_id: str) -> Hashable:
    """Returns the package and the name of the class."""
    return registry.specs[task_id][:2]


def one_of_each_class(task_ids: Iterable[str]) -> list[str]:
    """Returns the first id of each class, without making a spec (which is slow).

    Args:
      task_ids: registered ids.
    """
    found: dict[Hashable, str] = {}
    for task_id in task_ids:
        found.setdefault(class_of(task_id), task_id)
    return list(found.values())


def flags_of(task_id: str) -> frozenset[Hashable]:
    """Returns the features that make an id a variant of its class.

    Args:
      task_id: a registered id.

    Returns:
      The values of the config's flags and of its `variant_keys`, and the structures of
      results and actions: keys, dtypes and numbers of dimensions. Other numbers and
      texts, such as the size of a board or the name of a game, are data.
    """
    spec: Any = envpool.make_spec(task_id)
    keys = profile_of(task_id).variant_keys
    flags = {
        (key, value)
        for key, value in spec.config._asdict().items()
        if isinstance(value, bool) or key in keys
    }
    structures = {
        name: tuple(
            (key, np_spec.dtype.str, len(np_spec.shape), np_spec.is_ragged)
            for key, np_spec in specs.items()
        )
        for name, specs in (
            ("state", spec.state_array_spec),
            ("action", spec.action_array_spec),
        )
    }
    return frozenset({*flags, *structures.items()})


def select(task_ids: Sequence[str], everything: bool = False) -> Selection:
    """Returns the ids that each kind of check runs on.

    Args:
      task_ids: the ids to select from.
      everything: whether all checks run on all ids.
    """
    every = list(dict.fromkeys(task_ids))
    if everything:
        return Selection(every, every, every)
    chosen = [each for each in every if each in profile_of(each).representatives]
    classes = _cover(every, chosen, lambda each: frozenset({class_of(each)}))
    variants = _cover(
        every,
        chosen,
        lambda each: frozenset((class_of(each), flag) for flag in flags_of(each)),
    )
    return Selection(every, variants, classes)


def _cover(
    task_ids: Sequence[str],
    chosen: Iterable[str],
    features: Callable[[str], frozenset[Hashable]],
) -> list[str]:
    """Returns `chosen` plus ids, so that together they cover all features.

    Greedy: repeatedly adds the first of the ids with the most new features.
    """
    found = set(chosen)
    left = {each: features(each) for each in task_ids}
    seen: set[Hashable] = set().union(*(left[each] for each in found))
    while new := {each: own - seen for each, own in left.items() if own - seen}:
        best = max(new, key=lambda each: len(new[each]))
        found.add(best)
        seen |= new[best]
    return [each for each in task_ids if each in found]

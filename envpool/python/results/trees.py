# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""From flat native keys to nested structures.

Native keys look like `info:players.env_id`: `:` and `.` both separate levels.
`nest` makes nested dicts of such keys; `records` makes namedtuples of nested
dicts. A *plan* is such a structure with column numbers as leaves; the native
pool builds each result by it, and `build` does the same in Python:

    int                      the column of that number
    ("view", n, shape)       column n, its items in another shape
    ("pick", n, i, dtype)    of each item of column n the element i, converted
                             to "int64" or "bool"
    ("pick", n, 0, "str")    of each item of bytes the text: a tuple of str
    ("ones", n)              True for each row of column n
    ("call", f, leaf)        f(array) instead of the array, which static results keep
    ("together", f, plan)    the plan with f([array, ...]), a list, instead of the
                             arrays of its parts; of static results, which keep the
                             list, a function `again(arrays, made)` may follow. In
                             place of an array of the user, `arrays` contains None
    ("part", leaf)           a part for "together"
    ("tuple", [plan, ...])   a tuple; names for its parts may follow
    ("dict", {key: plan})    a dict
    ("named", cls, [plan])   a namedtuple
"""

from __future__ import annotations

import keyword
import math
import re
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

__all__ = [
    "Plan",
    "build",
    "dict_plan",
    "field_names",
    "gym_path",
    "is_leaf",
    "is_texts",
    "map_arrays",
    "map_leaves",
    "nest",
    "record_class",
    "record_plan",
    "records",
    "sequence",
    "state_path",
    "with_tuples",
]

Plan = Any
Tree = Any  # nested dicts


def gym_path(key: str) -> tuple[str, ...]:
    """Splits `info:players.id` into its levels."""
    return tuple(key.replace(":", ".").split("."))


def state_path(key: str) -> tuple[str, ...]:
    """Splits a key as dm_env's `State` has it: without `obs:` and `info:`."""
    for prefix in ("obs:", "info:"):
        if key.startswith(prefix):
            key = key[len(prefix) :]
            break
    return gym_path(key)


def nest(leaves: Iterable[tuple[Sequence[str], Any]]) -> Tree:
    """Makes nested dicts of (path, leaf) pairs; of equal paths the last wins.

    Raises:
      ValueError: one path goes through another one's leaf.
    """
    root: dict[str, Any] = {}
    for path, leaf in leaves:
        node = root
        for level in path[:-1]:
            node = node.setdefault(level, {})
            if not isinstance(node, dict):
                raise ValueError(
                    f"key {'.'.join(path)!r} is below a key that is a value"
                )
        if isinstance(node.get(path[-1]), dict):
            raise ValueError(f"key {'.'.join(path)!r} is both a value and a level")
        node[path[-1]] = leaf
    return root


def sequence(tree: Mapping[str, Any]) -> list[Any] | None:
    """Returns the values in order, if the keys are "0", "1", ...; else None."""
    keys = [str(i) for i in range(len(tree))]
    if not keys or tree.keys() != set(keys):
        return None
    return [tree[key] for key in keys]


def with_tuples(tree: Tree) -> Plan:
    """Returns nested dicts of plans with a tuple for each `sequence`."""
    if not isinstance(tree, dict):
        return tree
    parts = {key: with_tuples(value) for key, value in tree.items()}
    items = sequence(parts)
    return parts if items is None else ("tuple", [dict_plan(item) for item in items])


def map_leaves(function: Callable[[str, Any], Any], tree: Tree, name: str = "") -> Tree:
    """Returns the nested dicts with `function(last level, leaf)` as leaves."""
    if isinstance(tree, dict):
        return {key: map_leaves(function, value, key) for key, value in tree.items()}
    return function(name, tree)


def field_names(names: Iterable[str]) -> list[str]:
    """Returns valid, different names for the fields of a namedtuple."""
    result: list[str] = []
    for name in names:
        field = re.sub(r"\W", "_", name)
        if not field or field[0].isdigit() or keyword.iskeyword(field):
            field = "_" + field
        if field.startswith("_"):  # namedtuple refuses these
            field = "f" + field
        unique, count = field, 0
        while unique in result:
            count += 1
            unique = f"{field}_{count}"
        result.append(unique)
    return result


_record_classes: dict[tuple[str, tuple[str, ...]], Any] = {}


def record_class(name: str, fields: tuple[str, ...]) -> Any:
    """Returns the namedtuple class of this name and these fields.

    It is the same class at each call, and its instances pickle.
    """
    found = _record_classes.get((name, fields))
    if found is not None:
        return found

    def reduce(record: Any) -> Any:
        return _make_record, (name, fields, tuple(record))

    cls: Any = namedtuple(name, fields)  # type: ignore[misc]
    setattr(cls, "__reduce__", reduce)  # noqa: B010  mypy forbids to assign it
    cls.__module__ = __name__
    return _record_classes.setdefault((name, fields), cls)


def _make_record(name: str, fields: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    return record_class(name, fields)(*values)


def records(name: str, tree: Tree) -> Any:
    """Makes namedtuples of nested dicts, each named after its level."""
    if not isinstance(tree, Mapping):
        return tree
    cls = record_class(field_names([name])[0], tuple(field_names(tree)))
    return cls(*(records(key, value) for key, value in tree.items()))


def dict_plan(tree: Tree) -> Plan:
    """Returns the plan of nested dicts with plans as leaves."""
    if isinstance(tree, dict):
        return "dict", {key: dict_plan(value) for key, value in tree.items()}
    return tree


def record_plan(name: str, tree: Tree) -> Plan:
    """Like `dict_plan`, for namedtuples."""
    if not isinstance(tree, dict):
        return tree
    cls = record_class(field_names([name])[0], tuple(field_names(tree)))
    return "named", cls, [record_plan(key, tree[key]) for key in tree]


def is_leaf(plan: Plan, kind: str) -> bool:
    """Whether the plan is a leaf of this kind."""
    return isinstance(plan, tuple) and plan[0] == kind


def map_arrays(function: Callable[[Any], Any], tree: Any) -> Any:
    """Returns nested dicts and tuples with `function(leaf)` as leaves."""
    if isinstance(tree, dict):
        return {key: map_arrays(function, value) for key, value in tree.items()}
    if isinstance(tree, tuple) and not is_texts(tree):
        return tuple(map_arrays(function, item) for item in tree)
    return function(tree)


def is_texts(tree: Any) -> bool:
    """Whether it is a leaf that is a tuple of str, one for each row."""
    return isinstance(tree, tuple) and len(tree) > 0 and isinstance(tree[0], str)


def parts_of(plan: Plan) -> Iterator[Plan]:
    """Returns the leaves for "together", in the order of `build`."""
    if is_leaf(plan, "part"):
        yield plan[1]
    elif isinstance(plan, dict):
        for item in plan.values():
            yield from parts_of(item)
    elif isinstance(plan, tuple | list):
        for item in plan:
            yield from parts_of(item)


def build(
    plan: Plan, columns: Sequence[Any], values: Iterator[Any] | None = None
) -> Any:
    """Builds a result in Python, as the native pool does from one native result.

    It is for columns from other sources than a native result: masked resets with the
    rows of all envs, selected rows in an evaluation, observations of loaded states,
    tracers and arrays of JAX. Hooks use it for keys that are rarely present.

    Args:
      plan: the plan.
      columns: the arrays.
      values: what replaces the parts of "together"; None for their arrays.
    """
    if isinstance(plan, int):
        return columns[plan]
    kind, content = plan[:2]
    if kind == "tuple":
        return tuple(build(item, columns, values) for item in content)
    if kind == "dict":
        return {key: build(item, columns, values) for key, item in content.items()}
    if kind == "named":
        return content(*(build(item, columns, values) for item in plan[2]))
    if kind == "call":
        return content(build(plan[2], columns))
    if kind == "together":
        made = content([build(leaf, columns) for leaf in parts_of(plan[2])])
        return build(plan[2], columns, iter(made))
    if kind == "part":
        return build(content, columns) if values is None else next(values)
    column = columns[content]
    rows = len(column)
    if kind == "ones":
        return np.ones(rows, np.bool_)
    if kind == "view":
        return column.reshape(rows, *plan[2])
    items = column.reshape(rows, math.prod(column.shape[1:]))
    if plan[3] == "str":
        texts = (item.tobytes().split(b"\0", 1)[0] for item in items)
        return tuple(text.decode(errors="replace") for text in texts)
    return items[:, plan[2]].astype(plan[3])

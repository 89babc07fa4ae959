# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`info["params"]`: the values that `randomize` has drawn for each row's episode."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import NotSupportedError
from envpool.python.params import table
from envpool.python.params.names import find
from envpool.python.results.plans import ApiPlans, Columns, Hook

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = [
    "KEY",
    "Drawn",
    "check_shapes",
    "drawn_of",
    "drawn_values",
    "with_drawn",
]

KEY = "params"  # as in results/infos.py


def with_drawn(plans: ApiPlans, columns: Columns, pool: PoolBase) -> ApiPlans:
    """Adds the values to the infos of all results, if the pool was asked for them.

    Args:
      plans: the plans of an API.
      columns: the columns of the pool.
      pool: the pool.
    """
    if not columns.has_drawn:
        return plans
    add = _Add(plans.hook, columns, pool)
    always = (columns.index["ones"],)
    return plans._replace(hook=add, hook_columns=(*plans.hook_columns, *always))


class _Add:
    """The hook that adds the values.

    Between a row's reception and the next action its env is idle, so that its present
    values are those of the row.
    """

    def __init__(self, inner: Hook | None, columns: Columns, pool: PoolBase) -> None:
        self._inner = inner
        self._ids = columns.index["info:env_id"]
        self._ones = columns.index["ones"]
        self._pool = weakref.ref(pool)  # the pool owns the hook
        self._masks = pool.env_type == "gymnasium"

    def __call__(self, result: Any, columns: list[NDArray[Any]]) -> Any:
        if self._inner is not None:
            result = self._inner(result, columns)
        pool = self._pool()
        if pool is None or not isinstance(result, tuple):
            return result  # Gym 0.21's reset has no infos
        values: dict[str, Any] = dict(drawn_values(pool, np.array(columns[self._ids])))
        if self._masks:
            ones = columns[self._ones]
            values |= {f"_{name}": ones.copy() for name in values}
            result[-1][f"_{KEY}"] = ones.copy()
        result[-1][KEY] = values
        return result


def drawn_values(pool: PoolBase, ids: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
    """Returns the present values by name, with a row for each of these idle envs."""
    names = pool._options.randomize
    if not names:
        return {}
    numbers, lists = table.lists_of(pool)
    if len(lists) == 1:
        return table.get(pool, names, ids)
    values: dict[str, NDArray[Any]] = {}
    of_rows = np.asarray(numbers)[ids]
    for number in np.unique(of_rows):
        rows = of_rows == number
        for name, value in table.get(pool, names, ids[rows]).items():
            shape = (len(ids), *value.shape[1:])
            values.setdefault(name, np.empty(shape, value.dtype))[rows] = value
    return values


class Drawn(NamedTuple):
    """A parameter, or some elements of one, that `randomize` draws.

    Attributes:
      name: its name there.
      shape: the shape of its values in one env; None if envs differ.
      dtype: the dtype of its values.
      native: by env, the number of its list of parameters; and by list, the
        parameter's index and those of the elements.
    """

    name: str
    shape: tuple[int, ...] | None
    dtype: np.dtype[Any]
    native: tuple[list[int], list[tuple[int, list[int]]]]


def drawn_of(pool: PoolBase) -> list[Drawn]:
    """Returns what `randomize` draws, in the order of the option."""
    if not pool._options.randomize:
        return []
    numbers, lists = table.lists_of(pool)
    made = []
    for name in pool._options.randomize:
        found = [find("randomize", name, infos) for infos in lists]
        shapes = {each.shape for each in found}
        dtypes = {each.info.dtype for each in found}
        has_one_form = len(shapes) == len(dtypes) == 1
        shape = found[0].shape if has_one_form else None
        native = numbers, [(each.param, each.elements) for each in found]
        made.append(Drawn(name, shape, found[0].info.dtype, native))
    return made


def check_shapes(pool: PoolBase) -> None:
    """Raises NotSupportedError if the values of all envs do not fit into one array."""
    for each in drawn_of(pool):
        if each.shape is None:
            raise NotSupportedError(
                "infos: expected 'params' only with values of one shape for all envs, "
                f"got values of {each.name!r} that differ in shape"
            )

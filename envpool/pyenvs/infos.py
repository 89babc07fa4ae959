# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Adds the infos that have no column to results, as Gymnasium's vector envs do."""

from __future__ import annotations

import pickle
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.pyenvs.messages import OBJECTS
from envpool.python.results.plans import ApiPlans, Columns

__all__ = ["ObjectInfos", "add_info", "with_objects"]

Hook = Callable[[Any, list[Any]], Any]


def with_objects(plans: ApiPlans, columns: Columns, pool: Any) -> ApiPlans:
    """Returns the plans with the hook `ObjectInfos`."""
    hook = ObjectInfos(weakref.ref(pool), columns, plans.hook)
    column = columns.index[OBJECTS]
    return plans._replace(hook=hook, hook_columns=(*plans.hook_columns, column))


class ObjectInfos:
    """The hook that adds infos without a column to a result.

    Args:
      pool: of the results.
      columns: of the pool.
      before: the API's own hook, if it has one.
    """

    def __init__(
        self, pool: weakref.ref[Any], columns: Columns, before: Hook | None
    ) -> None:
        self._pool = pool
        self._before = before
        self._objects = columns.index[OBJECTS]
        self._env_id = columns.index["info:env_id"]
        self._final = columns.index.get("_final")

    def __call__(self, result: Any, columns: list[NDArray[Any]]) -> Any:
        """Adds the infos to those of `result`, its last value."""
        if self._before is not None:
            result = self._before(result, columns)
        pool = self._pool()
        rows = np.flatnonzero(columns[self._objects])
        if pool is None or not len(rows):
            return result
        info, count = result[-1], len(columns[self._objects])
        if not isinstance(info, dict):  # the observation of a reset, gym_api="0.21"
            return result
        for row in rows:
            env_id = int(columns[self._env_id][row])
            _add(info, pool._object_infos(env_id, False), int(row), count)
            if self._final is not None and columns[self._final][row]:
                final = info.setdefault("final_info", {})
                _add(final, pool._object_infos(env_id, True), int(row), count)
        return result


def _add(info: dict[str, Any], data: bytes, row: int, count: int) -> None:
    if data:
        add_info(info, pickle.loads(data), row, count)


def add_info(info: dict[str, Any], more: dict[str, Any], row: int, count: int) -> None:
    """Adds the infos of one row to those of all rows, with masks.

    Numbers and arrays make arrays of their dtype, dicts make dicts, and all else makes
    arrays of objects.

    Args:
      info: of `count` rows; it is changed.
      more: of one of them.
      row: which one.
      count: the number of rows.
    """
    for key, value in more.items():
        mask = info.setdefault(f"_{key}", np.zeros(count, np.bool_))
        mask[row] = True
        if isinstance(value, dict):
            inner = info.setdefault(key, {})
            if isinstance(inner, dict):
                add_info(inner, value, row, count)
                continue
        if key not in info:
            info[key] = _blank(value, count)
        array = info[key]
        if isinstance(array, dict) or not _fits(value, array):
            array = _as_objects(array, count)
            info[key] = array
        array[row] = value


def _blank(value: Any, count: int) -> NDArray[Any]:
    if isinstance(value, (bool, int, float, np.number, np.bool_, np.ndarray)):
        array = np.asarray(value)
        return np.zeros((count, *array.shape), array.dtype)
    return np.full(count, None, dtype=object)


def _fits(value: Any, array: NDArray[Any]) -> bool:
    if array.dtype == object:
        return array.ndim == 1
    if not isinstance(value, (bool, int, float, np.number, np.bool_, np.ndarray)):
        return False
    item = np.asarray(value)
    return item.shape == array.shape[1:] and np.can_cast(item.dtype, array.dtype)


def _as_objects(array: Any, count: int) -> NDArray[Any]:
    """Returns rows as objects, as they differ in form."""
    rows = np.full(count, None, dtype=object)
    if not isinstance(array, dict):
        for i in range(count):
            rows[i] = array[i]
    return rows

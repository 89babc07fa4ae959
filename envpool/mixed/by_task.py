# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results and actions by task, in a mixed pool of unlike spaces.

The native pool builds a dict by task, but its arrays have a row for every env.
`ByTask` then keeps only the rows of each task. `TaskActions` joins the actions by task
into the arrays that the native pool takes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.actions.validate import ActionNormalizer, ActionReader, as_array
from envpool.python.config.argument_checks import did_you_mean, show
from envpool.python.errors import (
    ActionKeyError,
    ArgumentError,
    ArgumentTypeError,
    EnvPoolError,
)
from envpool.python.results import trees
from envpool.python.results.plans import ApiPlans, Columns, Hook

if TYPE_CHECKING:
    from envpool.mixed.spec import MixedSpecMixin

__all__ = ["ByTask", "TaskActions", "check_padded", "masks_of"]

Ids = NDArray[np.int32]
Rows = slice | NDArray[np.int64]


class ByTask:
    """The hook that reduces each array of a dict by task to the rows of that task.

    Args:
      names: the names of the tasks.
      task_ids: int32 (num_envs,), the task of each env.
      task_column: the number of the column with the task of each row.
      hook: another hook, which is called first; or None.
      hook_columns: the columns that tell whether to call that hook.
    """

    def __init__(
        self,
        names: Sequence[str],
        task_ids: Ids,
        task_column: int,
        hook: Hook | None,
        hook_columns: tuple[int, ...],
    ) -> None:
        self._names = {name: i for i, name in enumerate(names)}
        self._task_ids = task_ids
        starts = np.searchsorted(task_ids, np.arange(len(names) + 1))
        self._slices = [slice(a, b) for a, b in itertools.pairwise(starts)]
        self._column = task_column
        self._hook = hook
        self._hook_columns = hook_columns

    @classmethod
    def wrap(cls, plans: ApiPlans, columns: Columns, spec: MixedSpecMixin) -> ApiPlans:
        """Returns the plans of the pool with this hook."""
        task_column = columns.index["info:task_id"]
        names = [task.name for task in spec.tasks]
        of_envs = [np.full(len(t.env_ids), t.index, np.int32) for t in spec.tasks]
        hook = cls(
            names, np.concatenate(of_envs), task_column, plans.hook, plans.hook_columns
        )
        always = columns.index["ones"]
        return plans._replace(hook=hook, hook_columns=(*plans.hook_columns, always))

    def __call__(self, result: Any, columns: list[NDArray[Any]]) -> Any:
        """Returns the result with the rows of each task."""
        if self._hook is not None and any(columns[c].any() for c in self._hook_columns):
            result = self._hook(result, columns)
        self.select(result, columns[self._column])
        return result

    def select(self, result: Any, tasks: Ids) -> None:
        """Reduces the arrays of each dict by task to the rows of their task.

        Args:
          result: a result, or a part of it; it is changed.
          tasks: int32 (rows,), the task of each row.
        """
        if np.array_equal(tasks, self._task_ids):
            rows: list[Rows] = list(self._slices)  # views
        else:
            rows = [np.flatnonzero(tasks == i) for i in range(len(self._slices))]
        self._select(result, rows)

    def _select(self, node: Any, rows: list[Rows]) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                index = self._names.get(key)
                if index is None:
                    self._select(value, rows)
                else:
                    node[key] = trees.map_arrays(_taker(rows[index]), value)
        elif isinstance(node, tuple) and not trees.is_texts(node):
            for value in node:
                self._select(value, rows)


def _taker(rows: Rows) -> Callable[[Any], Any]:
    def take(leaf: Any) -> Any:
        if not isinstance(leaf, tuple):
            return leaf[rows]
        if isinstance(rows, slice):  # of texts
            return leaf[rows]
        return tuple(leaf[i] for i in rows)

    return take


class TaskActions:
    """Joins actions by task into the arrays that the native pool takes.

    Args:
      spec: the spec of the pool.
      task_ids: int32 (num_envs,), the task of each env.
    """

    def __init__(self, spec: MixedSpecMixin, task_ids: Ids) -> None:
        self._tasks = {task.name: task for task in spec.tasks}
        self._task_ids = task_ids
        self._specs = {
            key: entry
            for key, entry in spec.actions.specs.items()
            if key not in ("env_id", "players.env_id")
        }
        self._names = spec.actions.names
        self._doubles = {
            key for key, entry in self._specs.items() if entry.dtype == np.float64
        }
        self._normalizers = [
            ActionNormalizer(own.action_array_spec) for own in spec.task_specs
        ]
        self._readers = [
            ActionReader(own.action_array_spec, len(task.env_ids))
            for task, own in zip(spec.tasks, spec.task_specs, strict=True)
        ]

    def __call__(self, action: Any, ids: Ids) -> dict[str, NDArray[Any]]:
        """Returns the arrays by key, with a row for each of `ids`.

        Args:
          action: a dict with an action for each task. It has a row for each env of the
            task that is among `ids`, in the same order.
          ids: int32, the envs.

        Raises:
          ActionKeyError: it has another task, or lacks one.
          ArgumentError, ArgumentTypeError: a task's action is wrong.
        """
        if not isinstance(action, Mapping):
            raise ArgumentTypeError(
                f"action: expected a dict by task, got {show(action)}"
            )
        of_rows = self._task_ids[ids]
        self._check_names(action, of_rows)
        found = []
        for name, own in action.items():
            task = self._tasks[name]
            rows = np.flatnonzero(of_rows == task.index)
            local = ids[rows] - task.env_ids[0]
            for key, array in self._read(task.index, name, own, local).items():
                found.append((self._names[task.index][key], rows, array))
        # Envs of doubles may compute with float32 if they are given float32.
        narrow = self._doubles and all(
            self._are_float32(self._tasks[name].index, own)
            for name, own in action.items()
            if not _is_empty(own)
        )
        arrays = {}
        for key, entry in self._specs.items():
            dtype = np.dtype(np.float32) if narrow else entry.dtype
            dtype = dtype if key in self._doubles else entry.dtype
            arrays[key] = np.zeros((len(ids), *entry.inner_shape), dtype)
        for key, rows, array in found:
            arrays[key][rows] = array
        return arrays

    def _are_float32(self, index: int, own: Any) -> bool:
        """Whether a task's action is float32 in all entries of doubles."""
        doubles = [
            key for key, key_of in self._names[index].items() if key_of in self._doubles
        ]
        values = self._normalizers[index].values(own) if doubles else {}
        return all(as_array(key, values[key]).dtype == np.float32 for key in doubles)

    def _check_names(self, action: Mapping[Any, Any], of_rows: Ids) -> None:
        for name in action:
            if name not in self._tasks:
                raise ActionKeyError(
                    f"action: unknown task {name!r}"
                    f"{did_you_mean(str(name), self._tasks)}; known tasks: "
                    f"{', '.join(map(repr, self._tasks))}"
                )
        for name, task in self._tasks.items():
            if name not in action and (of_rows == task.index).any():
                raise ActionKeyError(
                    f"action: expected an action of each task, got none of {name!r}"
                )

    def _read(
        self, index: int, name: str, own: Any, local: Ids
    ) -> dict[str, NDArray[Any]]:
        if not len(local) and _is_empty(own):
            return {}
        try:
            arrays = self._readers[index](own, local)
        except EnvPoolError as error:
            raise type(error)(f"action[{name!r}]: {error}") from error
        keys = list(self._readers[index].keys)
        return dict(zip(keys[2:], arrays[2:], strict=True))


def _is_empty(own: Any) -> bool:
    return hasattr(own, "__len__") and len(own) == 0


def check_padded(spec: MixedSpecMixin, values: Mapping[str, Any], tasks: Ids) -> None:
    """Refuses numbers that the padded space has, but not the space of the row's task.

    Args:
      spec: the spec of the pool.
      values: an action, by key.
      tasks: int32 (rows,), the task of each row.

    Raises:
      ArgumentError: there is such a number.
    """
    for key in spec.actions.padded & set(values):
        entry = spec.actions.specs[key]
        array = as_array(key, values[key])
        has_range = entry.is_discrete or entry.dtype.kind in "iu"
        if not has_range or array.shape != (len(tasks), *entry.inner_shape):
            continue  # the native side refuses a wrong shape
        for task in spec.tasks:
            own = spec.task_specs[task.index].action_array_spec[key]
            corner = tuple(slice(extent) for extent in own.inner_shape)
            part = array[(tasks == task.index, *corner)]
            wrong = part[(part < own.minimum) | (part > own.maximum)]
            if wrong.size:
                raise ArgumentError(
                    f"action: expected numbers from {own.minimum} to {own.maximum} "
                    f"for {task.name!r}, got {wrong.flat[0]}"
                )


def masks_of(
    shapes: Sequence[tuple[int, ...]], largest: tuple[int, ...]
) -> NDArray[np.bool_]:
    """Returns bool (tasks, *largest), true for elements within a task's own shape."""
    masks = np.zeros((len(shapes), *largest), np.bool_)
    for mask, shape in zip(masks, shapes, strict=True):
        mask[tuple(slice(extent) for extent in shape)] = True
    masks.flags.writeable = False
    return masks

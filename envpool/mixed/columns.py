# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The columns of a mixed pool, and the trees that the APIs make of them."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from envpool.mixed.merging import HAS, OF_TASK
from envpool.mixed.spec import MixedSpecMixin
from envpool.pyenvs.messages import OBJECTS
from envpool.pyenvs.pool import PythonColumns, PythonSpecMixin
from envpool.python.results import trees
from envpool.python.results.infos import choose_infos
from envpool.python.results.plans import SHOWN, Columns
from envpool.python.results.trees import Plan

__all__ = ["MixedColumns"]


class MixedColumns(Columns):
    """The columns of a mixed pool.

    Args:
      spec: of the pool.
      keys: of all columns.
      leaf: returns the plan of an observation's array.
      infos: the pool's option.
      is_async: whether the pool is.
      per_player: the entries with a row for each player.
      objects: whether to return infos that have no column.
      draws: whether the pool has the option `randomize`.

    Attributes:
      with_objects: whether to return infos that have no column.
    """

    def __init__(
        self,
        spec: MixedSpecMixin,
        keys: Sequence[str],
        leaf: Any,
        infos: str | tuple[str, ...],
        is_async: bool,
        per_player: set[str],
        objects: bool,
        draws: bool,
    ) -> None:
        super().__init__(
            keys,
            tuple(spec.state_array_spec),
            leaf,
            choose_infos(infos, spec, is_async, draws),
            per_player,
        )
        self._spec = spec
        self.with_objects = objects and OBJECTS in self.index

    def observation(self, prefix: str = "") -> Any:
        """The observation; by task, if the tasks' observations differ."""
        if not self._spec.observations_differ():
            if isinstance(self._spec.task_specs[0], PythonSpecMixin):
                return self._of_task(0, prefix)
            return super().observation(prefix)
        return {
            task.name: self._of_task(task.index, prefix) for task in self._spec.tasks
        }

    def _of_task(self, number: int, prefix: str) -> Any:
        names = self._spec.results.names[number]
        keys = [_own_name(names, key) for key in self.keys]
        spec = self._spec.task_specs[number]
        if isinstance(spec, PythonSpecMixin):
            return PythonColumns(spec, keys, "all", False).observation(prefix)
        own = Columns(
            keys,
            tuple(names),
            functools.partial(self._task_leaf, number),
        )
        return own.observation(prefix)

    def _task_leaf(self, number: int, key: str, column: int) -> Plan:
        spec = self._spec.task_specs[number]
        return self._spec.leaf_of_api(spec, key, column)

    def _infos_except(
        self, left_out: frozenset[str], terminal: bool, prefix: str = ""
    ) -> Any:
        return self._join_tasks(super()._infos_except(left_out, terminal, prefix))

    def _join_tasks(self, node: Any) -> Any:
        """Replaces the columns `@i` of an info by a plan that is a dict by task."""
        if not isinstance(node, dict):
            return node
        if not node or not all(key.startswith("@") for key in node):
            return {key: self._join_tasks(value) for key, value in node.items()}
        by_task = {}
        for task, names in zip(self._spec.tasks, self._spec.results.names, strict=True):
            found = [self.index[key] for key in names.values() if OF_TASK in key]
            of_task = [value for value in node.values() if value in found]
            if of_task:
                by_task[task.name] = of_task[0]
        return "dict", by_task

    def state(self, prefixes: tuple[str, ...] = ("obs", "info")) -> Any:
        """The nested dicts of dm_env's `State`; by task where tasks differ."""
        if not self._spec.observations_differ():
            return self._join_tasks(super().state(prefixes))
        infos = super().state(("info",)) if "info" in prefixes else {}
        obs = trees.dict_plan(self.observation())
        return {"obs": obs, **self._join_tasks(infos)}

    def mask(self, column: Any) -> Plan:
        """The mask of an info: which rows have it."""
        if isinstance(column, tuple):
            return self.index["ones"]
        has = self.index.get(HAS + self.keys[column].removeprefix("final:"))
        return super().mask(column) if has is None else has


def _own_name(names: Mapping[str, str], key: str) -> str:
    """Returns a task's name of a column of the pool."""
    bare = key.removeprefix(SHOWN).removeprefix("final:")
    prefix = key.removesuffix(bare)
    for own, name in names.items():
        if name == bare:
            return prefix + own
    return f"?{key}"  # of other tasks

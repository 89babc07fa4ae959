# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The rows of a rollout for a data set; see `envpool.datasets`."""

from __future__ import annotations

import copy
import functools
import string
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.keywords import COMMON_KEYS
from envpool.python.errors import ArgumentTypeError, NotSupportedError
from envpool.python.results import trees
from envpool.python.results.plans import Columns
from envpool.python.rollouts.columns import Arrays, facts_of
from envpool.python.rollouts.frames import compact
from envpool.python.rollouts.recorded import Facts, Rows

__all__ = ["Layout", "Tape", "leaves_of"]

Leaves = dict[tuple[str, ...], Any]
# Infos of the engine, which the episodes themselves show.
_OF_ENGINE = (
    *("_episode", "_final", "discount", "elapsed_step", "env_id", "episode"),
    *("final_obs", "step_type"),
)


class _Marks(NamedTuple):
    """The numbers of a pool's calls; see `PoolBase`."""

    moves: int
    sent: int
    received: int

    @classmethod
    def of(cls, pool: Any) -> _Marks:
        return cls(pool._moves, pool._num_sent, pool._num_received)


class Layout:
    """How a data set stores the results and actions of a pool.

    Args:
      pool: the pool.
      infos: the plans of the infos to store, by name.

    Attributes:
      states: the plans of observations and infos.
      final: those at the end of an episode, if a row with an end has the first
        observation of the next episode; else empty.

    Raises:
      NotSupportedError: the pool is mixed, or an info has no value at the end.
    """

    def __init__(self, pool: Any, infos: Mapping[str, Any]) -> None:
        from envpool.python.gymnasium_envpool import GymnasiumEnvPoolMixin

        if pool._can_mix:
            raise NotSupportedError(
                "record: expected a pool of one task, got a mixed pool"
            )
        self._pool = pool
        index = pool._columns.index
        leaf = functools.partial(GymnasiumEnvPoolMixin._leaf, pool._env_spec)
        columns = Columns(pool._columns.keys, pool._columns.state_keys, leaf)
        self.states = {"observations": trees.dict_plan(columns.observation())}
        self.final: dict[str, Any] = {}
        own = {key: plan for key, plan in infos.items() if key not in _OF_ENGINE}
        if own:
            self.states["infos"] = ("dict", own)
        if "_final" not in index:
            return
        self.final["observations"] = trees.dict_plan(columns.observation("final:"))
        missing = [key for key in own if f"final:info:{key}" not in index]
        if missing:
            raise NotSupportedError(
                "record: expected infos with values at the end of episodes, got "
                f'{missing} in a pool with autoreset_mode="same_step"'
            )
        if own:
            last = {key: index[f"final:info:{key}"] for key in own}
            self.final["infos"] = ("dict", last)

    def actions(self, arrays: Sequence[NDArray[Any]]) -> Leaves:
        """Returns actions by path, in the dtypes of their space.

        Args:
          arrays: by the action's own entries: (steps, num_envs, ...).
        """
        space = self._pool._env_spec.gymnasium_action_space
        names = list(facts_of(self._pool).actions)
        found: Leaves = {}
        for name, array in zip(names, arrays, strict=True):
            path = trees.gym_path(name) if len(names) > 1 else ()
            own = functools.reduce(lambda inner, key: inner[key], path, space)
            shaped = array.reshape(*array.shape[:2], *own.shape)
            found["actions", *path] = _by_env(shaped).astype(own.dtype, copy=False)
        return found

    def facts(self, rows: Any) -> Any:
        """Returns what the data set checks; the same object for equal arrays."""
        arrays = {
            path: (array.shape[2:], array.dtype)
            for path, array in (*rows.states.items(), *rows.steps.items())
        }
        known = facts_of(self._pool).recorded
        key = tuple(arrays.items())
        if key not in known:
            known[key] = _facts(self._pool, arrays)
        return known[key]


def _facts(pool: Any, arrays: Mapping[tuple[str, ...], Any]) -> Any:
    for path in arrays:
        if any("/" in name or name in (".", "") for name in path):
            raise NotSupportedError(
                f"record: expected names without slashes, got {path}"
            )
    space = pool._env_spec.gymnasium_observation_space
    for path, (_, dtype) in arrays.items():
        if path[0] == "observations" and dtype.kind == "S":
            space = _with_text(space, path[1:], dtype.itemsize)
    action_space = pool._env_spec.gymnasium_action_space
    return Facts(space, action_space, _env_spec(pool), arrays)


class Tape:
    """Prepares a rollout's rows for a data set.

    Args:
      pool: the pool, before the rollout.
      record: the data set.
      infos: the plans of the infos, by name.
      arrays: the arrays of the rollout; columns are added.
    """

    def __init__(
        self, pool: Any, record: Any, infos: Mapping[str, Any], arrays: Arrays
    ) -> None:
        if not hasattr(record, "_add") or not hasattr(record, "_marks"):
            raise ArgumentTypeError(
                f"record: expected an envpool.datasets.Minari, got {record!r}"
            )
        if facts_of(pool).players > 1:
            raise NotSupportedError("record: expected envs with one player")
        self._pool, self._record, self._arrays = pool, record, arrays
        self._index = pool._columns.index
        self._layout = layout = Layout(pool, infos)
        for name, plan in (*layout.states.items(), *layout.final.items()):
            arrays.claim(plan, None, name)
        for key in ("elapsed_step", "done", "terminated", "trunc", "reward"):
            arrays.claim(self._index[key], None, key)
        self._before = _Before(pool, record._marks(pool))

    def finish(self, actions: Sequence[NDArray[Any]], faults: Sequence[Any]) -> None:
        """Gives the rows to the data set, after the rollout.

        Args:
          actions: by the action's own entries: (steps, num_envs, ...).
          faults: those of `run_native`.
        """
        by_column, index, layout = self._arrays.by_column, self._index, self._layout
        ends = _by_env(by_column[index["done"]]).astype(np.bool_)
        elapsed = by_column[index["elapsed_step"]].swapaxes(0, 1)
        is_broken = np.zeros_like(ends)
        for step, env_id, *_ in faults:
            is_broken[env_id, step] = True
        steps = layout.actions(actions) | {
            ("rewards",): _by_env(by_column[index["reward"]]),
            ("terminations",): _by_env(by_column[index["terminated"]]),
            ("truncations",): _by_env(by_column[index["trunc"]]).astype(np.bool_),
        }
        rows = Rows(
            states=self._leaves(layout.states),
            steps=steps,
            first=self._before.states(layout.states),
            final=self._leaves(layout.final) if layout.final else None,
            is_reset=(elapsed == 0) & ~ends,
            ends=ends,
            is_broken=is_broken,
            starts=self._before.starts,
            continues=self._before.continues,
            seeds=self._before.seeds,
        )
        self._record._add(self._pool, _Marks.of(self._pool), rows, layout.facts(rows))

    def _leaves(self, plans: Mapping[str, Any]) -> Leaves:
        """Returns the arrays of plans by path, copied: (num_envs, steps, ...)."""
        by_column = self._arrays.by_column
        flat: list[Any] = [None] * len(self._pool._columns.keys)
        steps, num_envs = next(iter(by_column.values())).shape[:2]
        for column, array in by_column.items():
            flat[column] = array.reshape(steps * num_envs, *array.shape[2:])
        return {
            path: compact(array.reshape(steps, num_envs, *array.shape[1:]))
            for path, array in leaves_of(plans, flat).items()
        }


class _Before:
    """What is known of a pool's envs before a rollout.

    Args:
      pool: the pool.
      marks: those after the rollout whose rows the data set had last, or None.

    Attributes:
      continues: bool (num_envs,): nothing has happened since then.
      starts: bool (num_envs,): the last result is the env's reset.
      seeds: of the resets, or of the first episodes in the rollout.
    """

    def __init__(self, pool: Any, marks: _Marks | None) -> None:
        self._pool = pool
        now = _Marks.of(pool)
        self.continues = np.full(len(pool), now == marks)
        self.starts = np.zeros(len(pool), np.bool_)
        self.seeds: list[int | None] = [None] * len(pool)
        self._columns: Any = None
        if now.sent == 0 and now.moves == 0:
            self.seeds = _first_seeds(pool)
        if now == marks or now.received == pool._moved_at:
            return
        columns = pool._last_columns()
        if columns is None or pool._outstanding:
            return
        owners = columns[pool._columns.index["info:env_id"]]
        is_reset = columns[pool._columns.index["elapsed_step"]] == 0
        failed = pool._last_faulty()
        is_reset &= ~np.isin(owners, failed)
        self.starts[owners[is_reset]] = True
        self._columns, self._owners = columns, owners
        last = pool._last_reset
        if last is not None and last.sent == now.sent:
            self.seeds = _seeds_of(pool, last)
        # A reset of some envs is one call and one result; the others have not moved.
        one_reset = marks is not None and now == (
            marks.moves,
            marks.sent + 1,
            marks.received + 1,
        )
        if one_reset and is_reset.all():
            self.continues[:] = True
            self.continues[owners] = False

    def states(self, plans: Mapping[str, Any]) -> Leaves:
        """Returns the first states of the envs that start, zeros for others."""
        found: Leaves = {}
        if self._columns is None:
            return found
        for path, array in leaves_of(plans, self._columns).items():
            rows = np.zeros((len(self._pool), *array.shape[1:]), array.dtype)
            rows[self._owners] = array
            found[path] = rows
        return found


def _with_text(space: Any, path: tuple[str, ...], width: int) -> Any:
    """Returns the space with Gymnasium's space of texts at the path.

    Some packages have text spaces of their own, which Minari does not know.

    Args:
      space: the space.
      path: to the text.
      width: the most bytes of a text.
    """
    from gymnasium.spaces import Dict, Text

    if path:
        assert isinstance(space, Dict)
        part = _with_text(space[path[0]], path[1:], width)
        return Dict({**space.spaces, path[0]: part})
    if type(space) is Text:
        return space
    return Text(width, min_length=0, charset=string.printable)


def _by_env(array: NDArray[Any]) -> NDArray[Any]:
    """Returns a copy of (steps, num_envs, ...) as (num_envs, steps, ...)."""
    return array.swapaxes(0, 1).copy()


def leaves_of(tree: Any, columns: Any, path: tuple[str, ...] = ()) -> Leaves:
    """Returns the arrays of plans by their path in Minari's files.

    Args:
      tree: plans, or nested dicts of them.
      columns: all columns.
      path: of the plans.
    """
    if isinstance(tree, Mapping):
        parts = list(tree.items())
    elif isinstance(tree, tuple) and tree[0] == "dict":
        parts = list(tree[1].items())
    elif isinstance(tree, tuple) and tree[0] == "tuple":
        parts = [(f"_index_{i}", part) for i, part in enumerate(tree[1])]
    else:
        return {path: _leaf(tree, columns)}
    found: Leaves = {}
    for name, part in parts:
        found |= leaves_of(part, columns, (*path, name))
    return found


def _leaf(plan: Any, columns: Any) -> NDArray[Any]:
    """Returns the array of a leaf; texts are bytes in UTF-8."""
    if trees.is_leaf(plan, "pick") and plan[3] == "str":
        items = columns[plan[1]]
        items = np.ascontiguousarray(items.reshape(len(items), -1))
        width = items.dtype.itemsize * items.shape[1]
        return items.view(f"S{width}").reshape(-1)
    return trees.build(plan, columns)  # type: ignore[no-any-return]


def _first_seeds(pool: Any) -> list[int | None]:
    """Returns the seeds that envs are made with."""
    config = pool._env_spec.config
    if config.env_seed:
        return list(config.env_seed)
    return [config.seed + i for i in range(len(pool))]


def _seeds_of(pool: Any, last: Any) -> list[int | None]:
    """Returns the seeds of a reset, of each env of the pool."""
    found: list[int | None] = [None] * len(pool)
    if last.seeds is None:
        return _first_seeds(pool) if last.is_first else found
    values, given = last.seeds
    for i, (env_id, seed) in enumerate(zip(last.ids, values, strict=True)):
        if given is None or given[i]:
            found[env_id] = int(seed)
    return found


def _env_spec(pool: Any) -> str | None:
    """Returns Gymnasium's spec of the task in JSON; None if it has none.

    It makes an env of EnvPool with the config and the transforms of the pool, or the
    env in Python.
    """
    import gymnasium

    spec, options = pool._env_spec, pool._options
    task_id = spec.id
    if task_id is not None and spec._python_fps is None:
        task_id = f"envpool/{task_id.replace('/', '.')}"
    if task_id not in gymnasium.registry:
        return None
    found = copy.deepcopy(gymnasium.spec(task_id))
    if spec._python_fps is None:
        config, defaults = spec.config._asdict(), spec._defaults()
        own = {key: config[key] for key in config if config[key] != defaults[key]}
        found.max_episode_steps = config["max_episode_steps"] or None
        found.kwargs |= {key: own[key] for key in own if key not in COMMON_KEYS}
        found.kwargs |= {name: getattr(options, name) for name in options.transforms}
    return found.to_json()

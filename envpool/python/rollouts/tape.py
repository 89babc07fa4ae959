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

from envpool.core._core import StackedRows
from envpool.python.config.keywords import COMMON_KEYS
from envpool.python.errors import ArgumentTypeError, NotSupportedError
from envpool.python.params.infos import drawn_values
from envpool.python.results import trees
from envpool.python.results.plans import Columns
from envpool.python.rollouts.columns import Arrays, facts_of
from envpool.python.rollouts.frames import Frames, is_stack
from envpool.python.rollouts.recorded import DataSet, Facts, Rows

__all__ = ["Layout", "Tape", "first_seed", "leaves_of", "seed_arrays", "stored"]

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
        if pool._can_mix:
            raise NotSupportedError(
                "record: expected a pool of one task, got a mixed pool"
            )
        self._pool = pool
        index = pool._columns.index
        leaf = pool._env_spec._gymnasium_leaf
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
            found["actions", *path] = shaped.astype(own.dtype)
        return found

    def facts(self, rows: Rows) -> Any:
        """Returns what the data set checks; the same object for equal arrays."""
        arrays = {
            path: (array.shape[2:], array.dtype)
            for part in (rows.states, rows.steps)
            for path, array in part.items()
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

    Attributes:
      stacks: what finds frames while the envs step.
    """

    def __init__(
        self, pool: Any, record: Any, infos: Mapping[str, Any], arrays: Arrays
    ) -> None:
        if not hasattr(record, "_add") or not hasattr(record, "_marks"):
            raise ArgumentTypeError(
                f"record: expected an envpool.datasets.Minari, got {record!r}"
            )
        if facts_of(pool).current >= 0:
            raise NotSupportedError(
                "record: expected envs in which all players act in each step, got "
                "those in which one player moves"
            )
        self._pool, self._record, self._arrays = pool, record, arrays
        self._index = pool._columns.index
        self._layout = layout = Layout(pool, infos)
        for name, plan in (*layout.states.items(), *layout.final.items()):
            arrays.claim(plan, None, name)
        for key in ("elapsed_step", "done", "terminated", "trunc", "reward"):
            arrays.claim(self._index[key], None, key)
        self._before = _Before(pool, record._marks(pool))
        self._players = facts_of(pool).players
        written = {  # by the envs; other states are computed from columns
            path: plan
            for path, plan in _plans(layout.states).items()
            if isinstance(plan, int) or trees.is_leaf(plan, "view")
            if self._players == 1
        }
        self._stacks = {
            path: stacked(array, record)
            for path, array in self._arrays_of(written).items()
            if is_stack(array.shape[2:], array.dtype)
        }
        self.stacks = [native for native, _ in self._stacks.values()]

    def finish(self, actions: Sequence[NDArray[Any]], faults: Sequence[Any]) -> None:
        """Gives the rows to the data set, after the rollout.

        Args:
          actions: by the action's own entries: (steps, num_envs, ...).
          faults: those of `run_native`.
        """
        layout, index = self._layout, self._index
        column = {
            key: self._of_players(self._arrays.by_column[index[key]])
            for key in ("elapsed_step", "done", "terminated", "trunc", "reward")
        }
        ends = column["done"].astype(np.bool_)
        is_broken = np.zeros((len(ends), len(self._pool)), np.bool_)
        for step, env_id, *_ in faults:
            is_broken[step, env_id] = True
        played = layout.actions(actions).items()
        steps = {path: self._of_players(array) for path, array in played} | {
            ("rewards",): column["reward"].copy(),
            ("terminations",): column["terminated"].copy(),
            ("truncations",): column["trunc"].astype(np.bool_),
        }
        before, final = self._before, None
        if layout.final:
            last = self._arrays_of(_plans(layout.final))
            final = {
                path: self._of_players(array)[ends] for path, array in last.items()
            }
        rows = Rows(
            states=self._states(),
            steps=steps,
            first=before.states(layout.states),
            final=final,
            is_reset=(column["elapsed_step"] == 0) & ~ends,
            ends=ends,
            is_broken=self._of_players(is_broken),
            starts=before.starts.repeat(self._players),
            continues=before.continues.repeat(self._players),
            **seed_arrays([s for s in before.seeds for _ in range(self._players)]),
        )
        self._record._add(self._pool, _Marks.of(self._pool), rows, layout.facts(rows))

    def _states(self) -> dict[tuple[str, ...], NDArray[Any] | Frames]:
        """Returns copies of the states, which are (steps, num_envs, ...)."""
        found: dict[tuple[str, ...], NDArray[Any] | Frames] = {}
        for path, array in self._arrays_of(_plans(self._layout.states)).items():
            if path in self._stacks:
                found[path] = frames_of(array, *self._stacks[path])
            else:
                found[path] = stored(self._of_players(array), self._record)
        return found

    def _of_players(self, array: NDArray[Any]) -> NDArray[Any]:
        """Returns (steps, num_envs * players, ...); each player has its env's rows."""
        if self._players == 1 or array.shape[1] != len(self._pool):
            return array
        return array.repeat(self._players, axis=1)

    def _arrays_of(self, plans: Leaves) -> Leaves:
        """Returns the arrays of leaves: (steps, num_envs, ...)."""
        by_column = self._arrays.by_column
        flat: list[Any] = [None] * len(facts_of(self._pool).keys)
        for column, array in by_column.items():
            steps = len(array)
            flat[column] = array.reshape(steps * array.shape[1], *array.shape[2:])
        found: Leaves = {}
        for path, plan in plans.items():
            array = _leaf(plan, flat)
            found[path] = array.reshape(steps, -1, *array.shape[1:])
        return found


def stacked(
    rows: NDArray[Any], record: DataSet
) -> tuple[StackedRows, NDArray[np.uint8]]:
    """Returns what finds the frames of rows, and its memory.

    Args:
      rows: (steps, num_envs, k, ...), in C order.
      record: the data set.
    """
    newest = record._buffer(rows.nbytes // rows.shape[2])
    return StackedRows(rows, newest), newest


def frames_of(
    rows: NDArray[Any], native: StackedRows, newest: NDArray[np.uint8]
) -> Frames:
    """Returns the frames of rows that have been looked at."""
    others, index = native.finish()
    return Frames([newest, others], index, rows.shape[3:], rows.dtype)


def stored(rows: NDArray[Any], record: DataSet) -> NDArray[Any] | Frames:
    """Returns a copy of rows as data sets have them.

    Args:
      rows: (steps, num_envs, ...).
      record: the data set.
    """
    if not is_stack(rows.shape[2:], rows.dtype):
        return rows.copy()
    rows = np.ascontiguousarray(rows)
    native, newest = stacked(rows, record)
    native.look_at_all()
    return frames_of(rows, native, newest)


def seed_arrays(seeds: Sequence[int | None]) -> dict[str, NDArray[Any]]:
    """Returns `seeds` and `has_seed` of rows."""
    return {
        "seeds": np.array([seed or 0 for seed in seeds], np.int64),
        "has_seed": np.array([seed is not None for seed in seeds], np.bool_),
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
        self._columns = [*columns, *drawn_values(pool, owners).values()]
        self._owners = owners
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
        """Returns the first states of the envs that start, zeros for others.

        If envs have several players, each of them has a row.
        """
        found: Leaves = {}
        if self._columns is None:
            return found
        players = facts_of(self._pool).players
        for path, array in leaves_of(plans, self._columns).items():
            rows = np.zeros((len(self._pool), players, *array.shape[1:]), array.dtype)
            if len(array) == len(self._owners):
                rows[self._owners] = array[:, np.newaxis]
            else:
                owners = self._columns[self._pool._columns.index["info:players.env_id"]]
                order = owners.argsort(kind="stable")
                some = array[order].reshape(-1, players, *array.shape[1:])
                rows[owners[order[::players]]] = some
            found[path] = rows.reshape(-1, *array.shape[1:])
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


def leaves_of(tree: Any, columns: Any) -> Leaves:
    """Returns the arrays of plans by their path in Minari's files.

    Args:
      tree: plans, or nested dicts of them.
      columns: all columns.
    """
    return {path: _leaf(plan, columns) for path, plan in _plans(tree).items()}


def _plans(tree: Any, path: tuple[str, ...] = ()) -> Leaves:
    """Returns the plans of leaves by their path in Minari's files."""
    if isinstance(tree, Mapping):
        parts = list(tree.items())
    elif isinstance(tree, tuple) and tree[0] == "dict":
        parts = list(tree[1].items())
    elif isinstance(tree, tuple) and tree[0] == "tuple":
        parts = [(f"_index_{i}", part) for i, part in enumerate(tree[1])]
    else:
        return {path: tree}
    found: Leaves = {}
    for name, part in parts:
        found |= _plans(part, (*path, name))
    return found


def _leaf(plan: Any, columns: Any) -> NDArray[Any]:
    """Returns the array of a leaf; texts are bytes in UTF-8."""
    if trees.is_leaf(plan, "pick") and plan[3] == "str":
        items = columns[plan[1]]
        items = np.ascontiguousarray(items.reshape(len(items), -1))
        width = items.dtype.itemsize * items.shape[1]
        return items.view(f"S{width}").reshape(-1)
    return trees.build(plan, columns)  # type: ignore[no-any-return]


def first_seed(settings: Any, index: int) -> int:
    """Returns the seed that an env is made with.

    Args:
      settings: what has `seed` and `env_seed`: a pool's config, a recording's header.
      index: of the env in the pool.
    """
    seed: int = settings.env_seed[index] if settings.env_seed else settings.seed + index
    return seed


def _first_seeds(pool: Any) -> list[int | None]:
    """Returns the seeds that envs are made with."""
    config = pool._env_spec.config
    return [first_seed(config, i) for i in range(len(pool))]


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

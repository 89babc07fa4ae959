# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The arrays of a rollout: (steps, num_envs, ...) for each column of results.

If envs have several players, columns of players are (steps, num_envs * players, ...).
The values that `randomize` draws are further columns, after those of the pool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.actions.legal_actions import CURRENT_PLAYER, LegalActions
from envpool.python.config.argument_checks import did_you_mean, show
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.params import infos as param_infos
from envpool.python.params.infos import Drawn
from envpool.python.results import trees
from envpool.python.results.plans import SHOWN
from envpool.python.rollouts.spare_memory import SpareMemory

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = [
    "Arrays",
    "facts_of",
    "info_plans",
    "item_of",
    "rows_before",
]

# Engine's columns that may be asked for as infos.
_ENGINE = ("_final", "_episode", "discount", "step_type")


def _columns_of(plan: Any) -> Iterable[int]:
    if isinstance(plan, int):
        yield plan
    elif plan[0] == "dict":
        for item in plan[1].values():
            yield from _columns_of(item)
    elif plan[0] in ("tuple", "named"):
        for item in plan[2] if plan[0] == "named" else plan[1]:
            yield from _columns_of(item)
    elif plan[0] == "call":
        yield from _columns_of(plan[2])
    else:
        yield plan[1]


class Facts:
    """What rollouts need to know about a pool; it never changes.

    Args:
      pool: the pool.

    Attributes:
      keys: the names of the columns.
      items: by column, the shape and dtype of an item, and the number of items of an
        env; the shape is None if items differ in shape.
      drawn: by column, the values that `randomize` draws.
      players: the number of players of an env.
      actors: the number of rows of an env's action, in entries of players.
      current: the column of the player to move, if an action is that of one of several
        players; else -1.
      actions: the specs of the action's own entries, by their native keys.
      mask: the column of the masks of legal actions, or -1.
      observation: the plan of observations, with NumPy arrays in nested dicts.
      observations: the columns of the observations that users see, in their order.
      last: the columns whose rows after a rollout are kept.
      recorded: what data sets check, by the arrays; see `tape.py`.
    """

    def __init__(self, pool: PoolBase) -> None:
        drawn = param_infos.drawn_of(pool)
        keys = pool._columns.keys
        self.keys = (*keys, *(f"{param_infos.KEY}.{each.name}" for each in drawn))
        self.items = [
            *pool._column_items,
            *((each.shape, each.dtype, 1) for each in drawn),
        ]
        self.drawn: dict[int, Drawn] = dict(enumerate(drawn, len(keys)))
        self.recorded: dict[Any, Any] = {}
        self.actions = {
            key: entry
            for key, entry in pool._env_spec.action_array_spec.items()
            if key not in ("env_id", "players.env_id")
        }
        legal = LegalActions(pool._env_spec)
        self.players = int(pool._env_spec.config.max_num_players)
        is_each = any(entry.is_per_player for entry in self.actions.values())
        self.actors = self.players if is_each and not legal.is_turn_based else 1
        self.current = keys.index(CURRENT_PLAYER) if legal.is_turn_based else -1
        self.mask = keys.index(legal.mask_key) if legal.mask_key else -1
        if self.items[self.mask][1] != np.int8:
            self.mask = -1
        self.observation: Any = trees.dict_plan(pool._columns.observation())
        self.observations = list(dict.fromkeys(_columns_of(self.observation)))
        self.last = [
            column
            for column, key in enumerate(keys)
            if (
                key.removeprefix(SHOWN).startswith("obs")
                or column in (self.mask, self.current)
            )
            and self.items[column][0] is not None
        ]

    def item(self, column: int) -> tuple[tuple[int, ...], np.dtype[Any]]:
        """Returns the shape and the dtype of a column's items.

        Raises:
          NotSupportedError: its items differ in shape.
        """
        shape, dtype, _ = self.items[column]
        if shape is None:
            raise NotSupportedError(
                "rollout: expected entries of one shape, got those of "
                f"{self.keys[column]!r}, which differ in shape"
            )
        return shape, dtype

    def action_rows(self, entry: Any) -> int:
        """Returns the number of items of an env in an entry of its action."""
        return self.actors if self.players > 1 and entry.is_per_player else 1


def facts_of(pool: PoolBase) -> Facts:
    """Returns the pool's facts, which are found out once."""
    if pool._rollout_facts is None:
        pool._rollout_facts = Facts(pool)
    facts: Facts = pool._rollout_facts
    return facts


def item_of(pool: PoolBase, column: int) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Returns the shape and the dtype of a column's items; see `Facts.item`."""
    return facts_of(pool).item(column)


def info_plans(pool: PoolBase, infos: Any) -> dict[str, Any]:
    """Returns the plans of the infos that are asked for, by their names.

    Args:
      pool: the pool.
      infos: None, "all", or names.

    Raises:
      ArgumentError, ArgumentTypeError: a name is unknown.
    """
    if infos is None:
        return {}
    columns = pool._columns
    known: dict[str, Any] = {
        key.removeprefix("info:"): columns.index[key]
        for key in columns.state_keys
        if key.startswith("info:") and key != "info:players.env_id"
    }
    every = {
        name: plan
        for name, plan in known.items()
        if facts_of(pool).items[plan][0] is not None
    }
    known |= {name: columns.index[name] for name in _ENGINE if name in columns.index}
    known["elapsed_step"] = every["elapsed_step"] = columns.index["elapsed_step"]
    if "_final" in columns.index:
        known["final_obs"] = trees.dict_plan(columns.observation("final:"))
    if drawn := facts_of(pool).drawn:
        names = {each.name: column for column, each in drawn.items()}
        known.setdefault(param_infos.KEY, ("dict", names))
    if "_episode" in columns.index:
        known["episode"] = trees.dict_plan(columns.episode())
    if isinstance(infos, str) and infos == "all":
        return every
    if isinstance(infos, str) or not isinstance(infos, Sequence):
        raise ArgumentTypeError(
            f'infos: expected None, "all" or a sequence of names, got {show(infos)}'
        )
    for name in infos:
        if name not in known:
            raise ArgumentError(
                f"infos: expected some of {', '.join(known)}, got {name!r}"
                f"{did_you_mean(name, known) if isinstance(name, str) else ''}"
            )
    return {name: known[name] for name in infos}


class Arrays:
    """The arrays of a rollout, by column.

    Args:
      pool: the pool.
      steps: the number of steps.

    Attributes:
      by_column: (steps, num_envs, ...) for each column.
    """

    def __init__(self, pool: PoolBase, steps: int) -> None:
        self._pool = pool
        self._steps = steps
        self._kept: dict[str, Any] = {}  # the user's objects, by path
        self._memory: list[tuple[str, NDArray[Any]]] = []
        self.by_column: dict[int, NDArray[Any]] = {}

    def claim(self, plan: Any, out: Any, name: str) -> None:
        """Makes the arrays of a plan's columns, or takes the user's.

        Args:
          plan: the plan.
          out: the user's arrays, nested like the result; None for none.
          name: of the part, for errors.
        """
        if not isinstance(plan, int) and plan[0] == "dict":
            self._claim_parts(plan[1], out, name)
            return
        if not isinstance(plan, int) and plan[0] == "tuple":
            parts = {str(i): item for i, item in enumerate(plan[1])}
            if isinstance(out, (tuple, list)):
                out = {str(i): item for i, item in enumerate(out)}
            self._claim_parts(parts, out, name)
            return
        (column,) = set(_columns_of(plan))
        shape, dtype = item_of(self._pool, column)
        if out is None:
            self._allocate(column)
            return
        is_same = isinstance(plan, int)
        if not is_same and plan[0] == "view":
            shape, is_same = tuple(plan[2]), True
        elif not is_same:
            if plan[0] != "pick" or plan[3] == "str":
                raise NotSupportedError(f"out.{name}: expected None for texts")
            shape, dtype = (), np.dtype(plan[3])
        array = self.take(out, shape, dtype, name, self._items(column))
        if is_same and column not in self.by_column:
            native = item_of(self._pool, column)[0]
            self.by_column[column] = array.reshape(*array.shape[:2], *native)
        else:
            self._allocate(column)

    def _claim_parts(self, parts: Mapping[str, Any], out: Any, name: str) -> None:
        if out is not None and not isinstance(out, Mapping):
            raise ArgumentTypeError(f"out.{name}: expected a dict, got {show(out)}")
        for key in out or ():
            if key not in parts:
                raise ArgumentError(
                    f"out.{name}: expected no keys but {', '.join(parts) or 'none'}, "
                    f"got {key!r}"
                )
        for key, item in parts.items():
            self.claim(item, None if out is None else out.get(key), f"{name}.{key}")

    def _allocate(self, column: int) -> None:
        if column not in self.by_column:
            shape, dtype = item_of(self._pool, column)
            rows = len(self._pool) * self._items(column)
            self.by_column[column] = self._new((self._steps, rows, *shape), dtype)

    def _new(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        memory: SpareMemory = self._pool._spare_memory
        try:
            return memory.array(shape, dtype)
        except (MemoryError, OverflowError, ValueError) as error:
            raise MemoryError(
                f"steps: expected few enough for the memory, got {self._steps}, which "
                f"need {dtype} of shape {shape}"
            ) from error

    def _items(self, column: int) -> int:
        items: int = facts_of(self._pool).items[column][2]
        return items

    def take(
        self,
        out: Any,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        name: str,
        items: int = 1,
    ) -> NDArray[Any]:
        """Returns the user's array as a NumPy array, or a new one if it is None.

        Args:
          out: the user's array.
          shape: of an item.
          dtype: of the array.
          name: of the part, for errors.
          items: the number of items of an env.

        Raises:
          ArgumentError, ArgumentTypeError: it does not fit.
        """
        expected = (self._steps, len(self._pool) * items, *shape)
        if out is None:
            return self._new(expected, dtype)
        array = out
        if not isinstance(out, np.ndarray) and hasattr(out, "numpy"):
            try:
                array = out.numpy()
            except (RuntimeError, TypeError) as error:
                raise ArgumentTypeError(
                    f"out.{name}: expected an array or a tensor on the CPU: {error}"
                ) from error
        if not isinstance(array, np.ndarray):
            raise ArgumentTypeError(
                f"out.{name}: expected an array or a tensor on the CPU, got {show(out)}"
            )
        if array.shape != expected or array.dtype != dtype:
            raise ArgumentError(
                f"out.{name}: expected {dtype} of shape {expected}, got {array.dtype} "
                f"of shape {array.shape}"
            )
        flags = array.flags
        if not (flags.c_contiguous and flags.writeable and flags.aligned):
            raise ArgumentError(
                f"out.{name}: expected a writable, aligned array in C order, got "
                "another one"
            )
        for other_name, other in self._memory:
            if np.may_share_memory(array, other):
                raise ArgumentError(
                    f"out.{name}: expected memory of its own, got that of "
                    f"out.{other_name}"
                )
        self._memory.append((name, array))
        self._kept[name] = out
        return array

    def build(self, plan: Any, name: str) -> Any:
        """Returns the part of the result, after the rollout."""
        flat: list[Any] = [None] * len(facts_of(self._pool).keys)
        for column, array in self.by_column.items():
            flat[column] = array.reshape(
                array.shape[0] * array.shape[1], *array.shape[2:]
            )
        return self._shape(trees.build(plan, flat), name)

    def _shape(self, value: Any, name: str) -> Any:
        if isinstance(value, dict):
            return {key: self._shape(v, f"{name}.{key}") for key, v in value.items()}
        if trees.is_texts(value):
            value = np.array(value)
        if isinstance(value, tuple):
            return tuple(self._shape(v, f"{name}.{i}") for i, v in enumerate(value))
        rows = len(value) // self._steps
        value = value.reshape(self._steps, rows, *value.shape[1:])
        return self.given(name, value)

    def given(self, name: str, value: NDArray[Any]) -> Any:
        """Returns the user's object with the content of `value`; else `value`."""
        if name not in self._kept:
            return value
        out = self._kept[name]
        array = dict(self._memory)[name]
        if not np.shares_memory(array, value):
            array[...] = value
        return out


def rows_before(pool: PoolBase, columns: Iterable[int]) -> dict[int, NDArray[Any]]:
    """Returns the rows of all envs before a rollout, by column, in the order of envs.

    Args:
      pool: the pool.
      columns: of masks of legal actions, of players to move, or, if envs have several
        players, of observations.

    Raises:
      ProtocolError: they are not known.
    """
    now = (pool._moves, pool._num_sent)
    if pool._rolled is not None and pool._rolled[0] == now:
        return {column: pool._rolled[1][column] for column in columns}
    facts = facts_of(pool)
    known = (facts.mask, facts.current)
    if not pool._num_received and not pool._moves and all(c in known for c in columns):
        # The first actions are resets.
        makers = {facts.mask: np.ones, facts.current: np.zeros}
        return {column: _empty(pool, column, makers[column]) for column in columns}
    # After a rollout or loaded states, the last result is older than the envs' rows.
    is_newest = pool._num_received != pool._moved_at
    last: Any = (pool._last_columns() if is_newest else None) or []
    owners: Any = last[pool._columns.index["info:env_id"]] if last else []
    if len(np.unique(owners)) != len(pool):
        raise ProtocolError(
            "rollout: expected a result of all envs before it, since the policy reads "
            "its legal actions or observations; call reset() or step() first"
        )
    found = {}
    for column in columns:
        rows = _empty(pool, column, np.empty)
        if len(last[column]) != len(rows):
            raise NotSupportedError(
                f"rollout: expected all {facts.players} players of each env in the "
                f"last result, got {len(last[column])} of {len(pool)} envs"
            )
        by_env = rows.reshape(len(pool), facts.items[column][2], *rows.shape[1:])
        by_env[owners] = last[column].reshape(by_env.shape)
        found[column] = rows
    return found


def _empty(pool: PoolBase, column: int, make: Callable[..., Any]) -> NDArray[Any]:
    """Returns an array with the rows of all envs."""
    shape, dtype = item_of(pool, column)
    made: NDArray[Any] = make(
        (len(pool) * facts_of(pool).items[column][2], *shape), dtype
    )
    return made

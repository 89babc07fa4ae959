# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Converts actions and env ids to plain arrays, or raises a clear error.

The native pool reads plain arrays, and dicts of them, itself. All other actions are
converted here; then the native pool checks the values. Accepted are:

* actions that NumPy can convert to an array of the right count and shape with
  safe casts. Integers are narrowed if their values fit, floats always; floats
  are never cast to integers. Integers must lie in the range of the spec;
  floats may lie outside, as envs clip them.
* dicts of such arrays, nested or with dotted keys.
* env ids: an int, a sequence of distinct integers, or a bool mask with one
  entry per env.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.core._core import check_ids
from envpool.python.actions.players import LastRows, Players, find_players
from envpool.python.config.argument_checks import did_you_mean, show
from envpool.python.errors import (
    ActionKeyError,
    ArgumentError,
    ArgumentTypeError,
)
from envpool.python.protocol import ArraySpec
from envpool.python.results.spaces import int_bounds

__all__ = ["ActionEntry", "ActionNormalizer", "as_array", "check_env_ids", "check_mask"]

IntArray = NDArray[np.int32]
AnyArray = NDArray[Any]


def as_array(name: str, value: Any) -> AnyArray:
    """Converts `value` to a plain array of numbers or bools."""
    if value is None:
        raise ArgumentTypeError(f"{name}: expected an array, got None")
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise ArgumentError(
            f"{name}: expected an array without masked values, got "
            f"{int(np.ma.getmaskarray(value).sum())} masked values"
        )
    try:
        array = _host_array(value)
    except Exception as error:
        raise ArgumentTypeError(
            f"{name}: expected an array, got {show(value)}, which NumPy cannot "
            f"convert: {str(error).partition(chr(10))[0]}"
        ) from error
    if array.dtype.kind not in "biuf":
        if array.dtype.kind == "O" and array.ndim == 0:
            raise ArgumentTypeError(f"{name}: expected an array, got {show(value)}")
        raise ArgumentTypeError(
            f"{name}: expected an array of numbers, got dtype {array.dtype}"
        )
    return array


def _host_array(value: Any) -> AnyArray:
    """As `np.asarray`, also of tensors of another device or with gradients.

    NumPy has no bfloat16: such numbers become float32.
    """
    try:
        array = np.asarray(value)
    except Exception:
        if not (hasattr(value, "detach") and hasattr(value, "cpu")):
            raise
        tensor = value.detach().cpu()
        if str(tensor.dtype) == "torch.bfloat16":
            tensor = tensor.float()
        return np.asarray(tensor)
    if array.dtype.kind == "V" and array.dtype.name == "bfloat16":  # as of JAX
        array = array.astype(np.float32)
    return array


def check_mask(name: str, mask: Any, num_envs: int) -> IntArray:
    """Returns the ids that a mask selects; it must select at least one."""
    array = as_array(name, mask)
    if array.dtype.kind != "b":
        raise ArgumentTypeError(
            f"{name}: expected a mask of dtype bool, got dtype {array.dtype}"
        )
    if array.shape != (num_envs,):
        raise ArgumentError(
            f"{name}: expected a mask of shape ({num_envs},), got shape {array.shape}"
        )
    ids = np.flatnonzero(array).astype(np.int32)
    if not len(ids):
        raise ArgumentError(f"{name}: expected at least one env, got none")
    return ids


def check_env_ids(
    name: str, value: Any, num_envs: int, repeats: bool = False
) -> IntArray:
    """Returns env ids as an array of int32.

    Args:
      name: the name of the argument, for errors.
      value: the ids.
      num_envs: the number of envs.
      repeats: whether ids may be repeated.

    Raises:
      ArgumentTypeError: `value` does not consist of integers.
      ArgumentError: it has more than one dimension.
      EnvIdError: an id is out of range or repeated.
    """
    if isinstance(value, (list, tuple)) and not len(value):
        return np.zeros(0, np.int32)
    array = as_array(name, value)
    if array.dtype.kind == "b":
        if array.shape != (num_envs,):
            raise ArgumentError(
                f"{name}: expected ids, or a mask of shape ({num_envs},), got "
                f"dtype bool and shape {array.shape}"
            )
        return np.flatnonzero(array).astype(np.int32)
    if array.dtype.kind == "f":
        raise ArgumentTypeError(f"{name}: expected integers, got dtype {array.dtype}")
    if array.ndim == 0:
        array = array[np.newaxis]
    if array.ndim != 1:
        raise ArgumentError(f"{name}: expected one dimension, got shape {array.shape}")
    if not repeats:  # of more ids than envs, one of the first must be wrong
        array = array[: num_envs + 1]  # the rest may not fit into memory
    array = array.copy()  # others may write to the caller's memory meanwhile
    check_ids(name, array, num_envs, not repeats)
    return array.astype(np.int32)


class ActionEntry:
    """The required arrays of one action key.

    Attributes:
      key: its name.
      dtype: of its arrays.
      shape: of one row.
      limits: the range of its integers, if narrower than the dtype's, or of its
        choices; else None.
    """

    def __init__(self, key: str, spec: ArraySpec) -> None:
        self.key = key
        self.dtype = spec.dtype
        self.per_player = spec.is_per_player
        self.shape = tuple(spec.shape[1:] if self.per_player else spec.shape)
        self.is_choice = int_bounds(spec, is_action=True) is not None
        self.limits = self._limits(spec)

    @staticmethod
    def _limits(spec: ArraySpec) -> tuple[Any, Any] | None:
        """Returns the range to check, if it is narrower than the dtype's."""
        if spec.dtype.kind == "f" and spec.is_discrete:
            return np.asarray(spec.minimum), np.asarray(spec.maximum)
        if spec.dtype.kind not in "iu":
            return None
        info = np.iinfo(spec.dtype)
        low, high = np.asarray(spec.minimum), np.asarray(spec.maximum)
        if (low <= info.min).all() and (high >= info.max).all():
            return None
        return low, high

    def check(self, array: AnyArray, count: int, rows: str) -> AnyArray:
        """Returns `array` as `count` rows of this entry."""
        return self._cast(self.fit(array, count, rows))

    def fit(self, array: Any, count: int, rows: str) -> Any:
        """Returns `array`, of NumPy or of JAX, with the shape of `count` rows."""
        if count == 1 and array.shape == self.shape:
            array = array[np.newaxis]  # the axis of a single env may be omitted
        if self.is_choice and array.shape == (count,):
            array = array.reshape(count, *self.shape)  # as in its space
        if array.shape != (count, *self.shape):
            raise ArgumentError(
                f"{self.key}: expected shape {(count, *self.shape)}, {rows}, "
                f"got shape {array.shape}"
            )
        return array

    def _cast(self, array: AnyArray) -> AnyArray:
        kind = self.dtype.kind
        if kind in "iub" and array.dtype.kind == "f" and array.size:
            raise ArgumentTypeError(
                f"{self.key}: expected {self.dtype}, got dtype {array.dtype}; "
                "floats are not cast to integers"
            )
        if kind == "b" and not np.isin(array, (0, 1)).all():
            raise ArgumentError(
                f"{self.key}: expected bools, got other values of dtype {array.dtype}"
            )
        if kind in "iu" and array.dtype != self.dtype and array.size:
            info = np.iinfo(self.dtype)
            if int(array.min()) < info.min or int(array.max()) > info.max:
                raise ArgumentError(
                    f"{self.key}: expected values that fit {self.dtype}, got values "
                    f"from {array.min()} to {array.max()}"
                )
        # The native side widens float32 itself and tells the env, as some envs
        # compute with the precision of the user's numbers.
        wide = self.dtype == np.float64 and array.dtype == np.float32
        with np.errstate(over="ignore"):
            return np.asarray(array, dtype=None if wide else self.dtype, order="C")


class ActionNormalizer:
    """Converts an action to the arrays that the native `_send` takes.

    Args:
      specs: the action entries, `env_id` and `players.env_id` first.
      num_envs: the number of envs.
      max_num_players: the maximum number of players per env.
      is_async: whether `recv` returns fewer rows than there are envs.
      last_rows: returns the envs of the last result's rows.
    """

    def __init__(
        self,
        specs: Mapping[str, ArraySpec],
        num_envs: int,
        max_num_players: int,
        is_async: bool,
        last_rows: Callable[[], LastRows | None],
    ) -> None:
        self._keys = list(specs)
        self._own = [
            ActionEntry(key, spec)
            for key, spec in specs.items()
            if key not in ("env_id", "players.env_id")
        ]
        self._all_ids = np.arange(num_envs, dtype=np.int32)
        self._max_num_players = max_num_players
        self._is_async = is_async
        self._last_rows = last_rows

    def __call__(self, action: Any, env_id: Any = None) -> list[AnyArray]:
        """Returns one checked array for each action key."""
        values = self.values(action)
        for entry in self._own:
            values[entry.key] = as_array(entry.key, values[entry.key])
        ids = self._ids(values, env_id)
        players = self._players(values, ids)
        for entry in self._own:
            if entry.per_player and self._max_num_players > 1:
                count = len(players.env_id)
                rows = f"one row for each of {count} players"
            else:
                count = len(ids)
                rows = f"one row for each of {count} envs"
            array = entry.check(values[entry.key], count, rows)
            if entry.per_player and players.order is not None:
                array = array[players.order]
            values[entry.key] = array
        values["env_id"] = ids
        values["players.env_id"] = players.env_id
        return [values[key] for key in self._keys]

    @property
    def entries(self) -> Sequence[ActionEntry]:
        """The env's own action keys."""
        return self._own

    def values(self, action: Any) -> dict[str, Any]:
        """Returns the value of each key of `action`, unchecked."""
        if isinstance(action, Mapping):
            return self._flatten(action)
        if len(self._own) == 1:
            return {self._own[0].key: action}
        raise ArgumentTypeError(
            f"action: expected a dict with keys {self._own_keys()}, got {show(action)}"
        )

    def _own_keys(self) -> str:
        return ", ".join(repr(entry.key) for entry in self._own)

    def _flatten(self, action: Mapping[Any, Any]) -> dict[str, Any]:
        """Flattens a nested dict and checks its keys."""
        values: dict[str, Any] = {}

        def visit(node: Mapping[Any, Any], prefix: str) -> None:
            for name, value in node.items():
                key = f"{prefix}{name}"
                if isinstance(value, Mapping):
                    visit(value, f"{key}.")
                    continue
                if key not in self._keys:
                    raise ActionKeyError(
                        f"action: unknown key {key!r}"
                        f"{did_you_mean(key, self._keys)}; "
                        f"known keys: {', '.join(map(repr, self._keys))}"
                    )
                values[key] = value

        visit(action, "")
        missing = [e.key for e in self._own if e.key not in values]
        if missing:
            raise ActionKeyError(
                f"action: expected keys {self._own_keys()}, got no "
                f"{', '.join(map(repr, missing))}"
            )
        return values

    def _ids(self, values: Mapping[str, Any], env_id: Any) -> IntArray:
        given = [each for each in (env_id, values.get("env_id")) if each is not None]
        if given:
            found = [
                check_env_ids("env_id", each, len(self._all_ids)) for each in given
            ]
            if not np.array_equal(found[0], found[-1]):
                raise ArgumentError(
                    "env_id: expected the same ids as in the action's key 'env_id', "
                    f"got {show(env_id)} and {show(values['env_id'])}"
                )
            return found[0]
        if self._is_async:
            rows = [values[entry.key].shape[:1] for entry in self._own]
            if any(shape != self._all_ids.shape for shape in rows):
                raise ArgumentError(
                    "env_id: in asynchronous mode, expected env_id or an action for "
                    f'each of the {len(self._all_ids)} envs; pass info["env_id"] of '
                    "the result that the actions respond to"
                )
        return self._all_ids

    def _players(self, values: Mapping[str, Any], ids: IntArray) -> Players:
        rows: dict[str, int] = {}
        for entry in self._own:
            if entry.per_player and self._max_num_players > 1:
                array = values[entry.key]
                rows[entry.key] = len(array) if array.ndim else 1
        return find_players(
            ids,
            rows,
            values.get("players.env_id"),
            self._max_num_players,
            self._last_rows,
        )

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Turns actions and env ids into arrays, which the native side reads and checks.

A pool reads arrays, and dicts of them, itself. For other objects, such as lists,
tensors and scalars, it calls an `ActionNormalizer` and reads the arrays that this
returns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.core._core import ActionReader as NativeReader
from envpool.core._core import read_ids
from envpool.python.array_spec import ArraySpec
from envpool.python.config.argument_checks import did_you_mean, show
from envpool.python.errors import (
    ActionKeyError,
    ArgumentError,
    ArgumentTypeError,
)

__all__ = [
    "ActionNormalizer",
    "ActionReader",
    "as_array",
    "check_env_ids",
    "check_mask",
]

_ID_KEYS = ("env_id", "players.env_id")

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
    """Like `np.asarray`, but also takes tensors on other devices or with gradients.

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
    if array.dtype.kind == "V" and array.dtype.name == "bfloat16":  # e.g. from JAX
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
    return read_ids(name, _id_array(name, value), num_envs, not repeats)


def _id_array(name: str, value: Any) -> AnyArray:
    if isinstance(value, (list, tuple)) and not len(value):
        return np.zeros(0, np.int32)
    return as_array(name, value)


class ActionNormalizer:
    """Turns the objects of actions into arrays.

    Args:
      specs: the action entries; `env_id` and `players.env_id` come first.
    """

    def __init__(self, specs: Mapping[str, ArraySpec]) -> None:
        self._keys = list(specs)
        self._own = [key for key in specs if key not in _ID_KEYS]

    def __call__(
        self, action: Any, env_id: Any = None
    ) -> tuple[dict[str, AnyArray], AnyArray | None]:
        """Returns the arrays of an action, by their keys, and of env ids."""
        arrays = {
            key: _id_array(key, value) if key in _ID_KEYS else _numbers(key, value)
            for key, value in self.values(action).items()
            if value is not None or key not in _ID_KEYS
        }
        return arrays, None if env_id is None else _id_array("env_id", env_id)

    def values(self, action: Any) -> dict[str, Any]:
        """Returns the value of each key of `action`, unchecked."""
        if isinstance(action, Mapping):
            return self._flatten(action)
        if len(self._own) == 1:
            return {self._own[0]: action}
        raise ArgumentTypeError(
            f"action: expected a dict with keys {', '.join(map(repr, self._own))}, "
            f"got {show(action)}"
        )

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
        missing = [key for key in self._own if key not in values]
        if missing:
            raise ActionKeyError(
                f"action: expected keys {', '.join(map(repr, self._own))}, got no "
                f"{', '.join(map(repr, missing))}"
            )
        return values


def _numbers(key: str, value: Any) -> AnyArray:
    """Returns an array with a dtype that C++ supports."""
    array = as_array(key, value)
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        with np.errstate(over="ignore"):
            return array.astype(np.float64)
    return array


class ActionReader:
    """Reads actions as a pool with these specs does.

    Args:
      specs: see `ActionNormalizer`.
      num_envs: the number of envs.
      max_num_players: the maximum number of players per env.
      is_async: whether `recv` returns fewer rows than there are envs.
    """

    def __init__(
        self,
        specs: Mapping[str, ArraySpec],
        num_envs: int,
        max_num_players: int = 1,
        is_async: bool = False,
    ) -> None:
        self.keys = tuple(specs)
        self._normalize = ActionNormalizer(specs)
        entries = [spec.native_entry(key) for key, spec in specs.items()]
        self.native = NativeReader(entries, num_envs, max_num_players, is_async)

    def __call__(
        self,
        action: Any,
        env_id: Any = None,
        last: tuple[IntArray, IntArray] | None = None,
    ) -> list[AnyArray]:
        """Returns one checked array for each action key.

        Args:
          action: the action.
          env_id: its envs.
          last: the env ids of the last result's rows, and of its players' rows.
        """
        arrays = self.native.read(action, env_id, last)
        if arrays is None:
            action, env_id = self._normalize(action, env_id)
            arrays = self.native.read(action, env_id, last)
        assert arrays is not None
        return arrays

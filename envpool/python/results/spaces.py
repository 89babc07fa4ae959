# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Spaces and dm_env specs from array specs.

The same code makes spaces of `gymnasium` and `gym`: it gets the module of spaces as
an argument. All spaces describe one env, without the player axis.
"""

from __future__ import annotations

import importlib
import math
import sys
import types
from collections.abc import Sequence
from typing import Any

import numpy as np

from envpool.python.array_spec import ArraySpec
from envpool.python.errors import NotSupportedError
from envpool.python.missing import missing_library
from envpool.python.results.trees import Plan, sequence

__all__ = [
    "bounds",
    "classic_observation",
    "gym_module",
    "gymnasium_leaf",
    "gymnasium_observation",
    "gymnasium_spaces",
    "int_bounds",
    "make_dm_spec",
    "make_space",
    "nested_space",
]

# Integers with more values than this get a Box space.
_MAX_DISCRETE = 2**20


def gymnasium_spaces() -> types.ModuleType:
    """Returns `gymnasium.spaces`.

    Raises:
      NotSupportedError: Gymnasium is not installed.
    """
    try:
        # Importing the package first waits for a thread that is importing it.
        importlib.import_module("gymnasium")
    except ModuleNotFoundError as error:
        cause = missing_library(error)
        if cause is None:
            raise
        raise NotSupportedError(f"spaces need {cause}") from error
    return importlib.import_module("gymnasium.spaces")


def gym_module() -> types.ModuleType:
    """Returns the package `gym`, for users who request its spaces.

    On import, gym prints that it is unmaintained. The message is suppressed: EnvPool's
    users know this.

    Raises:
      NotSupportedError: `gym` is not installed, or does not work.
    """
    if sys.modules.get("gym") is not None:
        return importlib.import_module("gym")  # waits if a thread is importing it
    try:
        notices: Any = importlib.import_module("gym_notices.notices")
    except ImportError:
        notices = types.SimpleNamespace(notices={})
    saved, notices.notices = notices.notices, {}
    try:
        return importlib.import_module("gym")
    except Exception as error:  # missing, or too old for this NumPy
        raise NotSupportedError(
            f"gym_spaces: the package gym cannot be imported ({error}); install it "
            'with: pip install "envpool[gym]"'
        ) from error
    finally:
        notices.notices = saved


def bounds(spec: ArraySpec) -> tuple[Any, Any]:
    """Returns low and high, each of the entry's shape and dtype."""
    shape = spec.inner_shape
    low, high = (
        np.array(np.broadcast_to(np.asarray(bound).astype(spec.dtype), shape))
        for bound in (spec.minimum, spec.maximum)
    )
    return low, high


def int_bounds(spec: ArraySpec, is_action: bool) -> tuple[int, int] | None:
    """Returns the range of an entry that is a single choice, else None."""
    size = math.prod(abs(extent) for extent in spec.shape)
    if size != 1 or isinstance(spec.minimum, np.ndarray):
        return None
    if not np.issubdtype(spec.dtype, np.integer) and not (
        is_action and spec.is_discrete
    ):
        return None
    low, high = float(spec.minimum), float(spec.maximum)
    if not (low.is_integer() and high.is_integer()):  # inf is no integer either
        return None
    if high >= _MAX_DISCRETE or high < low:
        return None
    return int(low), int(high)


def _refuse_ragged(spec: ArraySpec) -> None:
    if spec.is_ragged:
        raise NotSupportedError(
            f"an entry whose rows differ in shape cannot have a space: {spec}"
        )


def make_space(spec: ArraySpec, is_action: bool, spaces: types.ModuleType) -> Any:
    """Returns the space of one entry.

    Args:
      spec: the entry.
      is_action: marks of discreteness count for actions only.
      spaces: `gymnasium.spaces` or `gym.spaces`.
    """
    _refuse_ragged(spec)
    choice = int_bounds(spec, is_action)
    if choice is not None:
        low, high = choice
        return spaces.Discrete(n=high - low + 1, start=low)
    if spec.dtype == np.bool_:
        return spaces.MultiBinary(spec.inner_shape)
    if is_action and _are_bits(spec):
        return spaces.MultiBinary(*spec.inner_shape)
    return _box(spec, spaces)


def _are_bits(spec: ArraySpec) -> bool:
    """Returns whether the entry is a vector of bits: integers in [0, 1]."""
    is_bit = not isinstance(spec.minimum, np.ndarray) and (
        (spec.minimum, spec.maximum) == (0, 1)
    )
    is_integer = np.issubdtype(spec.dtype, np.integer)
    return is_integer and is_bit and len(spec.inner_shape) == 1


def _box(spec: ArraySpec, spaces: types.ModuleType) -> Any:
    low_array, high_array = bounds(spec)
    return spaces.Box(
        low=low_array,
        high=high_array,
        shape=spec.inner_shape,
        dtype=spec.dtype.type,
    )


def gymnasium_observation(
    spec: ArraySpec, choices: Sequence[int], spaces: types.ModuleType
) -> Any:
    """Returns the space of an observation in the `gymnasium` API.

    A number that is no choice has shape (1,), since libraries expect dimensions.

    Args:
      spec: the entry.
      choices: if not empty, the entry is a tuple of choices of these sizes.
      spaces: `gymnasium.spaces`.
    """
    if choices:
        return spaces.Tuple([spaces.Discrete(n) for n in choices])
    if spec.is_ragged or spec.inner_shape or int_bounds(spec, False) is not None:
        return make_space(spec, False, spaces)
    one = ArraySpec(spec.dtype, [1], (spec.minimum, spec.maximum))
    return make_space(one, False, spaces)


def gymnasium_leaf(spec: ArraySpec, choices: Sequence[int], column: int) -> Plan:
    """Returns the plan of an array as `gymnasium_observation` describes it."""
    if choices:
        return "tuple", [("pick", column, i, "int64") for i in range(len(choices))]
    if spec.is_ragged:
        return column
    if int_bounds(spec, False) is not None:
        return "pick", column, 0, "int64"
    return column if spec.inner_shape else ("view", column, (1,))


def classic_observation(spec: ArraySpec, spaces: types.ModuleType) -> Any:
    """Returns the space that contains the rows of the native array."""
    if spec.is_ragged or not spec.inner_shape or int_bounds(spec, False) is None:
        return make_space(spec, False, spaces)
    return _box(spec, spaces)


def nested_space(tree: Any, spaces: types.ModuleType) -> Any:
    """Converts nested dicts of spaces to `Dict` and `Tuple` spaces."""
    if not isinstance(tree, dict):
        return tree
    items = sequence(tree)
    if items is not None:
        return spaces.Tuple([nested_space(item, spaces) for item in items])
    return spaces.Dict(
        {key: nested_space(value, spaces) for key, value in tree.items()}
    )


def make_dm_spec(name: str, spec: ArraySpec, is_action: bool) -> Any:
    """Returns the dm_env spec of one entry."""
    from dm_env import specs

    _refuse_ragged(spec)
    choice = int_bounds(spec, is_action)
    if choice is not None and choice[0] == 0:
        is_integer = np.issubdtype(spec.dtype, np.integer)
        return specs.DiscreteArray(
            num_values=choice[1] + 1,
            dtype=spec.dtype.type if is_integer else np.int32,
            name=name,
        )
    return specs.BoundedArray(
        shape=spec.inner_shape,
        dtype=spec.dtype.type,
        minimum=spec.minimum,
        maximum=spec.maximum,
        name=name,
    )

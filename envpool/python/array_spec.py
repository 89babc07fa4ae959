# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The description of one array of a result or an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["ArraySpec", "NativeEntry"]

# (key, shape, lows, highs, is_discrete); the bounds are of the entry's dtype.
NativeEntry = tuple[str, Sequence[int], NDArray[Any], NDArray[Any], bool]


class ArraySpec:
    """Shape, dtype and bounds of one state or action entry.

    Attributes:
      dtype: the element type.
      shape: a leading -1 stands for the players of an env. For a ragged entry,
        the pair (outer shape, inner shape).
      minimum: the lower bound, a scalar or an array of the entry's shape.
      maximum: the upper bound.
      is_discrete: whether the env's author marked it so.
    """

    __slots__ = ("dtype", "is_discrete", "maximum", "minimum", "shape")

    def __init__(
        self,
        dtype: Any,
        shape: Sequence[Any],
        bounds: tuple[Any, Any],
        element_wise_bounds: tuple[Sequence[Any], Sequence[Any]] = ((), ()),
        is_discrete: bool = False,
    ) -> None:
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self.shape: list[Any] = list(shape)
        low, high = element_wise_bounds
        self.minimum: Any = np.array(low) if len(low) else bounds[0]
        self.maximum: Any = np.array(high) if len(high) else bounds[1]
        self.is_discrete = bool(is_discrete)

    @property
    def is_ragged(self) -> bool:
        """Whether each row has an array of its own shape."""
        return any(not isinstance(extent, int) for extent in self.shape)

    @property
    def is_per_player(self) -> bool:
        """Whether there is one entry for each player of an env."""
        outer = self.shape[0] if self.is_ragged else self.shape
        return bool(outer) and outer[0] == -1

    @property
    def inner_shape(self) -> tuple[int, ...]:
        """The shape of one entry, without players."""
        return tuple(extent for extent in self.shape if extent != -1)

    def of_player(self) -> ArraySpec:
        """Returns the entry of one player."""
        made = self.converted(self.dtype.name)
        made.shape = list(self.inner_shape)
        return made

    def converted(self, dtype: str | None) -> ArraySpec:
        """Returns a copy with another dtype; None keeps the dtype."""
        if dtype is None:
            return self
        bounds = (self.minimum, self.maximum)
        return ArraySpec(dtype, self.shape, bounds, ((), ()), self.is_discrete)

    def native_entry(self, key: str) -> NativeEntry:
        """Returns the description that core/binding/columns.h reads."""
        low, high = (
            np.asarray(bound, self.dtype) for bound in (self.minimum, self.maximum)
        )
        return key, self.shape, low, high, self.is_discrete

    def __repr__(self) -> str:
        return (
            f"ArraySpec(shape={self.shape}, dtype={self.dtype}, "
            f"minimum={self.minimum}, maximum={self.maximum}, "
            f"is_discrete={self.is_discrete})"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ArraySpec):
            return NotImplemented
        return (
            self.dtype == other.dtype
            and self.shape == other.shape
            and self.is_discrete == other.is_discrete
            and np.array_equal(self.minimum, other.minimum)
            and np.array_equal(self.maximum, other.maximum)
        )

    __hash__ = None  # type: ignore[assignment]

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Stacks of frames: a row shares most of its frames with the row before.

So a data set has each frame once. The frames are found while the envs step; see
core/rollout/stacked_rows.h.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Frames", "is_stack"]

# Of a frame; smaller ones are cheaper to copy than to compare.
_LEAST_BYTES = 1024
_MOST_FRAMES = 16


@dataclass(frozen=True)
class Frames:
    """Rows of stacks of frames.

    Attributes:
      parts: uint8 (bytes,): the frames, one after another.
      index: int64 (steps, num_envs, k): the frames of each stack, counted through all
        parts.
      frame: the shape of a frame.
      dtype: of the frames.
    """

    parts: Sequence[NDArray[np.uint8]]
    index: NDArray[np.int64]
    frame: tuple[int, ...]
    dtype: np.dtype[Any]

    @property
    def shape(self) -> tuple[int, ...]:
        """That of the array: (steps, num_envs, k, ...)."""
        return (*self.index.shape, *self.frame)

    @property
    def nbytes(self) -> int:
        """The bytes in memory."""
        return self.index.nbytes + sum(part.nbytes for part in self.parts)


def is_stack(shape: Sequence[int], dtype: np.dtype[Any]) -> bool:
    """Whether arrays of this shape are stored frame by frame.

    Args:
      shape: of a row: (frames, ...).
      dtype: of the array.
    """
    return (
        len(shape) > 1
        and 1 < shape[0] <= _MOST_FRAMES
        and prod(shape[1:]) * dtype.itemsize >= _LEAST_BYTES
    )

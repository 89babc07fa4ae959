# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""SpareMemory: memory of large arrays that are no longer used, for new arrays.

The system clears new memory page by page, which takes longer than the steps of fast
envs. Arrays that are made here give their memory back when nothing refers to them or
to their views.

Threads: any. Garbage collection may give memory back in the middle of any other
method, so there are no locks, and lists are copied before they are searched.
"""

from __future__ import annotations

import contextlib
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["SpareMemory"]

_LEAST = 1 << 16  # bytes; smaller arrays are made quickly
_MOST = 1 << 28  # bytes that are kept


class _Block:
    def __init__(self, size: int) -> None:
        self.memory = np.empty(size, np.uint8)

    @property
    def size(self) -> int:
        return self.memory.nbytes


class _Lease:
    """The base of an array in a block. Its end is the end of all views."""

    def __init__(self, block: _Block, home: SpareMemory) -> None:
        self._block = block
        self._home = home

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return self._block.memory.__array_interface__

    def __del__(self) -> None:
        self._home._give(self._block)


class SpareMemory:
    """Up to 256 MB of memory that arrays have had."""

    def __init__(self) -> None:
        self._blocks: list[_Block] = []  # the ones that were given first come first
        self._most = _MOST

    def array(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        """Returns an uninitialised array, like `np.empty`.

        Raises:
          MemoryError, OverflowError, ValueError: it would be too large.
        """
        size = math.prod(shape) * dtype.itemsize
        if size < _LEAST or dtype.hasobject:
            return np.empty(shape, dtype)
        lease = _Lease(self._take(size), self)
        return np.asarray(lease).view(dtype).reshape(shape)

    def close(self) -> None:
        """Frees the memory. What arrays give back later is not kept."""
        self._most = 0
        self._blocks.clear()

    def _take(self, size: int) -> _Block:
        for block in list(self._blocks):
            if block.size == size:
                with contextlib.suppress(ValueError):  # another thread was faster
                    self._blocks.remove(block)
                    return block
        return _Block(size)

    def _give(self, block: _Block) -> None:
        self._blocks.append(block)
        while sum(each.size for each in list(self._blocks)) > self._most:
            with contextlib.suppress(IndexError):
                self._blocks.pop(0)

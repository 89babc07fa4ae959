# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results as tensors of PyTorch on a device of CUDA.

The device copies in a separate stream, which does not wait for work that the caller has
queued. Only work that the caller queues later, in its current stream, waits for the
copy.

Each copy takes PyTorch and CUDA some 20 microseconds, whatever its size. So the small
arrays of a result are first put into one block of page-locked memory, which is copied
to one block of the device; their tensors share it. A tensor in such a block keeps all
of it alive, so that large arrays of results that are not static are copied one by one.
"""

from __future__ import annotations

import functools
import math
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from envpool.core._core import NativePool

__all__ = ["Block", "CudaCopies", "StaticCudaCopies", "lock_pages"]

# Arrays of more bytes are copied one by one; for these the bytes are what takes time.
MOST_SHARED = 1 << 16
# Where arrays may begin in a block: at multiples of this many bytes, as in the pool.
ALIGNMENT = 64

Arrays = Sequence["NDArray[Any] | None"]


def lock_pages(torch: Any, pool: NativePool) -> None:
    """Makes the pool write to page-locked memory, which a device can read directly.

    If the user keeps many results, the pool adds memory that is not locked. CUDA copies
    from that memory more slowly.

    Args:
      torch: the module.
      pool: a pool without locked memory.
    """
    size, count = pool._block_sizes
    memory = torch.zeros(size * count + 64, dtype=torch.uint8).pin_memory()
    pool._lend(memory.numpy())


@functools.lru_cache(1024)
def _strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the strides of a C-contiguous array, in elements."""
    ends = np.cumprod((1, *shape[:0:-1]))
    return tuple(int(end) for end in ends[: len(shape)][::-1])


class Block:
    """Where the arrays of a result lie in one block of memory.

    Args:
      torch: the module.
      arrays: the arrays; None for parts of the result that are not copied.
      most: the size in bytes of the largest array that has a place in the block.

    Attributes:
      offsets: the offset in bytes of each array in the block, by its index.
      size: the size of the block in bytes.
    """

    def __init__(self, torch: Any, arrays: Arrays, most: float) -> None:
        self._torch = torch
        self.offsets: dict[int, int] = {}
        self.size = 0
        for i, array in enumerate(arrays):
            if array is not None and array.nbytes <= most:
                self.offsets[i] = self.size
                self.size += -(-array.nbytes // ALIGNMENT) * ALIGNMENT

    def fill(self, memory: NDArray[np.uint8], arrays: Arrays) -> None:
        """Writes these arrays to the memory of a block."""
        for i, offset in self.offsets.items():
            array = arrays[i]
            if array is not None:
                np.ndarray(array.shape, array.dtype, memory, offset)[...] = array

    def tensors(self, arrays: Arrays, memory: Any) -> list[Any]:
        """Returns the arrays' tensors in a block on a device, and None for others.

        They are not views of a common tensor: PyTorch would otherwise regard a change
        of one as a change of all.
        """
        torch = self._torch
        storage, device = memory.untyped_storage(), memory.device
        tensors: list[Any] = [None] * len(arrays)
        for i, offset in self.offsets.items():
            array: Any = arrays[i]
            dtype = _dtype(torch, array.dtype)
            tensors[i] = torch.empty(0, dtype=dtype, device=device).set_(
                storage, offset // array.itemsize, array.shape, _strides(array.shape)
            )
        return tensors


@functools.lru_cache(64)
def _dtype(torch: Any, dtype: np.dtype[Any]) -> Any:
    return torch.from_numpy(np.empty(0, dtype)).dtype


class _Tensors(list[Any]):
    """The tensors of a result, with what updates them."""

    block: Block
    memory: Any  # the block on the device


class CudaCopies:
    """Copies the arrays of a result to the device in a separate stream.

    PyTorch keeps a tensor's memory until the work in both streams is done. Arrays
    outside the block must stay unchanged as long as someone refers to them.

    Args:
      torch: the module.
      device: a `torch.device` of CUDA, with its index.
    """

    # See `Block`.
    most: float = MOST_SHARED

    def __init__(self, torch: Any, device: Any) -> None:
        self._torch = torch
        self._device = device
        self._stream = torch.cuda.Stream(device)
        self._lock = threading.Lock()
        self._copies: deque[tuple[Any, list[NDArray[Any]]]] = deque()
        # Waits for the last copies before their arrays are freed.
        weakref.finalize(self, self._stream.synchronize)

    def __call__(self, arrays: Arrays) -> list[Any]:
        """Returns new tensors; their copies may still be pending.

        Args:
          arrays: the arrays; of None, the tensor is None as well.
        """
        torch = self._torch
        block = Block(torch, arrays, self.most)
        alone = {
            i: array
            for i, array in enumerate(arrays)
            if array is not None and i not in block.offsets
        }
        with torch.cuda.stream(self._stream):
            staged = self._staged(block, arrays)
            memory = staged.to(self._device, non_blocking=True)
            tensors = _Tensors(block.tensors(arrays, memory))
            for i, array in alone.items():
                source = torch.from_numpy(array)
                tensors[i] = source.to(self._device, non_blocking=True)
        tensors.block, tensors.memory = block, memory
        event = self._stream.record_event()
        current = torch.cuda.current_stream(self._device)
        current.wait_event(event)
        for each in (memory, *(tensors[i] for i in alone)):
            each.record_stream(current)
        if alone:
            self._keep(event, list(alone.values()))
        return tensors

    def _staged(self, block: Block, arrays: Arrays) -> Any:
        """Returns page-locked memory with these arrays.

        PyTorch does not reuse it before the device has read it. NumPy makes the copy:
        `pin_memory` makes it with PyTorch's threads, which afterwards spin, and keep
        CPUs from the envs.
        """
        dtype = self._torch.uint8
        memory = self._torch.empty(
            block.size, dtype=dtype, device="cpu", pin_memory=True
        )
        block.fill(memory.numpy(), arrays)
        return memory

    def _keep(self, event: Any, arrays: list[NDArray[Any]]) -> None:
        """Keeps arrays until the event, when their copies are done."""
        with self._lock:
            self._copies.append((event, arrays))
            while self._copies and self._copies[0][0].query():
                self._copies.popleft()


class StaticCudaCopies(CudaCopies):
    """Copies arrays that are rewritten while the user keeps the tensors."""

    most = math.inf

    def again(self, arrays: Arrays, tensors: _Tensors) -> None:
        """Copies arrays again to the tensors made from them.

        Work that the caller has queued so far, in its current stream, still reads the
        old values.

        Args:
          arrays: the arrays; where it is None, the tensor's values become undefined.
          tensors: what the call with these arrays has returned.
        """
        torch = self._torch
        staged = self._staged(tensors.block, arrays)
        current = torch.cuda.current_stream(self._device)
        self._stream.wait_stream(current)
        with torch.cuda.stream(self._stream):
            tensors.memory.copy_(staged, non_blocking=True)
        current.wait_stream(self._stream)

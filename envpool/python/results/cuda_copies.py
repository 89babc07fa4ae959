# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results as tensors of PyTorch on a device of CUDA (experimental).

The device copies in a stream of the pool's own, which waits for none of the work that
the caller has queued; only what the caller queues from then on, in its current stream,
waits for the copy.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

if TYPE_CHECKING:
    from envpool.core._core import NativePool

__all__ = ["CudaCopies", "StaticCudaCopies", "lock_pages"]


def lock_pages(torch: Any, pool: NativePool) -> None:
    """Lets the pool write to page-locked memory, which a device reads by itself.

    A pool that needs more memory than is usual, since many results are kept, has the
    rest as before: from there CUDA copies as well, only slower.

    Args:
      torch: the module.
      pool: a pool with memory that is not locked yet.
    """
    size, count = pool._block_sizes
    memory = torch.zeros(size * count + 64, dtype=torch.uint8).pin_memory()
    pool._lend(memory.numpy())


class _Copies:
    """What copies in a stream of its own.

    PyTorch keeps a tensor's memory until the work in both streams is done.

    Args:
      torch: the module.
      device: a `torch.device` of CUDA, with its index.
    """

    def __init__(self, torch: Any, device: Any) -> None:
        self._torch = torch
        self._device = device
        self._stream = torch.cuda.Stream(device)

    def _copy(self, source: Any) -> tuple[Any, Any]:
        """Returns the device's tensor and the event of its being complete."""
        with self._torch.cuda.stream(self._stream):
            tensor = source.to(self._device, non_blocking=True)
        event = self._stream.record_event()
        current = self._torch.cuda.current_stream(self._device)
        current.wait_event(event)
        tensor.record_stream(current)
        return tensor, event


class CudaCopies(_Copies):
    """Makes tensors of a device of arrays, which it keeps until they are copied."""

    def __init__(self, torch: Any, device: Any) -> None:
        super().__init__(torch, device)
        self._lock = threading.Lock()
        self._copies: deque[tuple[Any, NDArray[Any]]] = deque()
        # Before the last copies' arrays are gone.
        weakref.finalize(self, self._stream.synchronize)

    def __call__(self, array: NDArray[Any]) -> Any:
        """Returns the tensor; its copy may still be under way."""
        tensor, event = self._copy(self._torch.from_numpy(array))
        with self._lock:
            self._copies.append((event, array))
            while self._copies and self._copies[0][0].query():
                self._copies.popleft()
        return tensor


class StaticCudaCopies(_Copies):
    """The same for arrays that are written again while others keep them.

    They are copied first to page-locked memory of PyTorch's. PyTorch does not reuse
    that memory before the device has read it.
    """

    def __call__(self, array: NDArray[Any]) -> Any:
        """Returns a new tensor; its copy may still be under way."""
        tensor, _event = self._copy(self._torch.from_numpy(array).pin_memory())
        return tensor

    def again(self, array: NDArray[Any], tensor: Any) -> None:
        """Copies an array to the tensor that was made of it before.

        What the caller has queued so far, in its current stream, finds the old
        values.
        """
        staged = self._torch.from_numpy(array).pin_memory()
        current = self._torch.cuda.current_stream(self._device)
        self._stream.wait_stream(current)
        with self._torch.cuda.stream(self._stream):
            tensor.copy_(staged, non_blocking=True)
        current.wait_stream(self._stream)

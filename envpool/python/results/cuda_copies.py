# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results as tensors of PyTorch on a device of CUDA.

The device copies in a separate stream, which does not wait for work that the caller has
queued. Only work that the caller queues later, in its current stream, waits for the
copy.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from envpool.core._core import NativePool

__all__ = ["CudaCopies", "StaticCudaCopies", "lock_pages"]


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


class _Copies:
    """Copies arrays to the device in a separate stream.

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
        """Returns the device's tensor and the event of its completion."""
        with self._torch.cuda.stream(self._stream):
            tensor = source.to(self._device, non_blocking=True)
        event = self._stream.record_event()
        current = self._torch.cuda.current_stream(self._device)
        current.wait_event(event)
        tensor.record_stream(current)
        return tensor, event


class CudaCopies(_Copies):
    """Copies arrays to tensors of a device, and keeps them until they are copied."""

    def __init__(self, torch: Any, device: Any) -> None:
        super().__init__(torch, device)
        self._lock = threading.Lock()
        self._copies: deque[tuple[Any, NDArray[Any]]] = deque()
        # Waits for the last copies before their arrays are freed.
        weakref.finalize(self, self._stream.synchronize)

    def __call__(self, array: NDArray[Any]) -> Any:
        """Returns the tensor; its copy may still be pending."""
        tensor, event = self._copy(self._torch.from_numpy(array))
        with self._lock:
            self._copies.append((event, array))
            while self._copies and self._copies[0][0].query():
                self._copies.popleft()
        return tensor


class StaticCudaCopies(_Copies):
    """Copies arrays that are rewritten while the user keeps the tensors.

    The arrays are first copied to page-locked memory of PyTorch, which PyTorch does not
    reuse before the device has read it. NumPy makes this copy: `pin_memory` makes it
    with PyTorch's threads, which afterwards spin, and keep CPUs from the envs.
    """

    def _staged(self, array: NDArray[Any]) -> Any:
        """Returns a page-locked copy."""
        like = self._torch.from_numpy(array)
        staged = self._torch.empty_like(like, pin_memory=True)
        np.copyto(staged.numpy(), array)
        return staged

    def __call__(self, array: NDArray[Any]) -> Any:
        """Returns a new tensor; its copy may still be pending."""
        tensor, _event = self._copy(self._staged(array))
        return tensor

    def again(self, array: NDArray[Any], tensor: Any) -> None:
        """Copies an array again to the tensor made from it.

        Work that the caller has queued so far, in its current stream, still reads the
        old values.
        """
        staged = self._staged(array)
        current = self._torch.cuda.current_stream(self._device)
        self._stream.wait_stream(current)
        with self._torch.cuda.stream(self._stream):
            tensor.copy_(staged, non_blocking=True)
        current.wait_stream(self._stream)

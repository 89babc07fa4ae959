# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results as tensors of PyTorch on a device of CUDA."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

__all__ = ["CudaCopies"]


class CudaCopies:
    """Makes tensors of a device of arrays.

    An array is copied to page-locked memory first, so that the pool may use its own
    again at once. The device copies from there in a stream of ours, which waits for
    none of the work that the caller has queued; only what the caller queues from
    then on, in its current stream, waits for the copy.

    PyTorch knows which streams use what: it gives away the page-locked memory only
    after the copy, and the tensor's memory only after the work in both streams.

    Args:
      torch: the module.
      device: a `torch.device` of CUDA, with its index.
    """

    def __init__(self, torch: Any, device: Any) -> None:
        self._torch = torch
        self._device = device
        self._stream = torch.cuda.Stream(device)

    def __call__(self, array: NDArray[Any]) -> Any:
        """Returns the tensor, of which the copy may still be under way."""
        staged = self._torch.from_numpy(array).pin_memory()
        with self._torch.cuda.stream(self._stream):
            tensor = staged.to(self._device, non_blocking=True)
        current = self._torch.cuda.current_stream(self._device)
        current.wait_stream(self._stream)
        tensor.record_stream(current)
        return tensor

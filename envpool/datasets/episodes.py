# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Cuts the rows of rollouts into whole episodes; see core/rollout/episode_cutter.h.

Frames are written to the file at once, so that their addresses are the rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.core._core import EpisodeCutter
from envpool.datasets.hdf5 import Array, Hdf5File, Stacks
from envpool.python.rollouts.frames import Frames
from envpool.python.rollouts.recorded import Path, Rows

__all__ = ["Cutter"]


class Cutter:
    """Finds the whole episodes of a pool in rows that come one after another.

    Args:
      rows: the first rows.
    """

    def __init__(self, rows: Rows) -> None:
        # By path: the shape and the dtype of a row, and whether it is a stack.
        self._states = {
            path: (array.shape[2:], array.dtype, isinstance(array, Frames))
            for path, array in rows.states.items()
        }
        self._steps = {
            path: (array.shape[2:], array.dtype) for path, array in rows.steps.items()
        }
        self._native = EpisodeCutter(
            rows.ends.shape[1],
            [
                8 * shape[0] if is_stack else prod(shape) * dtype.itemsize
                for shape, dtype, is_stack in self._states.values()
            ],
            [prod(shape) * dtype.itemsize for shape, dtype in self._steps.values()],
        )

    def cut(self, rows: Rows, file: Hdf5File) -> int:
        """Takes rows, and returns the bytes of the whole episodes.

        Args:
          rows: the rows.
          file: the file of the episodes.
        """
        has_first = bool((rows.starts & ~rows.continues).any())
        final = rows.final
        arrays = {
            "is_reset": rows.is_reset,
            "ends": rows.ends,
            "is_broken": rows.is_broken,
            "starts": rows.starts & ~rows.continues,
            "continues": rows.continues,
            "seeds": rows.seeds,
            "has_seed": rows.has_seed,
            "states": [
                _addresses(array, file) if isinstance(array, Frames) else array
                for array in rows.states.values()
            ],
            "moves": list(rows.steps.values()),
            "first": self._dense(rows.first, file) if has_first else None,
            "final": None if final is None else self._dense(final, file),
        }
        return self._native.cut(len(rows.ends), arrays)

    def _dense(
        self, states: Mapping[Path, NDArray[Any]], file: Hdf5File
    ) -> list[NDArray[Any]]:
        """Returns states (rows, ...) in the form of the rows."""
        found = []
        for path, (shape, _, is_stack) in self._states.items():
            array = np.ascontiguousarray(states[path])
            if is_stack:
                frames = array.reshape(-1).view(np.uint8)
                count = len(array) * shape[0]
                first = file.write_frames(frames)
                array = first + np.arange(count) * (len(frames) // max(count, 1))
                array = array.astype(np.uint64)
            found.append(array)
        return found

    def whole(
        self, has_seed: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], list[Array]]:
        """Returns the lengths, the seeds and the arrays of whole episodes.

        They are valid until the next `clear`.

        Args:
          has_seed: whether to return those with a known seed, or the others.
        """
        lengths, seeds, states, steps = self._native.whole(has_seed)
        arrays = []
        rows: NDArray[Any] | Stacks
        total = int(lengths.sum())
        for (path, about), data in zip(self._states.items(), states, strict=True):
            shape, dtype, is_stack = about
            count = total + len(lengths)
            if is_stack:
                addresses = data.view(np.uint64).reshape(count, shape[0])
                rows = Stacks(addresses, shape[1:], dtype)
            else:
                rows = _rows(data, count, shape, dtype)
            arrays.append(Array(path, rows, lengths + 1))
        for (path, (shape, dtype)), data in zip(
            self._steps.items(), steps, strict=True
        ):
            arrays.append(Array(path, _rows(data, total, shape, dtype), lengths))
        return lengths, seeds, arrays

    def clear(self, has_seed: bool) -> None:
        """Removes the whole episodes."""
        self._native.clear(has_seed)


def _rows(
    data: NDArray[np.uint8], count: int, shape: tuple[int, ...], dtype: np.dtype[Any]
) -> NDArray[Any]:
    if not len(data):
        return np.empty((count, *shape), dtype)
    return data.view(dtype).reshape(count, *shape)


def _addresses(rows: Frames, file: Hdf5File) -> NDArray[np.uint64]:
    """Writes frames, and returns their addresses: (steps, num_envs, k)."""
    size = rows.dtype.itemsize * prod(rows.frame)
    newest, others = (file.write_frames(part) for part in rows.parts)
    count = len(rows.parts[0]) // size
    found = rows.index * size + newest
    found[rows.index >= count] += others - newest - count * size
    return found.astype(np.uint64)

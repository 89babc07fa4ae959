# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Stacks of frames: a row shares most of its frames with the row before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Frames", "compact", "joined"]

# Of a frame; smaller ones are cheaper to copy than to compare.
_LEAST_BYTES = 1024
_MOST_FRAMES = 16


@dataclass(frozen=True)
class Frames:
    """An array of stacks of frames: `frames[index]`.

    Attributes:
      frames: (m, ...): different frames.
      index: int64 (..., k): the frames of each stack.
    """

    frames: NDArray[Any]
    index: NDArray[np.int64]

    @property
    def shape(self) -> tuple[int, ...]:
        """That of the array."""
        return (*self.index.shape, *self.frames.shape[1:])

    @property
    def dtype(self) -> np.dtype[Any]:
        """That of the frames."""
        return self.frames.dtype

    @property
    def nbytes(self) -> int:
        """The bytes in memory."""
        return self.frames.nbytes + self.index.nbytes

    def __getitem__(self, where: Any) -> Frames:
        """Returns some of the stacks."""
        return Frames(self.frames, self.index[where])


def compact(rows: NDArray[Any]) -> NDArray[Any] | Frames:
    """Returns a copy of (steps, num_envs, ...) as (num_envs, steps, ...).

    It is `Frames` if most rows are the row before without its first frame, and with a
    new last one.
    """
    steps, _, *shape = rows.shape
    is_stack = len(shape) > 1 and 1 < shape[0] <= _MOST_FRAMES
    if is_stack and steps > 2 and rows[0, 0, 0].nbytes >= _LEAST_BYTES:
        follows = _follows(rows)
        if 2 * follows.sum() > follows.size:
            return _frames(rows, follows)
    return rows.swapaxes(0, 1).copy()


def _follows(rows: NDArray[Any]) -> NDArray[np.bool_]:
    """Returns for each row whether it has the last frames of the row before."""
    steps, num_envs = rows.shape[:2]
    flat = rows.reshape(*rows.shape[:3], -1).view(np.uint8)
    if flat.shape[-1] % 8 == 0:
        flat = flat.view(np.uint64)
    found = np.zeros((steps, num_envs), np.bool_)
    same = np.empty((num_envs, flat.shape[2] - 1, flat.shape[3]), np.bool_)
    for step in range(1, steps):
        np.equal(flat[step, :, :-1], flat[step - 1, :, 1:], out=same)
        same.all(axis=(1, 2), out=found[step])
        if step == 2 and not found[1:3].any():
            break  # they are no stacks
    return found


def _frames(rows: NDArray[Any], follows: NDArray[np.bool_]) -> Frames:
    steps, num_envs, size, *shape = rows.shape
    where = np.argwhere(~follows)
    older = rows[where[:, 0], where[:, 1], :-1]  # all frames but the last one
    frames = np.empty((num_envs * steps + len(where) * (size - 1), *shape), rows.dtype)
    newest = frames[: num_envs * steps].reshape(num_envs, steps, *shape)
    newest[...] = rows[:, :, -1].swapaxes(0, 1)
    frames[num_envs * steps :] = older.reshape(-1, *shape)
    index = np.empty((num_envs, steps, size), np.int64)
    index[..., -1] = np.arange(num_envs * steps).reshape(num_envs, steps)
    own = np.arange(num_envs * steps, len(frames)).reshape(-1, size - 1)
    index[where[:, 1], where[:, 0], :-1] = own
    for step in range(1, steps):
        some = np.flatnonzero(follows[step])
        index[some, step, :-1] = index[some, step - 1, 1:]
    return Frames(frames, index)


def joined(parts: Sequence[NDArray[Any] | Frames]) -> NDArray[Any] | Frames:
    """Returns the rows of all parts, one part after another.

    It is `Frames` with no other frames than theirs if one of the parts is.
    """
    if not any(isinstance(part, Frames) for part in parts):
        return np.concatenate(parts)  # type: ignore[arg-type]
    sources, index, count = [], [], 0
    for part in parts:
        if isinstance(part, Frames):
            frames = part.frames
            used, own = np.unique(part.index, return_inverse=True)
        else:
            frames = part.reshape(-1, *part.shape[2:])
            used = own = np.arange(len(frames))
        sources.append((frames, used))
        index.append(own.reshape(part.shape[:2]) + count)
        count += len(used)
    found = np.empty((count, *parts[0].shape[2:]), parts[0].dtype)
    stop = 0
    for frames, used in sources:
        start, stop = stop, stop + len(used)
        np.take(frames, used, axis=0, out=found[start:stop], mode="clip")
    return Frames(found, np.concatenate(index))

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Frames as text: a half block is two pixels of a terminal with colours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["HOME", "fit", "text_of"]

HOME = "\x1b[H"
_RESET = "\x1b[0m"


def fit(height: int, width: int, rows: int, columns: int) -> tuple[int, int]:
    """Returns the size in pixels at which a frame fits a terminal.

    Args:
      height: the height of the frame.
      width: the width of the frame.
      rows: the rows of the terminal, each two pixels high.
      columns: the columns of the terminal.
    """
    scale = min(2 * rows / height, columns / width, 1.0)
    tall = max(2, round(height * scale / 2) * 2)
    return min(tall, 2 * rows), max(1, min(columns, round(width * scale)))


def text_of(frame: NDArray[np.uint8], rows: int, columns: int) -> str:
    """Returns a frame as text that fits a terminal.

    Args:
      frame: uint8 of shape (height, width, 3).
      rows: the rows of the terminal.
      columns: the columns of the terminal.
    """
    height, width = fit(frame.shape[0], frame.shape[1], rows, columns)
    small = _shrink(frame, height, width)
    lines = []
    for upper, lower in zip(small[::2], small[1::2], strict=True):
        cells = []
        last = ""
        for (r, g, b), (x, y, z) in zip(upper.tolist(), lower.tolist(), strict=True):
            colours = f"\x1b[38;2;{r};{g};{b};48;2;{x};{y};{z}m"
            cells.append("▀" if colours == last else colours + "▀")
            last = colours
        lines.append("".join(cells) + _RESET + "\x1b[K")
    return "\r\n".join(lines)


def _shrink(frame: NDArray[np.uint8], height: int, width: int) -> NDArray[np.uint8]:
    """Returns the means of equal parts of a frame."""
    tops = np.linspace(0, frame.shape[0], height, endpoint=False).astype(int)
    lefts = np.linspace(0, frame.shape[1], width, endpoint=False).astype(int)
    sums = np.add.reduceat(frame.astype(np.uint32), tops, axis=0)
    sums = np.add.reduceat(sums, lefts, axis=1)
    counts = np.outer(
        np.maximum(np.diff(np.append(tops, frame.shape[0])), 1),
        np.maximum(np.diff(np.append(lefts, frame.shape[1])), 1),
    )
    means: NDArray[np.uint8] = (sums // counts[..., np.newaxis]).astype(np.uint8)
    return means

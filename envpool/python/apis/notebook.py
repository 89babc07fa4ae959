# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""HTML and pictures for notebooks, which call `_repr_html_` and `_repr_png_`.

This module imports neither Jupyter nor an imaging package.
"""

from __future__ import annotations

import base64
import html
import math
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.array_spec import ArraySpec
from envpool.python.config.env_config import EnvConfig

__all__ = [
    "columns_of",
    "image",
    "mosaic",
    "png",
    "short",
    "spec_html",
    "table",
    "text",
    "video",
]

Frame = NDArray[np.uint8]

_LINE = 2  # pixels between the tiles of a mosaic
_GREY = 160  # their colour
_MAX_TEXT = 300  # characters of a value


def table(
    columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = ""
) -> str:
    """Returns an HTML table.

    Args:
      columns: the headings.
      rows: the rows, each with as many cells as there are columns.
      title: the title above the table.
    """
    lines = [f"<caption>{html.escape(title)}</caption>"] if title else []
    if any(columns):
        lines.append(_row("th", columns))
    lines += [_row("td", row) for row in rows]
    return f"<table>{''.join(lines)}</table>"


def short(text: str) -> str:
    """Returns a text without its end if it is long."""
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"


def spec_html(
    title: str, config: EnvConfig, arrays: Iterable[tuple[str, ArraySpec]]
) -> str:
    """Returns tables of a spec.

    Args:
      title: the title.
      config: the config.
      arrays: the entries of results and actions.
    """

    def bound(value: Any) -> str:
        return short(" ".join(str(value).split()))

    values = ((key, short(repr(value))) for key, value in config.items())
    entries = (
        (key, entry.dtype, entry.shape, bound(entry.minimum), bound(entry.maximum))
        for key, entry in arrays
    )
    headings = ("array", "dtype", "shape", "minimum", "maximum")
    return table(("config", "value"), values, title) + table(headings, entries)


def _row(tag: str, cells: Sequence[Any]) -> str:
    style = ' style="text-align: left"'
    texts = (f"<{tag}{style}>{html.escape(str(cell))}</{tag}>" for cell in cells)
    return f"<tr>{''.join(texts)}</tr>"


def columns_of(count: int, width: int, height: int) -> int:
    """Returns the number of tiles per row for a mosaic that is about square."""
    return max(1, min(count, math.ceil(math.sqrt(count * height / width))))


def mosaic(frames: Sequence[Frame] | Frame, columns: int) -> Frame:
    """Joins several pictures into one, with lines between them.

    Args:
      frames: at least one, uint8 of shape (height, width, 3), all of one shape.
      columns: the number of tiles per row.
    """
    high, wide, _ = frames[0].shape
    rows = math.ceil(len(frames) / columns)
    shape = rows * (high + _LINE) - _LINE, columns * (wide + _LINE) - _LINE, 3
    picture = np.full(shape, _GREY, np.uint8)
    for i, frame in enumerate(frames):
        y, x = i // columns * (high + _LINE), i % columns * (wide + _LINE)
        picture[y : y + high, x : x + wide] = frame
    return picture


def png(picture: Frame) -> bytes:
    """Returns the PNG file of a picture, uint8 of shape (height, width, 3)."""
    height, width, _ = picture.shape
    lines = np.zeros((height, 1 + 3 * width), np.uint8)  # byte 0 is the filter
    lines[:, 1:] = picture.reshape(height, -1)
    size = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", size), (b"IDAT", zlib.compress(lines.tobytes())), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + _checksum(kind + data)
        for kind, data in parts
    )


def _checksum(data: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(data))


def text(content: str) -> str:
    """Returns HTML that shows a text verbatim."""
    return f"<pre>{html.escape(content)}</pre>"


def image(data: bytes) -> str:
    """Returns an HTML image of a PNG file."""
    return f'<img src="data:image/png;base64,{_base64(data)}">'


def video(data: bytes) -> str:
    """Returns an HTML video of an MP4 file."""
    source = f"data:video/mp4;base64,{_base64(data)}"
    return f'<video controls loop muted src="{source}"></video>'


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()

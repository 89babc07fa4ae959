# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Turns PNG files into tables for C++: `pack.py OUT FILE...`.

A picture is packed as runs of equal pixels; all pictures share one list of
colours. sprite.cc unpacks them.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by PNG's colour type
PALETTE, RGBA = 3, 6
LONGEST_RUN = 255

# Cards, the only pictures of more than 100 rows, are packed as Blackjack draws them.
TALL = 100
CARD_SIZE = (166, 119)  # height, width


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields the name and the contents of each chunk."""
    at = 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += 12 + size


def unfiltered(data: bytes, height: int, pixel: int) -> NDArray[np.uint8]:
    """Undoes PNG's filters of rows.

    Args:
      data: the filtered rows, each after a byte with its filter.
      height: number of rows.
      pixel: number of bytes per pixel, at least 1.

    Returns:
      The bytes of the rows.
    """
    rows = np.frombuffer(data, np.uint8).reshape(height, -1)
    # Filters take pixels outside the picture as zero.
    result = np.zeros((height + 1, rows.shape[1] - 1 + pixel), np.uint8)
    result[1:, pixel:] = rows[:, 1:]
    for kind, above, row in zip(rows[:, 0], result, result[1:], strict=False):
        if kind == 1:
            pixels = row.reshape(-1, pixel)
            pixels[:] = np.cumsum(pixels, axis=0, dtype=np.uint8)
        elif kind == 2:
            row += above
        elif kind > 2:
            row[:] = predicted(kind == 4, row.tolist(), above.tolist(), pixel)
    return result[1:, pixel:]


def predicted(
    by_paeth: bool, row: list[int], above: list[int], pixel: int
) -> list[int]:
    """Adds to each byte of a row the prediction from its neighbours."""
    for i in range(pixel, len(row)):
        left, up = row[i - pixel], above[i]
        row[i] += paeth(left, up, above[i - pixel]) if by_paeth else (left + up) // 2
        row[i] &= 255
    return row


def paeth(left: int, up: int, corner: int) -> int:
    """Returns the neighbour that is closest to left + up - corner, as PNG defines."""
    to_left, to_up = abs(up - corner), abs(left - corner)
    to_corner = abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner


def read_png(path: Path) -> NDArray[np.uint8]:
    """Returns a picture's RGBA pixels.

    Raises:
      ValueError: the PNG is of a kind that Gymnasium does not use.
    """
    parts: dict[bytes, bytes] = {}
    for name, contents in chunks(path.read_bytes()):
        parts[name] = parts.get(name, b"") + contents
    header = parts[b"IHDR"]
    width, height = (int.from_bytes(header[i : i + 4], "big") for i in (0, 4))
    bits, kind, interlaced = header[8], header[9], header[12]
    if kind not in (PALETTE, RGBA) or (kind == RGBA and bits != 8) or interlaced:
        raise ValueError(f"{path}: expected a palette or 8-bit RGBA, not interlaced")
    pixel = CHANNELS[kind]
    rows = unfiltered(zlib.decompress(parts[b"IDAT"]), height, pixel)
    if kind == RGBA:
        return rows.reshape(height, width, pixel)
    digits = np.unpackbits(rows, axis=1).reshape(height, -1, bits)[:, :width]
    index = digits @ (1 << np.arange(bits)[::-1])
    colors = np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)
    alpha = np.full((len(colors), 1), 255, np.uint8)
    known = np.frombuffer(parts.get(b"tRNS", b""), np.uint8)
    alpha[: len(known), 0] = known
    return np.hstack([colors, alpha])[index]


def scaled(picture: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Returns a picture resized as by pygame.transform.scale."""
    rows, columns = (
        np.arange(to) * have // to
        for to, have in zip(size, picture.shape[:2], strict=True)
    )
    result: NDArray[np.uint8] = picture[rows[:, None], columns]
    return result


def runs(values: NDArray[np.intp]) -> Iterator[tuple[int, int]]:
    """Yields runs of equal values, as value and length, which is at most 255."""
    starts = np.flatnonzero(np.diff(values, prepend=-1)).tolist()
    for start, end in zip(starts, [*starts[1:], len(values)], strict=True):
        for at in range(start, end, LONGEST_RUN):
            yield int(values[start]), min(end - at, LONGEST_RUN)


def definition(name: str, kind: str, items: Iterable[object]) -> str:
    """Returns the C++ definition of an array."""
    return f"constexpr {kind} {name}[] = {{\n" + ",\n".join(map(str, items)) + "};\n"


def main(out: Path, files: list[Path]) -> None:
    """Packs the files."""
    colors: dict[int, int] = {}  # index by colour
    packed: list[tuple[int, int]] = []
    sprites = []
    for file in files:
        picture = read_png(file)
        if len(picture) > TALL:
            picture = scaled(picture, CARD_SIZE)
        height, width = picture.shape[:2]
        sprites.append(f'{{"{file.stem}", {width}, {height}, {len(packed)}}}')
        pixels = np.ascontiguousarray(picture).view(">u4").ravel().tolist()
        places = [colors.setdefault(color, len(colors)) for color in pixels]
        packed += runs(np.array(places))
    tables = (
        definition("kColors", "std::uint32_t", colors),
        definition("kRunColors", "std::uint16_t", (color for color, _ in packed)),
        definition("kRunLengths", "std::uint8_t", (length for _, length in packed)),
        definition("kPacked", "PackedSprite", sprites),
    )
    out.write_text("".join(tables), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])

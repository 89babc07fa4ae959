# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Signatures of libraries of macOS: the hashes of their pages.

macOS on ARM64 ends a process that runs a page with another hash. A signature is "ad
hoc" if it has hashes and nothing that says who signed. The numbers are those of
<kern/cs_blobs.h>; all are big-endian.
"""

from __future__ import annotations

import hashlib
import struct

__all__ = ["holds", "renewed"]

_SIGNATURE, _CODE_DIRECTORY = 0xFADE0CC0, 0xFADE0C02
_SHA256 = 2


def holds(data: bytes, at: int) -> bool:
    """Tells whether a library's signature is that of its content.

    Args:
      data: the library.
      at: where its signature begins.
    """
    try:
        place, hashes = _hashes(data, at)
    except (struct.error, ValueError):
        return False
    return data[place : place + len(hashes)] == hashes


def renewed(data: bytes, at: int) -> bytes:
    """Returns a changed library with an ad-hoc signature of its new content.

    Args:
      data: the library, with the ad-hoc signature of its earlier content.
      at: where the signature begins.

    Raises:
      ValueError: there is no such signature.
    """
    (count,) = struct.unpack_from(">I", data, at + 8)
    if count != 1:
        raise ValueError(f"expected an ad-hoc signature, got one of {count} parts")
    place, hashes = _hashes(data, at)
    return data[:place] + hashes + data[place + len(hashes) :]


def _hashes(data: bytes, at: int) -> tuple[int, bytes]:
    """Returns where the hashes of the pages are, and what they must be."""
    magic, _, _, _, offset = struct.unpack_from(">5I", data, at)
    directory = at + offset
    part, _, _, _, first, _, _, count, end = struct.unpack_from(">9I", data, directory)
    _, kind, _, page_bits = struct.unpack_from(">4B", data, directory + 36)
    if (magic, part, kind, end) != (_SIGNATURE, _CODE_DIRECTORY, _SHA256, at):
        raise ValueError("expected a signature of all that is before it, with SHA-256")
    size = 1 << page_bits
    pages = [data[i : min(i + size, end)] for i in range(0, end, size)]
    if len(pages) != count:
        raise ValueError(f"expected {len(pages)} hashes, got {count}")
    return directory + first, b"".join(hashlib.sha256(page).digest() for page in pages)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The file of recorded actions: `make(record_actions=...)`.

It begins with a mark and a header record, which is JSON. Records follow, each with
its kind, the length of its content, the content, and a checksum. A killed process may
leave an incomplete record at the end, which readers ignore.

    ACTIONS  env ids and their actions; written before they are sent
    UNDO     the last ACTIONS, RESET or STATES was refused
    RESET    envs that are reset, their seeds, and the values of their options as
             JSON, or nothing for the defaults
    STATES   saved states that were loaded into envs
    END      envs with ended episodes, or that failed
    PARAMS   envs whose parameters were set, and their states after that; unlike
             ACTIONS, RESET and STATES, no event that others count

All integers are little-endian.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

__all__ = [
    "ACTIONS",
    "CHANGED",
    "DTYPE_NAMES",
    "END",
    "ENDS",
    "FAILED",
    "FRAME",
    "HEADER",
    "INT32",
    "INT64",
    "MARK",
    "PARAMS",
    "RESET",
    "STATES",
    "TERMINATED",
    "TRUNCATED",
    "UINT8",
    "UINT32",
    "UNDO",
    "code_of",
    "dtype_of",
    "pack",
]

MARK = b"EnvPool actions 3\n"
HEADER, ACTIONS, UNDO, RESET, STATES, END, PARAMS = range(7)
FRAME = struct.Struct("<BI")  # kind and length
CHECKSUM = struct.Struct("<I")
# The content of END: `event` is the number of the event that ended the episode.
ENDS = np.dtype(
    [
        ("env_id", "<u4"),
        ("event", "<u8"),
        ("total_reward", "<f8"),
        ("length", "<u4"),
        ("flags", "u1"),
    ]
)
UINT8, UINT32 = np.dtype("u1"), np.dtype("<u4")
INT32, INT64 = np.dtype("<i4"), np.dtype("<i8")
# `CHANGED`: options of the pool changed the rewards that were summed.
TERMINATED, TRUNCATED, FAILED, CHANGED = 1, 2, 4, 8

_DTYPES: tuple[np.dtype[Any], ...] = tuple(
    map(
        np.dtype,
        ("?", "u1", "<i1", "<u2", "<i2", "<u4", "<i4", "<u8", "<i8", "<f4", "<f8"),
    )
)
DTYPE_NAMES = frozenset(dtype.name for dtype in _DTYPES)


def code_of(dtype: np.dtype[Any]) -> int:
    """Returns the code of a dtype."""
    return _DTYPES.index(dtype.newbyteorder("<"))


def dtype_of(code: int) -> np.dtype[Any] | None:
    """Returns the dtype for a code; None for an unknown code."""
    return _DTYPES[code] if code < len(_DTYPES) else None


def pack(kind: int, content: bytes) -> bytes:
    """Returns a record."""
    framed = FRAME.pack(kind, len(content)) + content
    return framed + CHECKSUM.pack(zlib.crc32(framed))

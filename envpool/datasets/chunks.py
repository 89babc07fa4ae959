# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The index of an HDF5 array; its frames may be anywhere in the file.

Each frame is a chunk. Chunks of several rows may have the same address, so a frame that
is in several stacks is in the file once. Readers and copies of the array do not notice;
to change one in place changes the others.

The format is that of the HDF5 File Format Specification, version 3.0: version 1 B-trees
(III.A.1), with nodes of type 1. With superblock 0, a node has at most 64 children.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["chunk_tree"]

_MOST = 64
_UNDEFINED = 2**64 - 1


def chunk_tree(
    frames: NDArray[np.uint64], shape: tuple[int, ...], size: int, address: int
) -> tuple[bytes, int]:
    """Returns the nodes of a tree, and the address of its root.

    Args:
      frames: (rows, k): the addresses of the frames.
      shape: of a frame.
      size: the bytes of a frame.
      address: of the nodes.
    """
    depth = frames.shape[1]
    key = np.dtype([("size", "<u4"), ("mask", "<u4"), ("at", "<u8", (3 + len(shape),))])
    keys = np.zeros(frames.size + 1, key)
    keys["size"] = size
    keys["at"][:, 0], keys["at"][:, 1] = np.divmod(np.arange(len(keys)), depth)
    entry = np.dtype([("key", key), ("child", "<u8")])
    node = np.dtype(
        [
            ("signature", "S4"),
            ("type", "u1"),
            ("level", "u1"),
            ("used", "<u2"),
            ("siblings", "<u8", (2,)),
            ("entries", entry, (_MOST,)),
            ("last", key),
        ]
    )
    parts: list[bytes] = []
    children = frames.ravel().astype(np.uint64)
    level = 0
    while level == 0 or len(children) > 1:
        count = math.ceil(len(children) / _MOST)
        nodes = np.zeros(count, node)
        nodes["signature"], nodes["type"], nodes["level"] = b"TREE", 1, level
        where = np.uint64(address) + np.arange(count, dtype=np.uint64) * np.uint64(
            node.itemsize
        )
        nodes["siblings"] = _UNDEFINED
        nodes["siblings"][1:, 0], nodes["siblings"][:-1, 1] = where[:-1], where[1:]
        nodes["used"] = _MOST
        nodes["used"][-1] = len(children) - (count - 1) * _MOST
        entries = np.zeros(count * _MOST, entry)
        entries["key"][: len(children)] = keys[:-1]
        entries["child"][: len(children)] = children
        nodes["entries"] = entries.reshape(count, _MOST)
        lasts = np.minimum(np.arange(1, count + 1) * _MOST, len(children))
        _set_last(nodes, keys[lasts])
        parts.append(nodes.tobytes())
        address += len(parts[-1])
        keys = np.concatenate([keys[:-1:_MOST], keys[-1:]])
        children, level = where, level + 1
    return b"".join(parts), int(children[0])


def _set_last(nodes: NDArray[np.void], keys: NDArray[np.void]) -> None:
    """Writes the key after the last child of each node."""
    nodes["last"] = keys
    short = int(nodes["used"][-1])
    if short < _MOST:
        nodes["entries"]["key"][-1, short] = keys[-1]

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes many small groups of arrays to an HDF5 file, by appending only.

The HDF5 library needs a tenth of a millisecond for each array, as long as a fast env
needs for thousands of steps. Here, the headers of all groups of a batch are made at
once: they are copies of a template with other addresses and sizes.

A file is a sequence of

    superblock    the address of the index, and the end; in a page of its own
    batches       arrays, then the headers of groups and arrays
    index         the names and addresses of all groups; the last one is valid

`commit` writes a new index after the last batch, and then the superblock. So whenever
the process is killed, the file has the groups of the last commit. Old indices stay in
the file as unused space.

The format is that of the HDF5 File Format Specification, version 3.0: superblock 0
(II.A), object headers 1 (IV.A.1), the root group with a symbol table (III.A, III.B,
III.D), and groups with links in their headers (IV.A.2).
"""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.core._core import fill_templates
from envpool.datasets.append_file import AppendFile
from envpool.datasets.chunks import chunk_tree

__all__ = ["Array", "Hdf5File", "Stacks"]

_SIGNATURE = b"\x89HDF\r\n\x1a\n"
_SUPERBLOCK_SIZE = 96
_UNDEFINED = 2**64 - 1
# Types of messages in object headers.
_DATASPACE, _LINK_INFO, _DATATYPE, _FILL_VALUE = 0x1, 0x2, 0x3, 0x5
_LINK, _LAYOUT, _GROUP_INFO, _ATTRIBUTE, _SYMBOL_TABLE = 0x6, 0x8, 0xA, 0xC, 0x11
# A leaf node of the index has at most 2K entries, an inner node at most 2K children.
_MAX_LEAF_K = 16384
_MIN_LEAF_K, _MIN_INNER_K = 4, 16


class Stacks(NamedTuple):
    """Rows of stacks of frames that are in the file.

    Attributes:
      addresses: uint64 (rows, k): of the frames of each row.
      frame: the shape of a frame.
      dtype: of the frames.
    """

    addresses: NDArray[np.uint64]
    frame: tuple[int, ...]
    dtype: np.dtype[Any]

    @property
    def shape(self) -> tuple[int, ...]:
        """That of the array."""
        return (*self.addresses.shape, *self.frame)


class Array(NamedTuple):
    """One array of each group of a batch.

    Attributes:
      path: its name in the group, and the names of groups before it.
      rows: the rows of all groups, one after another: (rows of all groups, ...).
      counts: int64 (groups,): the number of rows of each group.
    """

    path: tuple[str, ...]
    rows: NDArray[Any] | Stacks
    counts: NDArray[np.int64]


class _Field(NamedTuple):
    """A number of eight bytes in a template, which differs between groups."""

    at: int
    kind: str  # "address", "rows", "bytes", "attribute", or "header"
    of: Any  # the array's path, the attribute's name, or the address of the header


class _Template:
    """The headers of one group, for address 0."""

    def __init__(
        self,
        arrays: Sequence[Array],
        attributes: Sequence[str],
        also: Sequence[str],
    ) -> None:
        self.content = bytearray()
        self.fields: list[_Field] = []
        tree: dict[str, Any] = {name: {} for name in also}
        for array in arrays:
            node = tree
            for name in array.path[:-1]:
                node = node.setdefault(name, {})
            node[array.path[-1]] = self._add_array(array)
        self.group = self._add_group(tree, attributes)
        self.content += bytes(-len(self.content) % 8)

    def _add_header(self, messages: Sequence[tuple[int, bytes, list[_Field]]]) -> int:
        """Adds an object header; the fields are relative to their messages."""
        address = len(self.content)
        body = b""
        for kind, data, fields in messages:
            padded = data + bytes(-len(data) % 8)
            start = address + 16 + len(body) + 8
            self.fields += [f._replace(at=start + f.at) for f in fields]
            body += struct.pack("<HHB3x", kind, len(padded), 0) + padded
        self.content += struct.pack("<BxHII4x", 1, len(messages), 1, len(body)) + body
        return address

    def _add_array(self, array: Array) -> int:
        shape = array.rows.shape[1:]
        path = array.path
        rank = len(shape) + 1
        space = struct.pack(f"<BBB5x{rank}Q", 1, rank, 0, 0, *shape)
        layout = struct.pack("<BBQQ", 3, 1, 0, 0)
        places = [_Field(2, "address", path), _Field(10, "bytes", path)]
        if isinstance(array.rows, Stacks):
            chunk = (1, 1, *shape[1:], array.rows.dtype.itemsize)
            layout = struct.pack(f"<BBBQ{rank + 1}I", 3, 2, rank + 1, 0, *chunk)
            places = [_Field(3, "address", path)]
        return self._add_header(
            [
                (_DATASPACE, space, [_Field(8, "rows", path)]),
                (_DATATYPE, _datatype(array.rows.dtype), []),
                # Late allocation, written if it is set; the default of zeros.
                (_FILL_VALUE, struct.pack("<BBBBI", 2, 2, 2, 1, 0), []),
                (_LAYOUT, layout, places),
            ]
        )

    def _add_group(self, tree: Mapping[str, Any], attributes: Sequence[str]) -> int:
        link_info = struct.pack("<BBQQ", 0, 0, _UNDEFINED, _UNDEFINED)
        messages: list[tuple[int, bytes, list[_Field]]] = [
            (_LINK_INFO, link_info, []),
            (_GROUP_INFO, bytes(2), []),
        ]
        for name, node in tree.items():
            to = self._add_group(node, ()) if isinstance(node, dict) else node
            text = name.encode()
            link = struct.pack("<BBH", 1, 1, len(text)) + text
            field = _Field(len(link), "header", to)
            messages.append((_LINK, link + bytes(8), [field]))
        number = _datatype(np.dtype("<i8"))
        number += bytes(-len(number) % 8)
        scalar = struct.pack("<BBB5x", 1, 0, 0)
        for name in attributes:
            text = name.encode() + b"\0"
            sizes = (len(text), len(number), len(scalar))
            text += bytes(-len(text) % 8)
            data = struct.pack("<BxHHH", 1, *sizes) + text + number + scalar
            field = _Field(len(data), "attribute", name)
            messages.append((_ATTRIBUTE, data + bytes(8), [field]))
        return self._add_header(messages)


class Hdf5File:
    """A file of numbered groups; no other program may change it meanwhile.

    Args:
      path: of the file, which is made if there is none.
      prefix: the names of the groups before their numbers.
      keep: how many groups of the file to keep; others are removed.

    Attributes:
      index_size: the bytes of the last index.

    Raises:
      OSError: the file cannot be read or written.
      ValueError: it has no such groups.
    """

    index_size = 0

    def __init__(self, path: str, prefix: str, keep: int = 0) -> None:
        self._prefix = prefix
        self._addresses = _read_addresses(path, prefix, keep)
        self._file = AppendFile(path)
        self._templates: dict[Any, _Template] = {}

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return self._file.end

    def write_frames(self, frames: NDArray[np.uint8]) -> int:
        """Writes frames for `Stacks`, and returns the address of the first one.

        Args:
          frames: uint8 (bytes,): the frames, one after another.

        Raises:
          OSError: as in `write`.
        """
        self._file.align(8)
        self._file.write(frames)
        return self._file.end - len(frames)

    def write(
        self,
        count: int,
        arrays: Sequence[Array],
        attributes: Mapping[str, NDArray[np.int64]],
        also: Sequence[str] = (),
    ) -> None:
        """Writes the next groups, which a commit makes part of the file.

        Args:
          count: the number of groups.
          arrays: of each group.
          attributes: numbers of each group, by their names: int64 (groups,).
          also: groups that each group has, even if none of its arrays is in them.

        Raises:
          OSError: the file cannot be written. It has the groups of the last commit.
        """
        file = self._file
        values: dict[tuple[str, Any], NDArray[Any]] = {}
        for array in arrays:
            file.align(8)
            values["rows", array.path] = array.counts
            if isinstance(array.rows, Stacks):
                roots = self._write_trees(array.rows, array.counts)
                values["address", array.path] = roots
                continue
            rows = np.ascontiguousarray(array.rows)
            item = rows.nbytes // len(rows) if len(rows) else 0
            sizes = array.counts * item
            starts = np.cumsum(sizes) - sizes + file.end
            # An array without elements has no address.
            where = np.where(sizes > 0, starts.astype(np.uint64), np.uint64(_UNDEFINED))
            values["address", array.path] = where
            values["bytes", array.path] = sizes
            if rows.nbytes:
                file.write(rows)
        for name, each in attributes.items():
            values["attribute", name] = each
        template = self._template(arrays, tuple(attributes), tuple(also))
        file.align(8)
        bases = np.arange(count, dtype=np.uint64) * np.uint64(len(template.content))
        bases += np.uint64(file.end)
        numbers = np.empty((len(template.fields), count), np.uint64)
        for to, (_, kind, of) in zip(numbers, template.fields, strict=True):
            to[:] = bases + np.uint64(of) if kind == "header" else values[kind, of]
        content = np.frombuffer(template.content, np.uint8)
        places = np.array([field.at for field in template.fields], np.int64)
        file.write(fill_templates(content, places, numbers))
        found = bases + np.uint64(template.group)
        self._addresses = np.concatenate([self._addresses, found])

    def _write_trees(
        self, rows: Stacks, counts: NDArray[np.int64]
    ) -> NDArray[np.uint64]:
        """Writes a tree for each group, and returns their addresses."""
        size = rows.dtype.itemsize * prod(rows.frame)
        roots = np.full(len(counts), _UNDEFINED, np.uint64)
        stop = 0
        for i, count in enumerate(counts.tolist()):
            start, stop = stop, stop + count
            if count:
                some = rows.addresses[start:stop]
                nodes, roots[i] = chunk_tree(some, rows.frame, size, self._file.end)
                self._file.write(nodes)
        return roots

    def _template(
        self,
        arrays: Sequence[Array],
        attributes: tuple[str, ...],
        also: tuple[str, ...],
    ) -> _Template:
        shapes = tuple(
            (a.path, a.rows.shape[1:], a.rows.dtype, type(a.rows)) for a in arrays
        )
        key = shapes, attributes, also
        if key not in self._templates:
            self._templates[key] = _Template(arrays, attributes, also)
        return self._templates[key]

    def commit(self, to_disk: bool = False) -> None:
        """Makes all groups part of the file.

        Args:
          to_disk: whether to wait until the disk has them, for a power cut.

        Raises:
          OSError: as in `write`.
        """
        count = len(self._addresses)
        leaf_k = min(max(-(-count // 2), _MIN_LEAF_K), _MAX_LEAF_K)
        self._file.align(8)
        index = _Index(self._prefix, self._addresses, self._file.end, leaf_k)
        self.index_size = len(index.content)
        self._file.write(index.content)
        self._file.flush()
        if to_disk:
            self._file.sync()
        superblock = _SIGNATURE + struct.pack(
            "<8BHHIQQQQQQIIQQ",
            *(0, 0, 0, 0, 0, 8, 8, 0),
            *(leaf_k, index.inner_k, 0),
            *(0, _UNDEFINED, self._file.end, _UNDEFINED),
            *(0, index.root, 1, 0, index.tree, index.heap),
        )
        self._file.write_head(superblock)
        if to_disk:
            self._file.sync()

    def close(self) -> None:
        """Closes the file, without a commit."""
        self._file.close()


class _Index:
    """The root group: a heap of names, and a tree with their addresses.

    Attributes:
      content: the bytes from `address` on.
      root: the address of the object header.
      tree: the address of the tree's root.
      heap: the address of the heap.
      inner_k: half of the number of children of an inner node.
    """

    def __init__(
        self,
        prefix: str,
        addresses: NDArray[np.uint64],
        address: int,
        leaf_k: int,
    ) -> None:
        self.address = address
        self._parts: list[bytes] = []
        self._at = address
        names, order = _names(prefix, len(addresses))
        offsets = np.arange(len(names)) * names.itemsize + 8  # after an empty name
        text = bytes(8) + names.tobytes()
        text += bytes(-len(text) % 8)
        data = self._add(text)
        self.heap = self._add(
            b"HEAP" + struct.pack("<B3xQQQ", 0, len(text), 1, data)  # 1: no free space
        )
        level = self._add_leaves(offsets, addresses[order], leaf_k)
        self.inner_k = max(_MIN_INNER_K, -(-len(level) // 2))
        self.tree = self._add_node(level)
        table = struct.pack("<QQ", self.tree, self.heap)
        message = struct.pack("<HHB3x", _SYMBOL_TABLE, len(table), 0) + table
        self.root = self._add(struct.pack("<BxHII4x", 1, 1, 1, len(message)) + message)
        self.content = b"".join(self._parts)

    def _add(self, part: bytes) -> int:
        address = self._at
        self._parts.append(part)
        self._at += len(part)
        return address

    def _add_leaves(
        self, offsets: NDArray[np.int64], addresses: NDArray[np.uint64], leaf_k: int
    ) -> list[tuple[int, int]]:
        """Returns the last name and the address of each leaf."""
        entries = np.zeros(len(offsets), [("name", "<u8"), ("to", "<u8"), ("", "V24")])
        entries["name"], entries["to"] = offsets, addresses
        leaves = []
        for first in range(0, len(entries), 2 * leaf_k):
            some = entries[first : first + 2 * leaf_k]
            leaf = b"SNOD" + struct.pack("<BxH", 1, len(some)) + some.tobytes()
            leaf += bytes(8 + 2 * leaf_k * entries.itemsize - len(leaf))
            leaves.append((int(some["name"][-1]), self._add(leaf)))
        return leaves

    def _add_node(self, children: Sequence[tuple[int, int]]) -> int:
        links = b"".join(struct.pack("<QQ", to, name) for name, to in children)
        node = b"TREE" + struct.pack(
            "<BBHQQQ", 0, 0, len(children), _UNDEFINED, _UNDEFINED, 0
        )
        node += links
        return self._add(node + bytes(32 + 2 * self.inner_k * 16 - len(node)))


def _names(prefix: str, count: int) -> tuple[NDArray[np.bytes_], NDArray[np.int64]]:
    """Returns the names of groups in their order as texts, and their numbers."""
    numbers = np.arange(count)
    width = len(str(max(count - 1, 0)))
    digits = np.ones(count, np.int64)
    for power in range(1, width):
        digits += numbers >= 10**power
    # As texts, 1 is before 10, and 10 is before 2.
    order = np.lexsort((digits, numbers * 10 ** (width - digits)))
    texts = np.zeros((count, len(prefix) + width + 1), np.uint8)
    texts[:, : len(prefix)] = np.frombuffer(prefix.encode(), np.uint8)
    texts[:, len(prefix) : -1] = (
        order.astype(f"S{width}").view(np.uint8).reshape(count, width)
    )
    return texts.view(f"S{texts.shape[1]}").reshape(-1), order


def _datatype(dtype: np.dtype[Any]) -> bytes:
    """Returns the message of a datatype; texts are in UTF-8."""
    import h5py

    if dtype.kind == "S":
        dtype = h5py.string_dtype("utf-8", dtype.itemsize)
    # Two bytes before the message say what it is.
    return bytes(h5py.h5t.py_create(dtype, logical=True).encode()[2:])


def _read_addresses(path: str, prefix: str, keep: int) -> NDArray[np.uint64]:
    """Returns the addresses of the groups to keep."""
    if not os.path.exists(path):
        return np.zeros(0, np.uint64)
    import h5py

    with open(path, "rb") as file:
        head = file.read(_SUPERBLOCK_SIZE)
    if head[:9] != _SIGNATURE + b"\0" or head[13:15] != b"\x08\x08":
        raise ValueError(
            f"{path}: expected an HDF5 file with superblock 0 and addresses of 8 bytes"
        )
    found: NDArray[np.uint64]
    try:
        with h5py.File(path, "r") as file:
            if len(file) < keep:
                raise ValueError(f"expected {keep} groups, got {len(file)}")
            found = np.zeros(keep, np.uint64)
            for i in range(keep):
                name = f"{prefix}{i}"
                if not isinstance(file.get(name), h5py.Group):
                    raise ValueError(f"expected a group {name!r}")
                found[i] = h5py.h5o.get_info(file.id, name.encode()).addr
    except (KeyError, RuntimeError, ValueError) as error:  # the library's, too
        raise ValueError(f"{path}: {error}") from error
    return found

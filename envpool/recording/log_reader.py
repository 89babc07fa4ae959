# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads a file of recorded actions, up to where it ends or is damaged."""

from __future__ import annotations

import json
import math
import struct
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import ReplayError
from envpool.recording import log_format as fmt

__all__ = ["Act", "End", "Load", "LogReader", "Reset"]


class Act(NamedTuple):
    """Actions of one env: its players, and a row or more of each column."""

    owners: int
    columns: list[NDArray[Any]]


class Reset(NamedTuple):
    """A reset; without a seed the env's random stream goes on.

    Its options are None where they have their defaults.
    """

    seed: int | None
    options: tuple[Any, ...] | None


class Load(NamedTuple):
    """A saved state was loaded."""

    state: bytes


class End(NamedTuple):
    """The end of an episode: the event that ended it, and what came out."""

    event: int
    total_reward: float
    length: int
    flags: int


class LogReader:
    """The content of a file.

    Args:
      path: of the file.

    Attributes:
      header: what is known of the pool.
      is_cut: whether the file ends within a record, or is damaged.

    Raises:
      OSError: it cannot be read.
      ReplayError: it is not such a file.
    """

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            self._data = file.read()
        if not self._data.startswith(fmt.MARK):
            raise ReplayError(f"{path}: expected a file that record_actions has made")
        self.is_cut = False
        self._places: list[tuple[int, int, int]] = []  # kind, start and length
        self._ends: dict[int, list[End]] = {}
        self.header: dict[str, Any] = {}
        self._scan()
        if not self.header:
            raise ReplayError(f"{path}: expected a header, but the file ends before it")
        self._num_envs = int(self.header["num_envs"])

    def _scan(self) -> None:
        at = len(fmt.MARK)
        while at < len(self._data):
            record = self._record_at(at)
            if record is None:
                self.is_cut = True
                return
            kind, start, length = record
            at = start + length + fmt.CHECKSUM.size
            if kind == fmt.HEADER:
                self.header = json.loads(self._data[start : start + length])
            elif kind == fmt.UNDO:
                self._places.pop()
            elif kind == fmt.END:
                content = self._data[start : start + length]
                for env_id, *rest in np.frombuffer(content, fmt.ENDS).tolist():
                    self._ends.setdefault(env_id, []).append(End(*rest))
            else:
                self._places.append(record)

    def _record_at(self, at: int) -> tuple[int, int, int] | None:
        """Returns kind, start and length of a record's content, if it is whole."""
        start = at + fmt.FRAME.size
        if start > len(self._data):
            return None
        kind, length = fmt.FRAME.unpack_from(self._data, at)
        end = start + length
        if end + fmt.CHECKSUM.size > len(self._data):
            return None
        (checksum,) = fmt.CHECKSUM.unpack_from(self._data, end)
        whole = checksum == zlib.crc32(memoryview(self._data)[at:end])
        return (kind, start, length) if whole else None

    def ends(self, env_id: int) -> dict[int, End]:
        """Returns the ends of an env's episodes, by event."""
        return {end.event: end for end in self._ends.get(env_id, ())}

    def events(self, env_id: int) -> Iterator[Act | Reset | Load]:
        """Yields what was done with an env, in order."""
        for kind, start, length in self._places:
            cursor = _Cursor(self._data, start, start + length)
            ids = cursor.ids(self._num_envs)
            found = np.flatnonzero(ids == env_id)
            if not len(found):
                continue
            row = int(found[0])
            if kind == fmt.RESET:
                yield Reset(cursor.seed(len(ids), row), cursor.options())
            elif kind == fmt.STATES:
                yield Load(cursor.state(len(ids), row))
            else:
                yield self._act(cursor, ids, env_id)

    def _act(self, cursor: _Cursor, ids: NDArray[np.int32], env_id: int) -> Act:
        owners = ids
        if self.header["several_players"]:
            owners = cursor.array(np.dtype("<i4"), cursor.number())
        columns = []
        for _, dtype, shape, is_per_player in self.header["actions"]:
            values = cursor.column()
            per_row = math.prod(shape)
            values = values.reshape(len(values) // max(per_row, 1), *shape)
            if values.dtype.kind in "iu":
                values = values.astype(dtype)
            owner = owners if is_per_player else ids
            columns.append(np.ascontiguousarray(values[owner == env_id]))
        return Act(int((owners == env_id).sum()), columns)


class _Cursor:
    """Reads the content of a record."""

    def __init__(self, data: bytes, start: int, end: int) -> None:
        self._data = data
        self._at = start
        self._end = end

    def number(self) -> int:
        (value,) = struct.unpack_from("<I", self._data, self._at)
        self._at += 4
        return int(value)

    def byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def array(self, dtype: np.dtype[Any], count: int) -> NDArray[Any]:
        result = np.frombuffer(self._data, dtype, count, self._at)
        self._at += result.nbytes
        return result

    def ids(self, num_envs: int) -> NDArray[Any]:
        if self.byte():
            return np.arange(num_envs, dtype=np.int32)
        return self.array(np.dtype("<i4"), self.number())

    def column(self) -> NDArray[Any]:
        dtype = fmt.dtype_of(self.byte())
        return self.array(dtype, self.number())

    def seed(self, count: int, row: int) -> int | None:
        if not self.byte():
            return None
        seeds = self.array(np.dtype("<i8"), count)
        given = self.array(np.dtype("?"), count)
        return int(seeds[row]) if given[row] else None

    def options(self) -> tuple[Any, ...] | None:
        text = self._data[self._at : self._end]
        return tuple(json.loads(text)) if text else None

    def state(self, count: int, row: int) -> bytes:
        lengths = self.array(np.dtype("<u4"), count)
        start = self._at + int(lengths[:row].sum())
        return self._data[start : start + int(lengths[row])]

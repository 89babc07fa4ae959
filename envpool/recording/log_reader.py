# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads a file of recorded actions, up to its end or to damaged data."""

from __future__ import annotations

import contextlib
import json
import math
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import show
from envpool.python.errors import ReplayError
from envpool.recording import log_format as fmt
from envpool.recording.header import read_header

__all__ = ["Act", "End", "Load", "LogReader", "Params", "Reset"]


class Act(NamedTuple):
    """Actions of one env: its number of player rows, and its rows of each column."""

    num_rows: int
    columns: list[NDArray[Any]]


class Reset(NamedTuple):
    """A reset; without a seed, the env's random stream continues.

    Its options are None for the defaults; they have not been checked yet.
    """

    seed: int | None
    options: list[Any] | None
    env_id: int


class Load(NamedTuple):
    """A saved state was loaded."""

    state: bytes


class Params(NamedTuple):
    """Parameters were set, with this state as the result; it has no number."""

    state: bytes


class End(NamedTuple):
    """The end of an episode: the event that ended it, and its outcome."""

    event: int
    total_reward: float
    length: int
    flags: int


class LogReader:
    """The content of a file.

    Nothing in the file is trusted, even with valid checksums.

    Args:
      path: the path of the file.

    Attributes:
      header: the description of the pool.
      is_cut: whether the file ends within a record, or is damaged.

    Raises:
      OSError: the file cannot be read.
      ReplayError: the file is not a recording.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        with open(path, "rb") as file:
            self._data = file.read()
        if not self._data.startswith(fmt.MARK):
            raise ReplayError(f"{path}: expected a file that record_actions has made")
        self.is_cut = False
        self._places: list[tuple[int, int, int]] = []  # kind, start and end
        self._ends: dict[int, dict[int, End]] = {}
        with self._named():
            at = self._read_header()
            self._scan(at)

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Adds the name of the file to errors."""
        try:
            yield
        except ReplayError as error:
            raise ReplayError(f"{self._path}: {error}") from error.__cause__

    def _read_header(self) -> int:
        """Sets `header`, and returns the offset of its end."""
        record = self._record_at(len(fmt.MARK))
        if record is None or record[0] != fmt.HEADER:
            raise ReplayError("expected a header, but the file ends before it")
        _, start, end = record
        self.header = read_header(self._data[start:end])
        return end + fmt.CHECKSUM.size

    def _scan(self, at: int) -> None:
        while at < len(self._data):
            record = self._record_at(at)
            if record is None:
                self.is_cut = True
                return
            kind, _, end = record
            at = end + fmt.CHECKSUM.size
            if kind == fmt.UNDO:
                if not self._places:
                    raise ReplayError("expected a record to undo, got none")
                self._places.pop()
            elif kind == fmt.END:
                self._read_ends(self._cursor(record))
            elif kind in (fmt.ACTIONS, fmt.RESET, fmt.STATES, fmt.PARAMS):
                self._places.append(record)
            else:
                raise ReplayError(f"expected kinds of records, got {kind}")

    def _record_at(self, at: int) -> tuple[int, int, int] | None:
        """Returns kind, start and end of a record's content, if it is complete."""
        start = at + fmt.FRAME.size
        if start > len(self._data):
            return None
        kind, length = fmt.FRAME.unpack_from(self._data, at)
        end = start + length
        if end + fmt.CHECKSUM.size > len(self._data):
            return None
        (checksum,) = fmt.CHECKSUM.unpack_from(self._data, end)
        whole = checksum == zlib.crc32(memoryview(self._data)[at:end])
        return (kind, start, end) if whole else None

    def _cursor(self, record: tuple[int, int, int]) -> _Cursor:
        _, start, end = record
        return _Cursor(self._data, start, end, self.header.num_envs)

    def _read_ends(self, cursor: _Cursor) -> None:
        for env_id, *rest in cursor.rest(fmt.ENDS).tolist():
            end = End(*rest)
            self._ends.setdefault(env_id, {})[end.event] = end

    def ends(self, env_id: int) -> dict[int, End]:
        """Returns the ends of an env's episodes, by event."""
        return self._ends.get(env_id, {})

    def starts(self) -> tuple[NDArray[np.int64], dict[int, list[int]]]:
        """Returns the number of each env's events, and its resets and loads.

        Raises:
          ReplayError: a record is invalid.
        """
        counts = np.zeros(self.header.num_envs, np.int64)
        starts: dict[int, list[int]] = {}
        with self._named():
            for record in self._places:
                ids = self._cursor(record).ids()
                if record[0] == fmt.PARAMS:
                    continue
                if record[0] != fmt.ACTIONS:
                    some = range(len(counts)) if ids is None else ids.tolist()
                    for env_id in some:
                        starts.setdefault(env_id, []).append(int(counts[env_id]))
                counts[slice(None) if ids is None else ids] += 1
        return counts, starts

    def events(self, env_id: int) -> Iterator[Act | Reset | Load | Params]:
        """Yields the events of an env, in order.

        Raises:
          ReplayError: a record is invalid.
        """
        for record in self._places:
            with self._named():
                event = self._event(record, env_id)
            if event is not None:
                yield event

    def _event(
        self, record: tuple[int, int, int], env_id: int
    ) -> Act | Reset | Load | Params | None:
        cursor = self._cursor(record)
        ids = cursor.ids()
        row, count = env_id, self.header.num_envs
        if ids is not None:
            found = np.flatnonzero(ids == env_id)
            if not len(found):
                return None
            row, count = int(found[0]), len(ids)
        if record[0] == fmt.RESET:
            return Reset(cursor.seed(count, row), cursor.options(), env_id)
        if record[0] == fmt.STATES:
            return Load(cursor.state(count, row))
        if record[0] == fmt.PARAMS:
            return Params(cursor.state(count, row))
        return self._act(cursor, count, row, env_id)

    def _act(self, cursor: _Cursor, count: int, row: int, env_id: int) -> Act:
        mine: Any = slice(row, row + 1)
        players, num_rows, theirs = count, 1, mine
        if self.header.several_players:
            of_whom = cursor.array(fmt.INT32, cursor.number())
            players, theirs = len(of_whom), of_whom == env_id
            num_rows = int(theirs.sum())
        columns = []
        for _, dtype, shape, is_per_player in self.header.actions:
            rows, some = (players, theirs) if is_per_player else (count, mine)
            values = cursor.column(np.dtype(dtype), rows, shape)[some]
            columns.append(np.ascontiguousarray(values.astype(dtype)))
        cursor.check_end()
        return Act(num_rows, columns)


class _Cursor:
    """Reads the content of a record, and never beyond it.

    All methods raise ReplayError for invalid data.
    """

    def __init__(self, data: bytes, start: int, end: int, num_envs: int) -> None:
        self._data = data
        self._at = start
        self._end = end
        self._num_envs = num_envs

    def _take(self, size: int) -> int:
        """Returns the offset of the next bytes, and moves past them."""
        at = self._at
        if size > self._end - at:
            raise ReplayError(
                f"expected {size} more bytes in a record, got {self._end - at}"
            )
        self._at += size
        return at

    def check_end(self) -> None:
        if self._at != self._end:
            raise ReplayError(
                f"expected the end of a record, got {self._end - self._at} bytes"
            )

    def number(self) -> int:
        return int(self.array(fmt.UINT32, 1)[0])

    def byte(self) -> int:
        return self._data[self._take(1)]

    def array(self, dtype: np.dtype[Any], count: int) -> NDArray[Any]:
        at = self._take(count * dtype.itemsize)
        return np.frombuffer(self._data, dtype, count, at)

    def rest(self, dtype: np.dtype[Any]) -> NDArray[Any]:
        values = self.array(dtype, (self._end - self._at) // dtype.itemsize)
        self.check_end()
        return values

    def ids(self) -> NDArray[Any] | None:
        """Returns env ids, or None for all of them."""
        if self.byte():
            return None
        ids = self.array(fmt.INT32, self.number())
        if len(ids) and not 0 <= ids.min() <= ids.max() < self._num_envs:
            raise ReplayError(f"expected env ids in [0, {self._num_envs - 1}]")
        if len(np.unique(ids)) < len(ids):
            raise ReplayError("expected different env ids in a record")
        return ids

    def column(
        self, dtype: np.dtype[Any], rows: int, shape: Sequence[int]
    ) -> NDArray[Any]:
        """Returns a column of an action; numbers may be stored in fewer bytes."""
        stored = fmt.dtype_of(self.byte())
        kinds = "" if stored is None else stored.kind + dtype.kind
        is_narrowed = kinds in ("ii", "iu", "ui", "uu") or (
            kinds == "ff" and stored == np.float32  # envs may compute with float32
        )
        if stored is None or not (is_narrowed or stored == dtype):
            raise ReplayError(f"expected an action of {dtype}, got {stored}")
        count = self.number()
        if count != rows * math.prod(shape):
            raise ReplayError(f"expected {rows} rows of {shape}, got {count} values")
        values = self.array(stored, count)
        if dtype.kind == "b":
            values = values.view(np.uint8) != 0
        return values.reshape(rows, *shape)

    def seed(self, count: int, row: int) -> int | None:
        if not self.byte():
            return None
        seeds = self.array(fmt.INT64, count)
        given = self.array(fmt.UINT8, count)
        return int(seeds[row]) if given[row] else None

    def options(self) -> list[Any] | None:
        text = bytes(self.rest(fmt.UINT8))
        if not text:
            return None
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ReplayError(f"expected options in JSON: {error}") from error
        if type(values) is not list:
            raise ReplayError(f"expected a list of options, got {show(values)}")
        return values

    def state(self, count: int, row: int) -> bytes:
        lengths = self.array(fmt.UINT32, count).astype(np.int64)
        start = self._take(int(lengths.sum())) + int(lengths[:row].sum())
        self.check_end()
        return self._data[start : start + int(lengths[row])]

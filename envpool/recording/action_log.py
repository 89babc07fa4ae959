# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes seeds and actions to a file, as they are sent.

Every record is written at once, without a buffer, so it survives any end of the
process. If it cannot be written, e.g. because the disk is full, the file ends there
with a warning, and the pool goes on. Threads: one may send while another one
receives.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import secrets
import struct
import threading
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import ConfigError
from envpool.recording import log_format as fmt
from envpool.recording.header import header_text

if TYPE_CHECKING:
    from envpool.python.actions.reset_options import OptionValues
    from envpool.python.config.keywords import Options
    from envpool.python.env_spec import EnvSpecMixin
    from envpool.recording.episodes import Rows

__all__ = ["ActionLog"]

Arrays = Sequence[NDArray[Any]]


class _File(io.FileIO):
    """A file that C code closes when it is dropped, so that no Ctrl-C is lost there."""

    __del__ = io.FileIO.close


class ActionLog:
    """The file of one pool.

    Args:
      path: the path of the file, which must not exist.
      spec: the spec of the envs.
      env_type: the API of the pool.
      options: the options of the pool.

    Raises:
      ConfigError: the file exists, or cannot be made or written, or a config value
        cannot be written to it.
    """

    def __init__(
        self, path: str, spec: EnvSpecMixin, env_type: str, options: Options
    ) -> None:
        self.path = path
        self._num_envs = int(spec.config.num_envs)
        self._several_players = int(spec.config.max_num_players) > 1
        changes = options.normalize_reward or options.clip_reward is not None
        self._flags = fmt.CHANGED if changes else 0
        self._sent = np.zeros(self._num_envs, np.int64)
        self._received = np.zeros(self._num_envs, np.int64)
        self._number = 0  # the number of the last result
        self._last: NDArray[np.int32] | None = None
        self._last_offset = 0  # the offset of the last record
        self._lock = threading.Lock()
        self._process = os.getpid()
        header = fmt.pack(fmt.HEADER, header_text(spec, env_type, options))
        try:
            self._file = _new_file(path, fmt.MARK + header)
        except FileExistsError:
            raise ConfigError(
                f"record_actions: expected a new file, but {path!r} is there"
            ) from None
        except FileNotFoundError as error:
            raise ConfigError(
                f"record_actions: expected a path for a new file: {error}"
            ) from error
        except OSError as error:
            raise ConfigError(
                f"record_actions: {path!r} cannot be written: {error}"
            ) from error

    @property
    def is_open(self) -> bool:
        """Whether records are written; False if closed, failed or in a forked child."""
        return not self._file.closed and os.getpid() == self._process

    def actions(self, arrays: Arrays) -> None:
        """Writes actions before they are sent.

        Args:
          arrays: env ids, players' env ids, then the columns of the action.
        """
        ids = np.asarray(arrays[0], np.int32)
        parts = [self._ids(ids)]
        if self._several_players:
            owners = np.asarray(arrays[1], "<i4")
            parts += [struct.pack("<I", len(owners)), owners.tobytes()]
        parts += [_column(np.asarray(array)) for array in arrays[2:]]
        self._write(fmt.ACTIONS, b"".join(parts), ids)

    def reset(
        self,
        ids: NDArray[np.int32],
        seeds: NDArray[np.int64] | None = None,
        given: NDArray[np.bool_] | None = None,
        options: OptionValues = None,
    ) -> None:
        """Writes resets before they are sent.

        Args:
          ids: the envs.
          seeds: as for the native pool.
          given: as for the native pool.
          options: the values of the envs' options; None for the defaults.
        """
        content = self._ids(ids)
        if seeds is None:
            content += b"\0"
        else:
            mask = np.ones(len(ids), np.bool_) if given is None else given
            content += b"\1" + seeds.astype("<i8").tobytes() + mask.tobytes()
        if options is not None:
            content += json.dumps(options).encode()
        self._write(fmt.RESET, content, ids)

    def states(self, ids: NDArray[np.int32], states: Sequence[bytes]) -> None:
        """Writes states that have been loaded."""
        self._write(fmt.STATES, self._ids(ids) + _joined(states), ids)
        self._received[ids] += 1  # a load has no pending result

    def params(self, ids: NDArray[np.int32], states: Sequence[bytes]) -> None:
        """Writes the states of envs whose parameters have been set."""
        with self._lock:
            if self.is_open:
                self._add(fmt.PARAMS, self._ids(ids) + _joined(states))

    @property
    def mark(self) -> int:
        """Returns the state for `undo`, to be read before a record is written."""
        return self._last_offset

    def undo(self, mark: int) -> None:
        """Marks the last record as refused, if it was written since `mark`."""
        with self._lock:
            if self._last_offset == mark or not self.is_open:
                return
            if self._last is not None:
                self._sent[self._last] -= 1
                self._last = None
            if self._file.tell() > self._last_offset:
                self._add(fmt.UNDO, b"", self._last_offset)
            self._last_offset = -1

    def discard(self) -> None:
        """Notes that pending results were discarded."""
        np.copyto(self._received, self._sent)

    def received(self, number: int, rows: Rows, faulty: Sequence[int]) -> None:
        """Writes the ends of episodes in a result; after Ctrl-C it may be called again.

        Args:
          number: the number of the result, from 1.
          rows: the rows of envs that did not fail.
          faulty: the envs that failed.
        """
        failed = np.array(faulty, np.int32)
        ids = np.concatenate([rows.ids, failed])
        if number != self._number:
            counts = self._received[ids] + 1
            self._received[ids], self._number = counts, number  # no Ctrl-C in between
        over = np.flatnonzero(rows.ends)
        if not len(over) and not len(failed):
            return
        ends = np.zeros(len(over) + len(failed), fmt.ENDS)
        ended, faults = ends[: len(over)], ends[len(over) :]
        ended["env_id"] = rows.ids[over]
        ended["total_reward"] = rows.returns[over]
        ended["length"] = rows.lengths[over]
        ended["flags"] = self._flags
        ended["flags"] |= fmt.TERMINATED * rows.terminated[over].astype(np.uint8)
        ended["flags"] |= fmt.TRUNCATED * rows.truncated[over].astype(np.uint8)
        faults["env_id"], faults["flags"] = failed, fmt.FAILED
        ends["event"] = self._received[ends["env_id"]] - 1
        with self._lock:
            if self.is_open:
                self._add(fmt.END, ends.tobytes())

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _ids(self, ids: NDArray[np.int32]) -> bytes:
        if len(ids) == self._num_envs and (ids[:-1] < ids[1:]).all():
            return b"\1"
        return b"\0" + struct.pack("<I", len(ids)) + ids.astype("<i4").tobytes()

    def _write(self, kind: int, content: bytes, ids: NDArray[np.int32]) -> None:
        with self._lock:
            if self.is_open:
                self._last, self._last_offset = None, self._file.tell()
                self._add(kind, content)
                # There is no Ctrl-C between these two statements.
                self._sent[ids] += 1
                self._last = ids

    def _add(self, kind: int, content: bytes, undone: int | None = None) -> None:
        """Writes a record, or ends the file.

        Args:
          kind: the kind of the record.
          content: its content.
          undone: for UNDO, the offset of the record that it undoes.
        """
        try:
            _write_all(self._file, fmt.pack(kind, content))
        except OSError as error:
            if undone is not None:  # else the refused record would be played
                with contextlib.suppress(OSError):
                    self._file.truncate(undone)
            self._file.close()
            warnings.warn(
                f"record_actions: no more is written to {self.path}: {error}",
                RuntimeWarning,
                stacklevel=2,
            )


def _new_file(path: str, content: bytes) -> _File:
    """Makes a file, which gets its name only after it has its content.

    Raises:
      OSError: the file exists, or cannot be written; nothing is left behind.
    """
    hidden = os.path.join(os.path.dirname(path), f".{secrets.token_hex(8)}.actions")
    try:
        file = _File(hidden, "xb")
        try:
            _write_all(file, content)
            _name(hidden, path)
        except BaseException:
            file.close()
            raise
        return file
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(hidden)


def _name(hidden: str, path: str) -> None:
    try:
        os.link(hidden, path)
    except FileExistsError:
        raise
    except OSError:  # some file systems have no links
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        os.rename(hidden, path)


def _joined(states: Sequence[bytes]) -> bytes:
    lengths = struct.pack(f"<{len(states)}I", *map(len, states))
    return lengths + b"".join(states)


def _write_all(file: io.FileIO, record: bytes) -> None:
    rest = memoryview(record)
    while rest:  # a disk that becomes full accepts only a part
        rest = rest[file.write(rest) :]


def _column(array: NDArray[Any]) -> bytes:
    """Returns a column with the code of its dtype; narrows integers if possible."""
    stored = array
    if array.dtype.kind in "iu" and array.dtype.itemsize > 1:
        for small in (np.uint8, np.int16):
            narrow = array.astype(small)
            if np.array_equal(narrow, array):
                stored = narrow
                break
    if array.dtype.byteorder == ">":
        stored = stored.astype(array.dtype.newbyteorder("<"))
    code = fmt.code_of(stored.dtype)
    return struct.pack("<BI", code, stored.size) + stored.tobytes()

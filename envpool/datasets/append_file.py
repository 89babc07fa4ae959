# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A file that grows at its end, past the system's cache of files.

A data set may be larger than the memory, and is not read soon. With `O_DIRECT`, the
disk takes its bytes from the program's memory, so that the processor does not copy
them. Such writes begin and end at whole pages. File systems without it get normal ones.
"""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["AppendFile", "page_memory"]

_PAGE = 4096
_BLOCK = 4 * 2**20
# Arrays of whole pages that are larger are written from where they are.
_LARGE = 2**20
_DIRECT = getattr(os, "O_DIRECT", 0)


def page_memory(size: int) -> NDArray[np.uint8]:
    """Returns memory from the start of a page on: uint8 (size,)."""
    return np.frombuffer(mmap.mmap(-1, max(size, 1)), np.uint8)[:size]


def _up(size: int) -> int:
    return -(-size // _PAGE) * _PAGE


class AppendFile:
    """A file whose first page may be rewritten; no other program may change it.

    Args:
      path: of the file, which is made if there is none.

    Raises:
      OSError: it cannot be opened.
    """

    def __init__(self, path: str) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        try:
            self._file = os.open(path, flags | _DIRECT, 0o666)
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            self._file = os.open(path, flags, 0o666)
        size = os.fstat(self._file).st_size
        self._head = page_memory(_PAGE)
        if size > 0:
            os.preadv(self._file, [self._head.data], 0)
        self._block = page_memory(_BLOCK)  # what follows `_start`
        self._start = max(_up(size), _PAGE)
        self._used = 0

    @property
    def end(self) -> int:
        """Where the next bytes are written."""
        return self._start + self._used

    def write(self, data: bytes | NDArray[Any]) -> None:
        """Adds the bytes of `data`, an array in C order.

        Raises:
          OSError: the file cannot be written.
        """
        left: NDArray[np.uint8]
        if isinstance(data, bytes):
            left = np.frombuffer(data, np.uint8)
        else:
            left = data.reshape(-1).view(np.uint8)
        if len(left) >= _LARGE and left.ctypes.data % _PAGE == 0:
            self.align(_PAGE)
            self._put(self._block[: self._used], self._start)
            whole = len(left) // _PAGE * _PAGE
            self._start, self._used = self.end, 0
            self._put(left[:whole], self._start)
            self._start += whole
            left = left[whole:]
        while len(left):
            part = left[: _BLOCK - self._used]
            self._block[self._used : self._used + len(part)] = part
            self._used += len(part)
            left = left[len(part) :]
            if self._used == _BLOCK:
                self._put(self._block, self._start)
                self._start, self._used = self.end, 0

    def align(self, size: int) -> None:
        """Adds zeros, so that the end is a multiple of `size`."""
        self.write(bytes(-self.end % size))

    def flush(self) -> None:
        """Gives all bytes to the file system; a last part of a page with zeros.

        Raises:
          OSError: as in `write`.
        """
        padded = _up(self._used)
        self._block[self._used : padded] = 0
        self._put(self._block[:padded], self._start)
        whole = self._used // _PAGE * _PAGE
        self._block[: self._used - whole] = self._block[whole : self._used].copy()
        self._start += whole
        self._used -= whole

    def write_head(self, data: bytes) -> None:
        """Replaces the first bytes of the file.

        Raises:
          OSError: as in `write`.
        """
        self._head[: len(data)] = np.frombuffer(data, np.uint8)
        self._put(self._head, 0)

    def sync(self) -> None:
        """Waits until the disk has all that the file system has."""
        os.fsync(self._file)

    def _put(self, data: NDArray[np.uint8], at: int) -> None:
        """Writes whole pages."""
        while len(data):
            try:
                count = os.pwrite(self._file, data.data, at)
            except OSError as error:
                flags = fcntl.fcntl(self._file, fcntl.F_GETFL)
                if error.errno != errno.EINVAL or not flags & _DIRECT:
                    raise
                # This file system has other rules for direct writes.
                fcntl.fcntl(self._file, fcntl.F_SETFL, flags & ~_DIRECT)
                continue
            data, at = data[count:], at + count

    def close(self) -> None:
        """Closes the file, without `flush`; idempotent."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A data set in Minari's format, which rollouts write."""

from __future__ import annotations

import contextlib
import importlib
import itertools
import os
import queue
import threading
import time
import weakref
from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from envpool.datasets.append_file import page_memory
from envpool.datasets.episodes import Cutter
from envpool.datasets.folder import Folder
from envpool.python.errors import (
    ArgumentError,
    ForkedError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.rollouts.frames import Frames
from envpool.python.rollouts.recorded import Facts, Rows

__all__ = ["Minari"]

_MAX_WAITING = 256 * 2**20  # bytes of rows that wait to be written
_NEEDED = ("h5py", "PIL", "minari")
# A commit makes episodes readable after this many bytes or seconds.
_COMMIT_BYTES = 64 * 2**20
_COMMIT_SECONDS = 10.0
_INDEX_SHARE = 8  # at least as many times the bytes of the index, which is new then
# Episodes are written together, since each write takes time.
_BATCH_BYTES = 4 * 2**20
_MOST_BUFFERS = 4


class _Writer:
    """Writes rows in a thread of its own.

    Attributes:
      items: (pool number, rows), a lock to be released, or None for the end.
      error: the first error; after it, nothing is written.
    """

    def __init__(self, folder: Folder) -> None:
        self.items: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.error: BaseException | None = None
        self.waiting = 0  # bytes, guarded by `has_room`
        self.has_room = threading.Condition()
        self._folder = folder
        self._cutters: dict[int, Cutter] = {}
        self._size = 0  # of the file after the last commit
        self._buffers: list[NDArray[np.uint8]] = []
        self._committed = time.monotonic()
        self.thread = threading.Thread(
            target=self._run, name="envpool data set", daemon=True
        )
        self.thread.start()

    def _run(self) -> None:
        while (item := self.items.get()) is not None:
            if isinstance(item, tuple):
                self._try(self._take, *item)
                self._give_back(item[1])
            else:
                self._try(self._commit, False)
                item.release()
        self._try(self._commit, True)
        self._try(self._folder.close)

    def _try(self, do: Any, *args: Any) -> None:
        if self.error is None:
            try:
                do(*args)
            except BaseException as error:  # a full disk, or too little memory
                self.error = error
                with contextlib.suppress(OSError):
                    self._folder.close()

    def _take(self, pool: int, rows: Rows) -> None:
        file = self._folder.begin()
        if pool not in self._cutters:
            self._cutters[pool] = Cutter(rows)
        cutter = self._cutters[pool]
        if cutter.cut(rows, file) > _BATCH_BYTES:
            self._write(cutter)
        is_due = time.monotonic() - self._committed > _COMMIT_SECONDS
        most = max(_COMMIT_BYTES, _INDEX_SHARE * file.index_size)
        if is_due or file.size - self._size > most:
            self._commit(False)

    def _write(self, cutter: Cutter) -> None:
        for has_seed in (True, False):
            lengths, seeds, arrays = cutter.whole(has_seed)
            if len(lengths):
                attributes = {"seed": seeds} if has_seed else {}
                self._folder.write(lengths, arrays, attributes)
            cutter.clear(has_seed)

    def _commit(self, to_disk: bool) -> None:
        for cutter in self._cutters.values():
            self._write(cutter)
        self._size = self._folder.commit(to_disk)
        self._committed = time.monotonic()

    def buffer(self, size: int) -> NDArray[np.uint8]:
        """Returns memory of frames; that of written ones, since new memory is slow."""
        with self.has_room:
            for i, kept in enumerate(self._buffers):
                if len(kept) == size:
                    return self._buffers.pop(i)
        return page_memory(size)

    def _give_back(self, rows: Rows) -> None:
        with self.has_room:
            for array in rows.states.values():
                if isinstance(array, Frames):
                    self._buffers = [array.parts[0], *self._buffers[:_MOST_BUFFERS]]
            self.waiting -= rows.nbytes
            self.has_room.notify_all()

    def add(self, pool: int, rows: Rows) -> None:
        with self.has_room:
            self.has_room.wait_for(lambda: self.waiting < _MAX_WAITING)
            self.waiting += rows.nbytes
        self.items.put((pool, rows))

    def flush(self) -> None:
        done = threading.Lock()
        done.acquire()
        self.items.put(done)
        done.acquire()

    def close(self) -> None:
        self.items.put(None)
        self.thread.join()


class Minari:
    """A data set of whole episodes, which `minari.load_dataset` reads.

    `env.rollout(..., record=data)` adds the episodes that end in its rows; an episode
    may span several rollouts, and several pools of the same task may write to one
    data set. A thread writes them meanwhile. What has been written can be read at any
    time, also after the process was killed: it is made readable every 10 seconds or
    64 MiB, by `flush`, and by `close`. Unfinished episodes are left out, and so are
    those that begin before the first rollout with the data set, unless they begin
    with its last result, a reset.

    Observations, actions, rewards and the infos that the rollouts ask for are stored
    without loss; images are not compressed. The space of observations is that of
    `env_type="gymnasium"`, in all APIs.

    Args:
      dataset_id: "name-v0" or "folder/name-v0".
      root: the folder of all data sets; by default `MINARI_DATASETS_PATH`, or
        ~/.minari/datasets.
      append: whether to add episodes to a data set that exists.
      metadata: further entries of its metadata, such as `author`,
        `author_email`, `algorithm_name`, `code_permalink` and `description`.

    Raises:
      ArgumentError: the id is invalid, or a data set exists and `append` is not given,
        or does not exist and it is.
      NotSupportedError: the package minari or h5py is not installed.
      OSError: the folder cannot be read or written.
    """

    _numbers = itertools.count()

    def __init__(
        self,
        dataset_id: str,
        root: str | os.PathLike[str] | None = None,
        *,
        append: bool = False,
        **metadata: str | Iterable[str],
    ) -> None:
        try:
            for name in _NEEDED:
                importlib.import_module(name)
        except ImportError as error:
            raise NotSupportedError(
                "Minari: expected the packages minari, h5py and pillow: "
                f'pip install "envpool[minari]" ({error})'
            ) from error
        self._folder = Folder(dataset_id, root, append, metadata)
        self._process_id = os.getpid()
        writer = _Writer(self._folder)
        self._writer = writer
        self._close = weakref.finalize(self, writer.close)
        # By pool: its number here, and its marks after the last rollout.
        self._pools: weakref.WeakKeyDictionary[Any, tuple[int, Any]]
        self._pools = weakref.WeakKeyDictionary()

    @property
    def path(self) -> str:
        """The folder of the data set."""
        return self._folder.path

    @property
    def total_episodes(self) -> int:
        """The number of its episodes that can be read now."""
        return self._folder.total_episodes

    @property
    def total_steps(self) -> int:
        """The number of their steps."""
        return self._folder.total_steps

    def _marks(self, pool: Any) -> Any:
        """Returns what `_add` was given for this pool last, or None."""
        self._check()
        return self._pools.get(pool, (0, None))[1]

    def _buffer(self, size: int) -> NDArray[np.uint8]:
        """Returns memory for frames; see `DataSet`."""
        return self._writer.buffer(size)

    def _add(self, pool: Any, marks: Any, rows: Rows, facts: Facts) -> None:
        """Adds the rows of a rollout; see `DataSet`."""
        self._check()
        self._folder.check(facts)
        number = self._pools[pool][0] if pool in self._pools else next(self._numbers)
        self._pools[pool] = (number, None)  # if Ctrl-C occurs before the end
        self._writer.add(number, rows)
        self._pools[pool] = (number, marks)

    def _check(self) -> None:
        if os.getpid() != self._process_id:
            raise ForkedError("record: this data set was opened before `fork()`")
        if not self._close.alive:
            raise ProtocolError("record: this data set is closed")
        self._raise()

    def _raise(self) -> None:
        error = self._writer.error
        if error is None:
            return
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, self.path) from error
        if isinstance(error, ArgumentError):
            raise ArgumentError(str(error)) from error
        raise ProtocolError(f"{self.path}: writing failed: {error}") from error

    def flush(self) -> None:
        """Writes the episodes that have ended, and makes them readable.

        Raises:
          OSError: a file cannot be written; for example, the disk is full. What was
            written before remains readable.
          ProtocolError: the data set is closed.
        """
        self._check()
        self._writer.flush()
        self._raise()

    def close(self) -> None:
        """Does `flush`, and closes the data set; idempotent.

        Raises:
          OSError: as in `flush`.
        """
        if os.getpid() == self._process_id and self._close.alive:
            self._close()
            self._raise()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return (
            f"Minari({self._folder.dataset_id!r}, total_episodes="
            f"{self.total_episodes}, total_steps={self.total_steps})"
        )

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes videos, in a separate thread.

Frames wait in a queue for ffmpeg. The queue is bounded: producers block when ffmpeg
falls behind. If ffmpeg makes no progress for some seconds, e.g. because the folder is
on a network that hangs, ffmpeg is ended, and no more videos are written.
"""

from __future__ import annotations

import atexit
import os
import queue
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from envpool.recording.ffmpeg import Frame, Writer, load_ffmpeg

__all__ = ["Encoder"]

_MAX_BYTES = 256 * 2**20  # maximum size of waiting frames
# The seconds until ffmpeg is stopped, if it neither reads input nor uses the CPU. It
# then has _LAST_PATIENCE seconds to remove its output.
_PATIENCE = 15.0
_LAST_PATIENCE = 1.0


class _Work:
    """The work of an encoder's thread.

    Other threads only put items into the queue, read the attributes, and call `stop`
    and `wait`. There is no lock, so that a Ctrl-C may occur anywhere.

    Attributes:
      items: (video, frame, frames per second); (video, ending); or anything else to end
        the thread.
      error: the first error; after it, nothing is written.
      taken: the number of written bytes of frames.
    """

    def __init__(self, suffix: str) -> None:
        self.items: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.error: BaseException | None = None
        self.taken = 0
        self.owner: Any = None
        self._suffix = suffix
        self._process_id = os.getpid()
        self._is_over = False
        self._writers: dict[str, Writer] = {}
        self._writer: Writer | None = None  # the writer in use

    @property
    def is_running(self) -> bool:
        """Whether the thread runs; a forked child lacks the thread."""
        return not self._is_over and os.getpid() == self._process_id

    def run(self) -> None:
        """Processes the items; at the end, finishes all videos."""
        while isinstance(item := self.items.get(), tuple):
            self._try(self._do, *item)
            if len(item) == 3:
                self.taken += item[1].nbytes
        for video in list(self._writers):
            self._try(self._finish, video, "unfinished")
        _running.discard(self)
        self._is_over = True

    def _try(self, do: Callable[..., None], *args: Any) -> None:
        if self.error is None:
            try:
                do(*args)
            except BaseException as error:  # an error of ffmpeg or the disk
                self.error = self.error or error
        if self.error is not None:
            while self._writers:
                self._writers.popitem()[1].abandon()

    def _do(self, video: str, content: Any, fps: int | None = None) -> None:
        if fps is None:
            self._finish(video, content)
            return
        if video not in self._writers:
            path = f"{video}{self._suffix}"
            self._writers[video] = Writer(path, fps, content.shape)
        self._writer = self._writers[video]
        if self.error is None:  # `stop` has ended all writers that existed then
            self._writer.add(content)

    def _finish(self, video: str, how: str) -> None:
        self._writer = self._writers.get(video)
        # There is no writer if Ctrl-C came before the first frame.
        if self._writer is not None and self.error is None:
            self._writer.finish(f"{video}-{how}{self._suffix}")
            del self._writers[video]

    def wait(self, is_done: Callable[[], bool], patience: float) -> bool:
        """Waits until a condition holds or the thread has ended.

        Args:
          is_done: tells whether the condition holds.
          patience: the tolerated seconds without progress.

        Returns:
          Whether it is done or has ended; False without progress.
        """
        last, since = None, 0.0
        while self.is_running and not is_done():
            writer = self._writer
            state = (self.taken, len(self._writers), writer and writer.cpu_time())
            now = time.monotonic()
            if state != last:
                last, since = state, now
            elif now - since > patience:
                return False
            time.sleep(0.005)
        return True

    def stop(self, error: BaseException | None = None) -> None:
        """Gives up, by default because of missing progress."""
        stall = TimeoutError(f"ffmpeg made no progress for {_PATIENCE:g} s")
        self.error = self.error or error or stall
        for writer in (self._writer, *self._writers.values()):
            if writer is not None:
                writer.kill()


class Encoder:
    """Writes videos, in a thread.

    If it is dropped without `close`, the thread writes the remaining frames and ends.
    The program waits for that at its exit.

    Args:
      suffix: the suffix of the files, ".mp4" or ".gif".
    """

    def __init__(self, suffix: str) -> None:
        load_ffmpeg()
        self._added = 0
        self._work = work = _Work(suffix)
        # A C function, so that no Ctrl-C occurs in it and is lost.
        work.owner = weakref.ref(self, work.items.put)
        threading.Thread(target=work.run, name="envpool video", daemon=True).start()
        _running.add(work)

    @property
    def error(self) -> BaseException | None:
        """The first error; after it, nothing is written."""
        return self._work.error

    def add(self, video: str, frame: Frame, fps: int) -> None:
        """Adds a frame to a video, and waits if too many frames are not written yet.

        Args:
          video: the path of its file, without the suffix that `finish` adds.
          frame: uint8 of shape (height, width, 3); not copied.
          fps: frames per second.
        """
        work = self._work
        work.items.put((video, frame, fps))
        self._added += frame.nbytes

        def has_room() -> bool:
            return work.error is not None or self._added - work.taken < _MAX_BYTES

        if not work.wait(has_room, _PATIENCE):
            work.stop()

    def finish(self, video: str, how: str) -> None:
        """Finishes a video, and renames its file to `video`-`how`."""
        self._work.items.put((video, how))

    def close(self, error: BaseException | None = None) -> None:
        """Waits until all is written; unfinished videos are named "unfinished".

        Args:
          error: the reason to write no more, if any.
        """
        if error is not None:
            self._work.stop(error)
        self._work.items.put(None)
        _wait_for_end(self._work)


_running: set[_Work] = set()


def _wait_for_end(work: _Work) -> None:
    if work.error is None and not work.wait(lambda: False, _PATIENCE):
        work.stop()
    work.wait(lambda: False, _LAST_PATIENCE)


def _end_all() -> None:
    """Waits for the threads of encoders that have not been closed."""
    works = [work for work in tuple(_running) if work.is_running]
    try:
        for work in works:
            work.items.put(None)
        for work in works:
            _wait_for_end(work)
    except KeyboardInterrupt:  # the program ends in any case
        for work in works:
            work.stop()


atexit.register(_end_all)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes videos, in a thread of its own.

Frames wait in a queue for the program ffmpeg to take them, which `imageio-ffmpeg`
contains. The queue is bounded: who draws faster than the encoder writes has to wait
for it then.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import queue
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import ArgumentError, NotSupportedError

__all__ = ["Encoder", "load_ffmpeg", "write_video"]

Frame = NDArray[np.uint8]

_MOST_BYTES = 256 * 2**20  # of frames that wait
# Players want even sides, and colours as television has them.
_MP4 = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"]
_MP4 += ["-c:v", "libx264", "-crf", "25"]
# One palette for the whole video.
_GIF = ["-filter_complex", "[0:v]split[a][b];[a]palettegen[p];[b][p]paletteuse"]


def load_ffmpeg() -> Any:
    """Imports imageio_ffmpeg.

    Raises:
      NotSupportedError: it is not installed.
    """
    try:
        return importlib.import_module("imageio_ffmpeg")
    except ImportError as error:
        raise NotSupportedError(
            "video: expected the package imageio-ffmpeg, which is not installed: "
            'pip install "envpool[video]"'
        ) from error


class _Writer:
    """Writes one video: to a hidden file that gets its name at the end."""

    def __init__(self, path: str, fps: int, shape: tuple[int, ...]) -> None:
        folder, name = os.path.split(path)
        self._temporary = os.path.join(folder, f".{name}")
        self._messages = tempfile.TemporaryFile()  # noqa: SIM115
        raw = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{shape[1]}x{shape[0]}")
        self._process = subprocess.Popen(
            [
                load_ffmpeg().get_ffmpeg_exe(),
                *("-y", "-v", "error", *raw, "-r", str(fps), "-i", "-", "-an"),
                *(_GIF if name.endswith(".gif") else _MP4),
                self._temporary,
            ],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._messages,
            process_group=0,  # Ctrl-C is not for it
        )
        self._pipe = cast("io.FileIO", self._process.stdin)
        _pipes.add(self._pipe)

    def add(self, frame: Frame) -> None:
        rest = np.ascontiguousarray(frame).data.cast("B")
        try:
            while rest:
                rest = rest[self._pipe.write(rest) :]
        except BrokenPipeError:
            raise OSError(self._message()) from None

    def finish(self, path: str) -> None:
        try:
            self._pipe.close()
            if self._process.wait() != 0:
                raise OSError(self._message())
            self._messages.close()
            os.replace(self._temporary, path)
        except BaseException:
            self.abandon()
            raise

    def abandon(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.wait()
        self._messages.close()
        with contextlib.suppress(OSError):
            os.unlink(self._temporary)

    def _message(self) -> str:
        """Returns what ffmpeg says of its failure."""
        self._process.wait()
        self._messages.seek(0)
        text = self._messages.read().decode(errors="replace").strip()
        return f"ffmpeg: {text or f'exit status {self._process.returncode}'}"


# A forked child has the pipes, too, and ffmpeg would not end before it does.
_pipes: weakref.WeakSet[io.FileIO] = weakref.WeakSet()


def _close_pipes() -> None:
    for pipe in list(_pipes):
        pipe.close()


os.register_at_fork(after_in_child=_close_pipes)


def write_video(path: str, frames: Iterable[Frame], fps: int) -> int:
    """Writes a video at once, and returns the number of frames.

    Args:
      path: of the file, "*.mp4" or "*.gif".
      frames: uint8 of shape (height, width, 3).
      fps: frames a second.

    Raises:
      NotSupportedError: imageio-ffmpeg is not installed.
      OSError: the file cannot be written.
      ArgumentError: there are no frames.
    """
    load_ffmpeg()
    writer = None
    count = 0
    try:
        for frame in frames:
            writer = writer or _Writer(path, fps, frame.shape)
            writer.add(frame)
            count += 1
    except BaseException:
        if writer is not None:
            writer.abandon()
        raise
    if writer is None:
        raise ArgumentError(f"frames: expected one or more for {path}, got none")
    writer.finish(path)
    return count


class Encoder:
    """A thread that writes videos.

    Attributes:
      error: what went wrong; nothing is written any more then.
    """

    def __init__(self) -> None:
        load_ffmpeg()
        self.error: BaseException | None = None
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._waiting = 0
        self._room = threading.Condition()
        self._writers: dict[str, _Writer] = {}
        self._thread = threading.Thread(
            target=self._run, name="envpool video", daemon=True
        )
        self._thread.start()

    def add(self, video: str, frame: Frame, fps: int) -> None:
        """Adds a frame to a video.

        Args:
          video: the path of its file, until it is finished.
          frame: uint8 of shape (height, width, 3); not copied.
          fps: frames a second.
        """
        with self._room:
            self._room.wait_for(lambda: self.error or self._waiting < _MOST_BYTES)
            self._waiting += frame.nbytes
        self._queue.put(("add", video, frame, fps))

    def finish(self, video: str, path: str) -> None:
        """Finishes a video, and gives its file this name."""
        self._queue.put(("finish", video, path, 0))

    def close(self) -> None:
        """Waits until all is written."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            if self.error is None:
                try:
                    self._do(*item)
                except BaseException as error:  # ffmpeg's, or the disk's
                    self.error = error
            if item[0] == "add":
                with self._room:
                    self._waiting -= item[2].nbytes
                    self._room.notify()
        for writer in self._writers.values():
            writer.abandon()

    def _do(self, what: str, video: str, content: Any, fps: int) -> None:
        if what == "finish":
            self._writers.pop(video).finish(content)
            return
        if video not in self._writers:
            self._writers[video] = _Writer(video, fps, content.shape)
        self._writers[video].add(content)

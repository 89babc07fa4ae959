# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a video with the program ffmpeg, which `imageio-ffmpeg` contains.

The package's own `write_frames` hides the process: callers could not end a process
that hangs, detect a failure, close its pipe in a forked child, or keep its messages
from the terminal.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import secrets
import subprocess
import tempfile
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import ArgumentError, NotSupportedError

__all__ = ["Frame", "Writer", "load_ffmpeg", "write_video"]

Frame = NDArray[np.uint8]

# Players expect even side lengths, and the colour format of television.
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


class Writer:
    """Writes one video, to a hidden file that is renamed at the end.

    All methods except `kill` and `cpu_time` wait for ffmpeg.

    Args:
      path: the path of the video; only its folder and suffix are used.
      fps: frames per second.
      shape: the shape of a frame.
    """

    def __init__(self, path: str, fps: int, shape: tuple[int, ...]) -> None:
        folder, name = os.path.split(path)
        # Pools of several programs may write into one folder.
        self._temporary = os.path.join(folder, f".{secrets.token_hex(4)}-{name}")
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
            process_group=0,  # a separate session, so that Ctrl-C does not reach ffmpeg
        )
        self._pipe = cast("io.FileIO", self._process.stdin)
        _pipes.add(self._pipe)

    def add(self, frame: Frame) -> None:
        """Sends a frame to ffmpeg; raises OSError if ffmpeg has ended."""
        rest = np.ascontiguousarray(frame).data.cast("B")
        try:
            while rest:
                rest = rest[self._pipe.write(rest) :]
        except BrokenPipeError:
            raise OSError(self._message()) from None

    def finish(self, path: str) -> None:
        """Finishes and renames the video; raises OSError if ffmpeg fails."""
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
        """Removes all files of the video."""
        self._pipe.close()
        self._process.kill()
        self._process.wait()
        self._messages.close()
        with contextlib.suppress(OSError):
            os.unlink(self._temporary)

    def kill(self) -> None:
        """Ends ffmpeg, which wakes the threads that wait for it."""
        self._process.kill()

    def cpu_time(self) -> list[bytes]:
        """Returns ffmpeg's CPU times, in an unspecified unit."""
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_bytes()
        except OSError:
            return []  # ffmpeg has ended
        return stat.rpartition(b")")[2].split()[11:13]

    def _message(self) -> str:
        """Returns ffmpeg's error message."""
        self._process.wait()
        self._messages.seek(0)
        text = self._messages.read().decode(errors="replace").strip()
        return f"ffmpeg: {text or f'exit status {self._process.returncode}'}"


# A forked child inherits the pipes; ffmpeg would not end before the child does.
_pipes: weakref.WeakSet[io.FileIO] = weakref.WeakSet()


def _close_pipes() -> None:
    for pipe in list(_pipes):
        pipe.close()


os.register_at_fork(after_in_child=_close_pipes)


def write_video(path: str, frames: Iterable[Frame], fps: int) -> int:
    """Writes a video at once, and returns the number of frames.

    Args:
      path: the path of the file, "*.mp4" or "*.gif".
      frames: uint8 of shape (height, width, 3).
      fps: frames per second.

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
            writer = writer or Writer(path, fps, frame.shape)
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

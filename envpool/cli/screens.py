# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Where `play` shows frames and reads keys: a terminal, or a window."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import time
from collections.abc import Iterator
from typing import Any, Protocol

import click
import numpy as np
from numpy.typing import NDArray

from envpool.cli.half_blocks import HOME, text_of

__all__ = ["Screen", "open_screen"]


class Screen(Protocol):
    """Shows frames, and tells which key was pressed."""

    def show(self, frame: NDArray[np.uint8], text: str) -> None:
        """Shows a frame and a line of text, for as long as a frame lasts."""

    def key(self) -> str:
        """Returns the last key since the last call; "" for none, "q" to stop."""


class Terminal:
    """A terminal with colours.

    Args:
      fps: frames a second.
    """

    def __init__(self, fps: int) -> None:
        self._pause = 1 / fps
        self._next = time.monotonic()

    def show(self, frame: NDArray[np.uint8], text: str) -> None:
        """Shows a frame above a line of text."""
        size = os.get_terminal_size()
        rows = max(1, size.lines - 1)
        line = text[: max(0, size.columns - 1)]
        picture = text_of(frame, rows, max(1, size.columns))
        sys.stdout.write(f"{HOME}{picture}\r\n{line}\x1b[J")
        sys.stdout.flush()
        self._next = max(self._next + self._pause, time.monotonic())
        time.sleep(max(0.0, self._next - time.monotonic()))

    def key(self) -> str:
        """Returns the last key."""
        found = ""
        while select.select([sys.stdin], [], [], 0)[0]:
            data = os.read(sys.stdin.fileno(), 64)
            if not data:
                return "q"
            found = data.decode(errors="ignore")[-1:]
        return found


class WindowScreen:
    """A window of pygame.

    Args:
      title: of the window.
      fps: frames a second.
    """

    def __init__(self, title: str, fps: int) -> None:
        from envpool.python.window import Window

        self._window = Window(title, fps)

    def show(self, frame: NDArray[np.uint8], text: str) -> None:
        """Shows a frame, with the text in the title."""
        self._window._title = text
        self._window.show(frame)

    def key(self) -> str:
        """Returns the last key."""
        found = ""
        pygame: Any = self._window._pygame
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return "q"
            if event.type == pygame.KEYDOWN:
                found = event.unicode or found
        return found

    def close(self) -> None:
        """Closes the window."""
        self._window.close()


@contextlib.contextmanager
def open_screen(title: str, fps: int, terminal: bool) -> Iterator[Screen]:
    """Opens a window where there is a display, else the terminal.

    Args:
      title: of the window.
      fps: frames a second.
      terminal: whether to use the terminal in any case.

    Raises:
      click.UsageError: there is neither.
    """
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_display and not terminal:
        window = WindowScreen(title, fps)
        try:
            yield window
        finally:
            window.close()
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("expected a display or a terminal, got neither")
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        sys.stdout.write("\x1b[?25l\x1b[2J")
        yield Terminal(fps)
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        sys.stdout.write("\x1b[?25h\x1b[0m\r\n")
        sys.stdout.flush()

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The screens of `play`, which show frames and read keys: a terminal or a window."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import textwrap
import time
from collections.abc import Iterator
from typing import Any, Protocol

import click
import numpy as np
from numpy.typing import NDArray

from envpool.cli.controls import QUIT
from envpool.cli.half_blocks import HOME, text_of
from envpool.cli.keys import HeldKeys, names_of

__all__ = ["Screen", "open_screen"]

# The size to which small frames are enlarged, and the size of the font; in pixels.
_WIDTH, _HEIGHT, _FONT = 960, 720, 20
# pygame's font has no arrows.
_ARROWS = str.maketrans({"←": "Left", "→": "Right", "↑": "Up", "↓": "Down"})
# pygame's names of some keys.
_WINDOW_KEYS = {"escape": QUIT, "return": "enter"}


class Screen(Protocol):
    """Shows frames, and reports which keys are pressed.

    Keys have names: "left", "space", "1", ...; "q" also if the window is closed.
    """

    def show(self, frame: NDArray[np.uint8], text: str) -> None:
        """Shows a frame and a text, for the duration of a frame."""

    def pressed(self) -> list[str]:
        """Returns the keys that were pressed since the last call."""

    def held(self) -> list[str]:
        """Returns the keys that are held now, the latest last."""


class Terminal:
    """A terminal with colours.

    Args:
      fps: frames per second.
    """

    def __init__(self, fps: int) -> None:
        self._pause = 1 / fps
        self._next = time.monotonic()
        self._held = HeldKeys()
        self._shown: tuple[Any, ...] = ()

    def show(self, frame: NDArray[np.uint8], text: str) -> None:
        """Shows a frame above a text."""
        size = os.get_terminal_size()
        if self._shown != (id(frame), text, size):  # `_frame` keeps the id valid
            self._write(frame, text, size)
            self._frame = frame
            self._shown = (id(frame), text, size)
        self._next = max(self._next + self._pause, time.monotonic())
        time.sleep(max(0.0, self._next - time.monotonic()))

    def _write(
        self, frame: NDArray[np.uint8], text: str, size: os.terminal_size
    ) -> None:
        columns = max(1, size.columns)
        lines = textwrap.wrap(text, max(1, columns - 1))[: max(1, size.lines // 4)]
        picture = text_of(frame, max(1, size.lines - len(lines)), columns)
        below = "".join(f"\r\n{line}\x1b[K" for line in lines)
        sys.stdout.write(f"{HOME}{picture}{below}\x1b[J")
        sys.stdout.flush()

    def pressed(self) -> list[str]:
        """Returns the keys since the last call."""
        keys: list[str] = []
        while select.select([sys.stdin], [], [], 0)[0]:
            data = os.read(sys.stdin.fileno(), 4096)
            if not data:
                return [QUIT]
            keys += names_of(data.decode(errors="ignore"))
        for key in keys:
            self._held.press(key, time.monotonic())
        return keys

    def held(self) -> list[str]:
        """Returns the keys that seem to be held."""
        return self._held.at(time.monotonic())


class WindowScreen:
    """A window of pygame.

    Args:
      title: the title of the window.
      fps: frames per second.
    """

    def __init__(self, title: str, fps: int) -> None:
        from envpool.python.apis.window import Window

        self._window = Window(title, fps)
        self._held: list[str] = []
        self._is_ready = False

    def show(self, frame: NDArray[np.uint8], text: str) -> None:
        """Shows a frame, larger if it is small, above a text."""
        self._is_ready = True
        scale = max(1, min(_HEIGHT // frame.shape[0], _WIDTH // frame.shape[1]))
        large = np.repeat(np.repeat(frame, scale, axis=0), scale, axis=1)
        lines = self._lines(text, large.shape[1])
        self._window.show(np.concatenate([large, *lines]))

    def _lines(self, text: str, width: int) -> list[NDArray[np.uint8]]:
        """Returns pictures of the lines of a text."""
        pygame = self._window._pygame
        pygame.font.init()
        font = pygame.font.Font(None, _FONT)
        strips = []
        text = text.translate(_ARROWS)
        for line in textwrap.wrap(text, max(8, width * 5 // (_FONT * 2))):
            picture = font.render(line, True, (230, 230, 230), (30, 30, 30))
            pixels = pygame.surfarray.array3d(picture).transpose(1, 0, 2)[:, :width]
            strip = np.full((pixels.shape[0] + 4, width, 3), 30, np.uint8)
            strip[2:-2, : pixels.shape[1]] = pixels
            strips.append(strip)
        return strips

    def pressed(self) -> list[str]:
        """Returns the keys since the last call."""
        if not self._is_ready:
            return []
        pygame: Any = self._window._pygame
        keys = []
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                keys.append(QUIT)
            if event.type in (pygame.KEYDOWN, pygame.KEYUP):
                name = _WINDOW_KEYS.get(name := pygame.key.name(event.key), name)
                self._held = [key for key in self._held if key != name]
                if event.type == pygame.KEYDOWN:
                    self._held.append(name)
                    keys.append(name)
            if event.type == pygame.WINDOWFOCUSLOST:
                self._held.clear()  # the terminal reports no releases
        return keys

    def held(self) -> list[str]:
        """Returns the keys that are held."""
        return list(self._held)

    def close(self) -> None:
        """Closes the window."""
        self._window.close()


@contextlib.contextmanager
def open_screen(title: str, fps: int, terminal: bool) -> Iterator[Screen]:
    """Opens a window if there is a display, else uses the terminal.

    Args:
      title: the title of the window.
      fps: frames per second.
      terminal: whether to use the terminal even if there is a display.

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

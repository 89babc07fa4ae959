# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The window of `render_mode="human"`, which uses pygame like Gymnasium."""

from __future__ import annotations

import importlib
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import NotSupportedError

__all__ = ["Window"]

_INVISIBLE = ("dummy", "offscreen")
_NO_GREETING = "PYGAME_HIDE_SUPPORT_PROMPT"


def _import_pygame() -> Any:
    """Imports pygame without its greeting."""
    before = os.environ.get(_NO_GREETING)
    os.environ[_NO_GREETING] = "1"
    try:
        return importlib.import_module("pygame")
    except ImportError as error:
        raise NotSupportedError(
            'render: render_mode="human" needs the package pygame: '
            'pip install "envpool[render]"'
        ) from error
    finally:
        if before is None:
            del os.environ[_NO_GREETING]
        else:
            os.environ[_NO_GREETING] = before


class Window:
    """Shows frames at a limited rate.

    pygame has one window per process, which shows the frame of the latest call.

    Args:
      title: the title of the window.
      fps: the maximum number of frames per second.
    """

    def __init__(self, title: str, fps: int) -> None:
        self._title = title
        self._fps = fps
        self._pygame = _import_pygame()
        self._clock = self._pygame.time.Clock()

    def show(self, frame: NDArray[np.uint8]) -> None:
        """Shows a frame, after the previous one was visible for long enough.

        Args:
          frame: uint8 of shape (height, width, 3).

        Raises:
          NotSupportedError: there is no display.
        """
        pygame = self._pygame
        size = (frame.shape[1], frame.shape[0])
        try:
            pygame.display.init()
            self._check_driver()
            screen = pygame.display.get_surface()
            if screen is None or screen.get_size() != size:
                screen = pygame.display.set_mode(size)
            pygame.display.set_caption(self._title)
            frame = pygame.surfarray.make_surface(frame.transpose(1, 0, 2))
            screen.blit(frame, (0, 0))
            pygame.event.pump()
            pygame.display.flip()
        except pygame.error as error:
            raise NotSupportedError(
                f'render: render_mode="human" needs a display: {error}'
            ) from error
        self._clock.tick(self._fps)

    def _check_driver(self) -> None:
        """Raises an error if SDL chose a driver without a display by itself."""
        driver = self._pygame.display.get_driver()
        if driver in _INVISIBLE and os.environ.get("SDL_VIDEODRIVER") != driver:
            self._pygame.display.quit()
            raise NotSupportedError(
                'render: render_mode="human" needs a display, but there is none; set '
                "DISPLAY or WAYLAND_DISPLAY"
            )

    def close(self) -> None:
        """Closes the window."""
        self._pygame.display.quit()

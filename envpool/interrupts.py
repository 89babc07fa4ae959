# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C while the command line starts or ends: status 130 and no traceback.

Most of a short command's time goes into imports. Nothing needs to be closed there,
so Ctrl-C ends the process at once. From the moment a command runs, it is a
KeyboardInterrupt. Processes that only import envpool are left alone.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType

__all__ = [
    "STATUS",
    "end_at_once",
    "is_command_line",
    "raise_again",
    "reraise_swallowed",
]

STATUS = 130  # the status that shells report after Ctrl-C
_DELAY = 0.01  # seconds


def is_command_line() -> bool:
    """Tells whether this process is `python -m envpool`, or the script `envpool`."""
    if sys.argv[:1] == ["-m"]:  # Python is looking for the module
        words = sys.orig_argv[1:]
        return "-m" in words and words[words.index("-m") + 1 :][:1] == ["envpool"]
    return bool(sys.argv) and os.path.basename(sys.argv[0]) == "envpool"


def end_at_once() -> None:
    """Lets Ctrl-C end the process at once, unless something else handles it."""
    if _is_handled_by(signal.default_int_handler):
        signal.signal(signal.SIGINT, _end)


def raise_again() -> None:
    """Lets Ctrl-C raise KeyboardInterrupt again, after `end_at_once`."""
    if _is_handled_by(_end):
        signal.signal(signal.SIGINT, signal.default_int_handler)


def reraise_swallowed() -> None:
    """Raises a KeyboardInterrupt again that was raised in a destructor or a callback.

    Python would print it there, and continue.
    """
    before = sys.unraisablehook

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            before(unraisable)
            return
        # A timer sends the signal later; sent now, it would reach this function.
        timer = threading.Timer(_DELAY, signal.raise_signal, [signal.SIGINT])
        timer.daemon = True
        timer.start()

    sys.unraisablehook = hook


def _is_handled_by(handler: object) -> bool:
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) is handler


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(STATUS)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""An argument parser for commands in modules of their own."""

from __future__ import annotations

import argparse
from typing import NoReturn

__all__ = ["Parser"]


class Parser(argparse.ArgumentParser):
    """Reports mistakes in one line, as all commands do."""

    def error(self, message: str) -> NoReturn:
        """Ends the command.

        Args:
          message: the mistake.

        Raises:
          SystemExit: always, with one line.
        """
        raise SystemExit(" ".join(message.split()))

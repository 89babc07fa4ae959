# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A parser of words for commands that are modules of their own."""

from __future__ import annotations

import argparse
from typing import NoReturn

__all__ = ["Parser"]


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, as all commands do."""

    def error(self, message: str) -> NoReturn:
        """Ends the command.

        Args:
          message: what is wrong.

        Raises:
          SystemExit: with the line.
        """
        raise SystemExit(" ".join(message.split()))

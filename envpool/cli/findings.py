# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the checks of `envpool doctor` find; they need neither click nor rich."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["NOTE", "OK", "PROBLEM", "Finding"]

OK, NOTE, PROBLEM = "ok", "note", "problem"


class Finding(NamedTuple):
    """One thing that was looked at.

    Attributes:
      name: what it is.
      status: "ok", "note" for what may slow down or limit, "problem" for what
        does not work.
      text: what was found.
      advice: what to do about it.
    """

    name: str
    status: str
    text: str
    advice: str = ""

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The findings of `envpool doctor`; this module needs neither click nor rich."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["NOTE", "OK", "PROBLEM", "Finding"]

OK, NOTE, PROBLEM = "ok", "note", "problem"


class Finding(NamedTuple):
    """One finding.

    Attributes:
      name: the subject.
      status: "ok", "note" for a possible limit or slowdown, "problem" for something
        that does not work.
      text: the finding.
      advice: how to fix it.
    """

    name: str
    status: str
    text: str
    advice: str = ""

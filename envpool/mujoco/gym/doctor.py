# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The checks of `envpool doctor` for MuJoCo and DeepMind Control."""

from __future__ import annotations

import ctypes.util
import sys
from collections.abc import Iterator

from envpool.cli.findings import NOTE, OK, Finding

__all__ = ["CHECKS"]


def opengl() -> Iterator[Finding]:
    """Yields a finding on OpenGL. One of the libraries is enough for rendering."""
    names = ("OpenGL",) if sys.platform == "darwin" else ("EGL", "OSMesa")
    found = [name for name in names if ctypes.util.find_library(name)]
    if found:
        yield Finding("OpenGL", OK, ", ".join(found))
    else:
        yield Finding(
            "OpenGL",
            NOTE,
            "neither libEGL nor libOSMesa: MuJoCo's environments cannot be drawn",
            "apt-get install libegl1 libgl1-mesa-dri",
        )


CHECKS = (opengl,)

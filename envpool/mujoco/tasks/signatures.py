# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a digest of the behaviour of each of the package's tables.

    bazel run //envpool/mujoco/tasks:signatures

The tables are no ids, so the golden texts of families do not have them.
"""

from __future__ import annotations

import os
import pathlib

from envpool.testing.golden.signature import signature

__all__ = ["FILE", "text"]

_FOLDER = pathlib.Path(__file__).parent
FILE = "envpool/mujoco/tasks/signatures.txt"  # from the root


def text() -> str:
    """Returns a line for each table."""
    names = sorted(path.name for path in _FOLDER.glob("tables/*.toml"))
    return "".join(f"{name} {signature(name).split()[-1]}\n" for name in names)


def main() -> None:
    """Writes the digests into the sources."""
    root = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    (root / FILE).write_text(text(), "utf-8")


if __name__ == "__main__":
    main()

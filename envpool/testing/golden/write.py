# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the golden texts: `bazel run //envpool/testing/golden:write`.

The arguments are packages of families; without arguments, all texts are written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from envpool.families import ALL_FAMILIES, FamilyRow
from envpool.testing.golden.texts import package_texts, texts_of

__all__ = ["main"]


def main(packages: Sequence[str] = ()) -> None:
    """Writes the texts into the folders of the sources.

    Args:
      packages: packages of families; none means all families and the package itself.
    """
    root = Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    texts = [] if packages else [*package_texts()]
    for package in packages or [row.package for row in ALL_FAMILIES if _has(root, row)]:
        texts += texts_of(package)
    for name, text in texts:
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _has(root: Path, row: FamilyRow) -> bool:
    """Tells whether a family has texts; without ids of its own, it may have none."""
    return row.ids or (root / row.package.replace(".", "/") / "golden").exists()


if __name__ == "__main__":
    main(sys.argv[1:])

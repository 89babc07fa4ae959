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

from envpool.families import FAMILIES
from envpool.testing.golden.texts import package_texts, texts_of
from envpool.testing.kit_plugin import ids_of

__all__ = ["main"]


def main(packages: Sequence[str] = ()) -> None:
    """Writes the texts into the folders of the sources.

    Args:
      packages: packages of families; none means all families and the package itself.
    """
    root = Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    texts = [] if packages else [*package_texts()]
    for package in packages or [row.package for row in FAMILIES if ids_of(row.package)]:
        texts += texts_of(package)
    for name, text in texts:
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

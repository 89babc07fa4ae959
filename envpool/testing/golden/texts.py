# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The paths of the golden texts; a family's texts are in its folder `golden/`."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from pathlib import Path

from envpool.testing.golden.api import package_api, specs
from envpool.testing.golden.playthroughs import playthroughs
from envpool.testing.golden.signature import signature

__all__ = ["FAMILY_TEXTS", "compare", "package_texts", "texts_of"]

ADVICE = """
If this is meant, say so in CHANGELOG.md, and run
  bazel run //envpool/testing/golden:write"""

# The texts of each family: file names and the functions that write them.
FAMILY_TEXTS: dict[str, Callable[[str], str]] = {
    "specs": specs,
    "playthroughs": playthroughs,
    "signature": signature,
}


def texts_of(package: str) -> Iterator[tuple[str, str]]:
    """Yields a family's files, by path from the root, and their expected texts.

    Args:
      package: the family's package.
    """
    for name, function in FAMILY_TEXTS.items():
        yield f"{package.replace('.', '/')}/golden/{name}.txt", function(package)


def package_texts() -> Iterator[tuple[str, str]]:
    """Yields the files that belong to no family."""
    yield "envpool/testing/golden/api.txt", package_api()


def compare(path: str, now: str) -> None:
    """Demands that a file has this text.

    Args:
      path: the path from the root.
      now: the expected text.
    """
    root = Path(__file__).absolute().parents[3]
    file = root / path
    then = file.read_text(encoding="utf-8") if file.exists() else ""
    changes = difflib.unified_diff(
        then.splitlines(), now.splitlines(), path, "now", n=1, lineterm=""
    )
    text = "\n".join(changes)
    assert not text, text + ADVICE

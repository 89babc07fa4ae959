# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Where the texts are: those of a family in its own folder, in `golden/`."""

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

# By name, the texts that each family has.
FAMILY_TEXTS: dict[str, Callable[[str], str]] = {
    "specs": specs,
    "playthroughs": playthroughs,
    "signature": signature,
}


def texts_of(package: str) -> Iterator[tuple[str, str]]:
    """Yields a family's files, by path from the root, and what should be in them.

    Args:
      package: the family's.
    """
    for name, function in FAMILY_TEXTS.items():
        yield f"{package.replace('.', '/')}/golden/{name}.txt", function(package)


def package_texts() -> Iterator[tuple[str, str]]:
    """Yields the files that belong to no family."""
    yield "envpool/testing/golden/api.txt", package_api()


def compare(path: str, now: str) -> None:
    """Demands that a file has this text.

    Args:
      path: from the root.
      now: the text.
    """
    root = Path(__file__).absolute().parents[3]
    file = root / path
    then = file.read_text(encoding="utf-8") if file.exists() else ""
    changes = difflib.unified_diff(
        then.splitlines(), now.splitlines(), path, "now", n=1, lineterm=""
    )
    text = "\n".join(changes)
    assert not text, text + ADVICE

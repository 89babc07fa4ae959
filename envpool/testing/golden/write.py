# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes all texts of this folder: `bazel run //envpool/testing/golden:write`."""

from __future__ import annotations

import os
from pathlib import Path

from envpool.testing.golden.api import api
from envpool.testing.golden.playthroughs import families, playthroughs
from envpool.testing.golden.signature import signature


def main() -> None:
    """Writes them into the folder of the sources."""
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
    here = Path(root, "envpool/testing/golden") if root else Path(__file__).parent
    (here / "api.txt").write_text(api(), encoding="utf-8")
    (here / "signature.txt").write_text(signature(), encoding="utf-8")
    for family in families():
        path = here / f"playthroughs_{family}.txt"
        path.write_text(playthroughs(family), encoding="utf-8")


if __name__ == "__main__":
    main()

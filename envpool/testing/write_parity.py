# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes `parity.csv` of the families given as arguments, by default of all.

See `parity.py`. All families together take some minutes.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Collection
from pathlib import Path

from envpool.families import ALL_FAMILIES
from envpool.testing.oracle import measure
from envpool.testing.parity import write

__all__ = ["main"]


def main(names: Collection[str] = ()) -> None:
    """Compares the cases of families, and writes the results.

    Args:
      names: names of families, as in the manifest; none means all.
    """
    root = Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    for row in ALL_FAMILIES:
        oracle = f"{row.package}.oracle"
        if row.name not in names if names else not row.ids:
            continue
        if importlib.util.find_spec(oracle) is None:
            continue
        pairs = importlib.import_module(oracle).PARITY
        found = {str(case): measure(adapter, case) for adapter, case in pairs}
        write(root / "envpool" / row.name / "parity.csv", found)


if __name__ == "__main__":
    main(sys.argv[1:])

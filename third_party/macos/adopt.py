# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a published library with other names: adopt.py LIBRARY OUT OLD=NEW...

Of two libraries with one name, a process loads only the first: ours must not be the one
that a Python package has.
"""

import sys
from pathlib import Path

from third_party.macos import macho


def main(library: str, out: str, *names: str) -> None:
    """Writes it for ARM64, with a new signature."""
    pairs = dict(name.split("=") for name in names)
    Path(out).write_bytes(macho.adopted(Path(library).read_bytes(), pairs))


if __name__ == "__main__":
    main(*sys.argv[1:])

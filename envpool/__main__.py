# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`python -m envpool`: the command line, see envpool.cli."""

from __future__ import annotations

import sys

from envpool.cli import main

if __name__ == "__main__":
    sys.exit(main())

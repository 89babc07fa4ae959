# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`python -m envpool`: the command line, see envpool.cli."""

from __future__ import annotations

from envpool.cli import script

if __name__ == "__main__":
    script("python -m envpool")

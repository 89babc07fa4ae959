# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool bench`."""

from __future__ import annotations

from envpool.cli.passing import passing_command

__all__ = ["command"]

command = passing_command(
    "bench", "envpool.bench", "Compare steps per second with other libraries."
)

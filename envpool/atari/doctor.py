# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The checks of `envpool doctor` for Atari."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator

import envpool
from envpool.cli.findings import OK, PROBLEM, Finding
from envpool.families import install_hint

__all__ = ["CHECKS"]


def roms() -> Iterator[Finding]:
    """Checks that ale-py, the source of Atari's ROMs, is installed."""
    try:
        version = importlib.metadata.version("ale-py")
    except importlib.metadata.PackageNotFoundError:
        text, advice = "ale-py is not installed", install_hint("ale-py")
        yield Finding("Atari's ROMs", PROBLEM, text, advice)
        return
    envpool.make_spec("Pong-v5")
    yield Finding("Atari's ROMs", OK, f"ale-py {version}")


CHECKS = (roms,)

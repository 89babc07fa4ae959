# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What is measured: the pools that the families name in their bench.py."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

from envpool.bench.pool import Pool
from envpool.families import FAMILIES

__all__ = ["POOLS", "Pool"]


def _pools() -> Iterator[Pool]:
    for family in FAMILIES:
        name = f"{family.package}.bench"
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or not name.startswith(error.name):
                raise
            continue  # nothing to measure, or a family that is not installed
        yield from module.POOLS


POOLS: tuple[Pool, ...] = tuple(_pools())

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
from typing import Any

from envpool.core._core import NativePool

def handlers() -> dict[str, dict[str, Any]]: ...
def describe(
    pool: NativePool,
) -> tuple[int, int, list[tuple[str, str, list[int], bool, int]]]: ...

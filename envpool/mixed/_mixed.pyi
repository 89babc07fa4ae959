# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

from collections.abc import Sequence
from typing import Any

_Entry = tuple[str, int, int, list[int], list[float], list[float]]
_Part = tuple[Any, str, int, list[int], list[int], list[int], list[int]]

class Group:
    def __init__(
        self,
        parts: Sequence[_Part],
        state: Sequence[_Entry],
        actions: Sequence[_Entry],
        task_column: int,
    ) -> None: ...
    def register(self) -> int: ...

_MixedEnvSpec: Any
_MixedEnvPool: Any

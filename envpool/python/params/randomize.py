# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The option `randomize` of `make`: values drawn natively at each reset.

    {"body_mass[torso]": ("uniform", 0.8, 1.2, "scale"),
     "gravity": ("normal", 9.8, 0.5),
     "length": ("choice", [0.5, 0.7])}

core/engine/params draws them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from envpool.python.config.param_checks import Draw
from envpool.python.errors import ArgumentError, ConfigError
from envpool.python.params.names import find
from envpool.python.params.table import lists_of

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = ["start"]


def start(pool: PoolBase, draws: Mapping[str, Draw]) -> None:
    """Makes the native pool draw before each reset.

    Raises:
      ConfigError: a name is unknown, or values can leave the range of a parameter.
    """
    numbers, lists = lists_of(pool)
    try:
        for number, infos in enumerate(lists):
            rows = []
            for name, draw in draws.items():
                of = find("randomize", name, infos).native("randomize")
                rows.append((of, draw.kind, draw.mode, list(draw.numbers)))
            ids = pool.all_env_ids[np.asarray(numbers) == number]
            pool._randomize(ids, rows)
    except ArgumentError as error:
        raise ConfigError(str(error)) from None

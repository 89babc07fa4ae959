# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The seeds of envs that are reset."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["IntArray", "LastReset", "Seeds"]

IntArray = NDArray[np.int32]


class Seeds(NamedTuple):
    """The seeds of some envs.

    Attributes:
      values: a seed for each env.
      given: a mask of the envs with seeds; other envs continue their random streams.
        None if all are given.
    """

    values: NDArray[np.int64]
    given: NDArray[np.bool_] | None = None


class LastReset(NamedTuple):
    """The last reset of a pool.

    Attributes:
      sent: the pool's number of requests after it.
      ids: the envs.
      seeds: their seeds, if any.
      is_first: whether it was the pool's first request, so that envs without a seed
        have those of the config.
    """

    sent: int
    ids: IntArray
    seeds: Seeds | None
    is_first: bool

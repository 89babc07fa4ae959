# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results of several pools as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.integrations.ray_actor import Batch
from envpool.python import trees

__all__ = ["copied", "join", "rows_of_lost"]

IntArray = NDArray[np.int32]


def join(parts: Sequence[Any], order: NDArray[np.intp]) -> Any:
    """Returns the rows of all parts; row i goes to `order[i]`.

    One part in order is returned as it is, without a copy.
    """
    in_order = bool((order[1:] > order[:-1]).all())
    if len(parts) == 1 and in_order:
        return parts[0]
    whole = parts[0] if len(parts) == 1 else _concatenate(parts)
    if in_order:
        return whole
    inverse = np.argsort(order)
    return trees.map_arrays(lambda array: array[inverse], whole)


def _concatenate(parts: Sequence[Any]) -> Any:
    first = parts[0]
    if isinstance(first, dict):
        return {key: _concatenate([part[key] for part in parts]) for key in first}
    if isinstance(first, tuple):
        return tuple(_concatenate(items) for items in zip(*parts, strict=True))
    return np.concatenate(parts)


def rows_of_lost(result: Any, places: IntArray) -> Any:
    """Returns what a step of lost envs returns: it cuts off their episodes.

    Args:
      result: of a reset of a pool, or of the step at which its states were saved.
      places: the rows of the envs in it.
    """
    obs, info = result[0], result[-1]
    obs, info = (
        trees.map_arrays(lambda array: array[places], tree) for tree in (obs, info)
    )
    count = len(places)
    reward, no = np.zeros(count, np.float32), np.zeros(count, np.bool_)
    return obs, reward, no, ~no, info


def copied(batch: Batch) -> Batch:
    """Returns a copy with rows in the order of env ids, as states are saved.

    It does not keep memory of the object store.
    """
    order = np.argsort(batch.result[-1]["env_id"])
    return batch._replace(
        result=trees.map_arrays(lambda array: np.asarray(array)[order], batch.result)
    )

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Joins rows of several results into one result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.results import trees

__all__ = ["join", "rows_of_lost"]


def join(parts: Sequence[Any], order: NDArray[np.intp]) -> Any:
    """Returns the rows of all parts; row i goes to `order[i]`.

    A single part in order is returned as it is, without a copy.
    """
    whole = parts[0] if len(parts) == 1 else _concatenate(parts)
    if (order[1:] > order[:-1]).all():
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


def rows_of_lost(result: Any, places: NDArray[np.intp]) -> Any:
    """Returns the result of a step of an actor that died: it truncates episodes.

    Args:
      result: the result of the pool from which the envs continue.
      places: the rows of the envs in it.
    """
    obs, info = (
        trees.map_arrays(lambda array: array[places], tree)
        for tree in (result[0], result[-1])
    )
    reward, no = np.zeros(len(places), np.float32), np.zeros(len(places), np.bool_)
    return obs, reward, no, ~no, info

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Converts Gymnasium's infos of many envs to a dict for each env."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["info_rows", "split_final"]


def info_rows(info: Mapping[str, Any], rows: int) -> list[dict[str, Any]]:
    """Returns a new dict for each env, with the keys that the env has by the masks.

    Without a mask, all envs have the key.

    Args:
      info: the infos of `step` or `reset` of `env_type="gymnasium"`.
      rows: the number of envs.
    """
    result: list[dict[str, Any]] = [{} for _ in range(rows)]
    for key, value in info.items():
        if key[:1] == "_" and key[1:] in info:
            continue
        mask = info.get(f"_{key}")
        has_it = range(rows) if mask is None else np.flatnonzero(mask).tolist()
        nested = isinstance(value, Mapping)
        values = info_rows(value, rows) if nested else value
        for row in has_it:
            result[row][key] = values[row]
    return result


def split_final(
    info: dict[str, Any], rows: int
) -> tuple[NDArray[Any], list[dict[str, Any]]]:
    """Removes the last observations and infos of ended episodes from infos.

    Args:
      info: the infos of a pool with `autoreset_mode="same_step"`.
      rows: the number of envs.

    Returns:
      The last observations, None for envs in the middle of an episode; and a
      new dict of infos for each env.
    """
    info.pop("_final_info", None)
    last = info.pop("final_obs", None)
    final = info_rows(info.pop("final_info", {}), rows)
    return np.full(rows, None) if last is None else last, final

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results row by row, for libraries that know no batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.integrations.info_rows import info_rows
from envpool.python import resets

__all__ = ["Row", "info_array", "join", "observation_array", "receive", "reset"]

# Observations, rewards, the two flags and infos, each with an axis of envs.
Row = tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


def info_array(info: Any, ids: NDArray[Any]) -> NDArray[Any]:
    """Returns an array of dicts: the infos of these envs, and their `env_id`."""
    rows = info_rows(info, len(ids))
    for row, env_id in zip(rows, ids.tolist(), strict=True):
        row["env_id"] = env_id
    return np.array(rows)


def observation_array(observations: Any, rows: int) -> Any:
    """Returns observations, as an array of dicts if there are several of an env."""
    if not isinstance(observations, dict):
        return observations
    return np.array(info_rows(observations, rows))


def receive(pool: Any) -> Row:
    """Returns the next row of a pool with `batch_size=1`."""
    observations, reward, terminated, truncated, info = pool.recv()
    infos = info_array(info, info["env_id"])
    return observation_array(observations, 1), reward, terminated, truncated, infos


def reset(pool: Any, ids: NDArray[np.int32], seed: Any) -> tuple[list[Row], list[Row]]:
    """Resets envs of a pool with `batch_size=1`.

    Args:
      pool: the pool.
      ids: the envs.
      seed: as of a sync pool.

    Returns:
      The rows of these envs, in their order; and those of other envs' steps
      that ended meanwhile.
    """
    seeds = resets.seeds_of(seed, ids, len(pool), by_env=False)
    resets.send_reset(pool, ids, seeds, drain=False)
    found: dict[int, Row] = {}
    others = []
    while len(found) < len(ids):
        row = receive(pool)
        env_id = row[4][0]["env_id"]
        if env_id in ids:
            found[env_id] = row
        else:
            others.append(row)
    return [found[i] for i in ids.tolist()], others


def join(rows: Sequence[Row]) -> Any:
    """Returns the rows as one batch."""
    return tuple(map(np.concatenate, zip(*rows, strict=True)))

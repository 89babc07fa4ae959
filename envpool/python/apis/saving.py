# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Saves, loads and copies states of a pool's envs, with their last observations.

Some envs can write their observation again from their state. For other envs, the
native pool keeps observations from the first call of these functions on, and they are
saved with the state. If the pool changes observations, it always keeps them, together
with the state of these transforms.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.apis import states as states_of
from envpool.python.errors import ArgumentError, ProtocolError

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = ["clone", "keep_observations", "load", "save"]

Ids = NDArray[np.int32]


def save(pool: PoolBase, ids: Ids) -> list[bytes]:
    """Returns the states of envs; see `EnvPoolMixin.save_state`."""
    states = pool._save(ids)
    seen = pool._save_observations(ids) if keep_observations(pool, ids) else ()
    return states_of.pack(states, pool._marks(ids), seen)


def load(pool: PoolBase, states: Any, ids: Ids) -> Any:
    """Restores states; see `EnvPoolMixin.load_state`."""
    found = states_of.unpack(states, pool._marks(ids))
    size = _observation_size(pool)
    for i, each in enumerate(found):
        if len(each.observation) not in (0, size):
            raise ArgumentError(
                f"states[{i}]: expected an observation of {size or 0} bytes, got "
                f"{len(each.observation)}"
            )
    pool._load(ids, [each.state for each in found])
    pool._has_moved()
    if not keep_observations(pool, ids):
        return None
    pool._load_observations(ids, [each.observation for each in found])
    try:
        columns = pool._last_observations(ids)
    except ProtocolError:  # an observation is unknown
        return None
    return pool._build(pool._output_plans.observation, columns, ids)


def clone(pool: PoolBase, sources: Ids, to: Ids) -> None:
    """Copies the state of each of the sources to another env."""
    if len(sources) == 1:
        ids, places = sources, [0] * len(to)
    else:
        ids = np.unique(sources)
        places = np.searchsorted(ids, sources).tolist()
    marks = pool._marks(ids)
    if [marks[i] for i in places] != pool._marks(to):
        raise ArgumentError(
            "dst: expected envs of the same config as those of src, got others"
        )
    states = pool._save(ids)
    keeps = keep_observations(pool, ids)
    seen = pool._save_observations(ids) if keeps else []
    pool._load(to, [states[i] for i in places])
    pool._has_moved()
    if keeps:
        pool._load_observations(to, [seen[i] for i in places])


def keep_observations(pool: PoolBase, ids: Ids) -> bool:
    """Makes the native pool keep observations from now on, if it can.

    Args:
      pool: the pool.
      ids: the envs of interest, which are idle. Their rows of the last result, as
        the user has left them, become their observations.

    Returns:
      Whether it keeps them: not for envs with several players, or with
      observations that differ in shape.
    """
    if pool._keeps_observations:
        return True
    if _observation_size(pool) is None:
        return False
    pool._keep_observations()
    pool._keeps_observations = True
    columns = pool._last_columns()
    if columns is None:
        return True
    index = pool._columns.index
    owners = columns[index["info:env_id"]]
    seen = [columns[index[key]] for key in _observations(pool)]
    rows = np.flatnonzero(np.isin(owners, ids))
    pool._load_observations(
        np.ascontiguousarray(owners[rows]),
        [b"".join(column[row].tobytes() for column in seen) for row in rows],
    )
    return True


def _observations(pool: PoolBase) -> list[str]:
    keys = pool._env_spec.state_array_spec
    return [key for key in keys if key.startswith("obs")]


def _observation_size(pool: PoolBase) -> int | None:
    """Returns the bytes of an observation; None if it is not kept."""
    spec = pool._env_spec
    if pool._keeps_observations:
        return pool._observation_bytes
    entries = [spec._own_state_spec[key] for key in _observations(pool)]
    if spec.config.max_num_players > 1 or any(entry.is_ragged for entry in entries):
        return None
    sizes = (e.dtype.itemsize * math.prod(e.inner_shape) for e in entries)
    return int(sum(sizes))

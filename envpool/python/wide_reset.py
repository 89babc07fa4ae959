# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's `reset_mask`: some envs are reset, the result has rows of all.

The rows of the others are their last observations, so these must be known:
from the last result if it had all envs, or from the last call of this kind if
nothing was received since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python import trees
from envpool.python.errors import NotSupportedError, ProtocolError
from envpool.python.resets import Columns, reset_columns

if TYPE_CHECKING:
    from envpool.python.gymnasium_envpool import GymnasiumEnvPoolMixin

__all__ = ["Wide", "reset"]


class Wide(NamedTuple):
    """What such a reset leaves for the next one.

    Attributes:
      marker: an array of the native result. While it is held its memory is no
        other result's, so it tells whether that is still the last result.
      columns: the columns of all envs.
    """

    marker: NDArray[Any]
    columns: Columns


def reset(
    pool: GymnasiumEnvPoolMixin, ids: NDArray[np.int32], seed: Any
) -> tuple[Any, dict[str, Any]]:
    """Resets the envs `ids` of a sync pool.

    Raises:
      ProtocolError: a last observation is not known.
    """
    if pool._env_spec.config.max_num_players > 1:
        raise NotSupportedError(
            "options['reset_mask']: expected one player per env; with more pass env_id"
        )
    everything = len(ids) == len(pool)
    before = None if everything else _last_wide(pool)
    if before is None and not everything:
        raise ProtocolError(
            "options['reset_mask']: the last observations of the other envs "
            "are not known, since the last result had not all envs; reset all "
            "envs first, or pass env_id for the rows of these envs alone"
        )
    fresh = reset_columns(pool, ids, seed, by_mask=True)
    mask = np.zeros(len(pool), np.bool_)
    mask[ids] = True
    wide = [_merge(pool, i, column, ids, before) for i, column in enumerate(fresh)]
    wide[pool._columns.number["ones"]] = mask
    last = pool._last_columns()
    if last is not None:
        pool._wide = Wide(last[pool._columns.number["info:env_id"]], wide)
    # Copied, so that the user may change what is kept here.
    result: tuple[Any, dict[str, Any]] = trees.map_arrays(
        np.copy, trees.build(pool._plans.reset, wide)
    )
    return result


def _merge(
    pool: GymnasiumEnvPoolMixin,
    number: int,
    column: NDArray[Any],
    ids: NDArray[np.int32],
    before: Columns | None,
) -> NDArray[Any]:
    """Returns a column of all envs: observations as before, infos zero."""
    key = pool._columns.keys[number]
    if key in ("info:env_id", "info:players.env_id"):
        return pool.all_env_ids
    wide = np.zeros((len(pool), *column.shape[1:]), column.dtype)
    if key.startswith("obs") and before is not None:
        wide[:] = before[number]
    wide[ids] = column
    return wide


def _last_wide(pool: GymnasiumEnvPoolMixin) -> Columns | None:
    """Returns the last columns if they are those of all envs, in order."""
    last = pool._last_columns()
    if last is None:
        return None
    env_id = last[pool._columns.number["info:env_id"]]
    if pool._wide is not None and _same_memory(env_id, pool._wide.marker):
        return pool._wide.columns
    if np.array_equal(env_id, pool.all_env_ids):
        return last
    if len(env_id) == len(pool):
        order = np.argsort(env_id)
        return [column[order] for column in last]
    return None


def _same_memory(a: NDArray[Any], b: NDArray[Any]) -> bool:
    return (
        a.shape == b.shape
        and a.__array_interface__["data"] == b.__array_interface__["data"]
    )

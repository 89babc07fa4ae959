# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's `reset_mask`: resets some envs and returns rows of all.

The rows of the others are their last observations. These come from the native
pool, since the user may have modified the arrays of earlier results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.actions.reset_options import OptionValues
from envpool.python.actions.resets import refuse_mixture, reset_columns
from envpool.python.errors import NotSupportedError, ProtocolError
from envpool.python.results import trees

if TYPE_CHECKING:
    from envpool.python.gymnasium_envpool import GymnasiumEnvPoolMixin

__all__ = ["prepare", "reset"]


def prepare(pool: GymnasiumEnvPoolMixin) -> None:
    """Makes the pool keep last observations, if `reset` may need them."""
    one_player = pool._env_spec.config.max_num_players == 1
    if one_player and len(pool) > 1 and not pool.is_async:
        pool._keep_observations()
        pool._keeps_observations = True


def reset(
    pool: GymnasiumEnvPoolMixin,
    ids: NDArray[np.int32],
    seed: Any,
    options: OptionValues = None,
) -> tuple[Any, dict[str, Any]]:
    """Resets the envs `ids` of a sync pool.

    Raises:
      NotSupportedError: an env may have several players, or observations that
        differ in shape.
      ProtocolError: another env has never been reset, or another thread has used
        the pool meanwhile.
    """
    if pool._env_spec.config.max_num_players > 1:
        raise NotSupportedError(
            "options['reset_mask']: expected one player per env; use env_id instead"
        )
    mask = np.zeros(len(pool), np.bool_)
    mask[ids] = True
    others = np.flatnonzero(~mask).astype(np.int32)
    refuse_mixture(pool)
    before = pool._last_observations(others) if len(others) else []
    fresh = reset_columns(pool, ids, seed, True, options)
    if not np.array_equal(fresh[pool._columns.number["info:env_id"]], ids):
        raise ProtocolError(
            "reset: got results of other envs; no other thread may use the pool "
            "meanwhile"
        )
    wide = []
    for key, column in zip(pool._columns.keys, fresh, strict=True):
        # Infos of the others are zero, and masked.
        rows = np.zeros((len(pool), *column.shape[1:]), column.dtype)
        rows[ids] = column
        if key in ("info:env_id", "info:players.env_id"):
            rows[others] = others
        wide.append(rows)
    for number, observations in enumerate(before):
        if observations is not None:
            wide[number][others] = observations
    wide[pool._columns.number["ones"]] = mask
    result: tuple[Any, dict[str, Any]] = trees.build(pool._output_plans.reset, wide)
    return result

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Resets of all or some envs, with or without seeds, a mask and options.

As in Gymnasium, a None in a sequence of seeds continues the env's random stream,
and a `reset_mask` among the options selects envs. The result of a masked reset has
rows of all envs; the other envs have their last observations. These come from the
native pool, since the user may have modified the arrays of earlier results.

Options of the envs themselves, see `reset_options`, apply to the envs of that call, for
the episode that it starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from envpool.python.actions.reset_options import OptionValues
from envpool.python.actions.seeds import IntArray, LastReset, Seeds
from envpool.python.config.argument_checks import as_seed
from envpool.python.config.rules import check_seed_range, is_sequence
from envpool.python.errors import ArgumentError, NotSupportedError, ProtocolError

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = [
    "keep_for_masks",
    "reset_all",
    "reset_masked",
    "reset_some",
    "seeds_of",
    "send_reset",
]


def seeds_of(seed: Any, ids: IntArray, num_envs: int, by_env: bool) -> Seeds | None:
    """Returns the seeds of the envs `ids`, or None if there are none.

    Args:
      seed: an int, so that env i gets seed + i; or a sequence with an int or
        None for each env.
      ids: the envs.
      num_envs: the number of all envs.
      by_env: whether a sequence has an entry for each env of the pool instead
        of each of `ids`.
    """
    if seed is None:
        return None
    if not is_sequence(seed):
        first = as_seed("seed", seed)
        check_seed_range("seed", first, num_envs)
        return Seeds(ids.astype(np.int64) + first)
    expected = num_envs if by_env else len(ids)
    if len(seed) != expected:
        raise ArgumentError(
            f"seed: expected an integer or {expected} integers, one for each "
            f"env, got {len(seed)}"
        )
    values = list(seed.tolist() if isinstance(seed, np.ndarray) else seed)
    numbers = [
        0 if value is None else as_seed(f"seed[{i}]", value)
        for i, value in enumerate(values)
    ]
    given = np.array([value is not None for value in values], dtype=np.bool_)
    array = np.array(numbers, dtype=np.int64)
    if by_env:
        array, given = array[ids], given[ids]
    if len(ids) and not given.any():
        return None
    return Seeds(array, None if given.all() else given)


def reset_all(pool: PoolBase, seed: Any, options: OptionValues = None) -> Any:
    """Resets all envs; pending results are received and discarded."""
    ids = pool.all_env_ids
    seeds = seeds_of(seed, ids, len(ids), True)
    send_reset(pool, ids, seeds, True, options)
    return pool.recv(True)


def reset_some(
    pool: PoolBase,
    ids: IntArray,
    seed: Any,
    by_mask: bool,
    options: OptionValues = None,
) -> Any:
    """Resets the envs `ids`; in sync mode the rows come in their order."""
    refuse_mixture(pool)
    seeds = seeds_of(seed, ids, len(pool), by_mask)
    send_reset(pool, ids, seeds, False, options)
    return pool.recv(True)


def refuse_mixture(pool: PoolBase) -> None:
    """Raises if the result would include rows of earlier steps (sync mode).

    Raises:
      ProtocolError: results are pending.
    """
    if not pool.is_async and pool._outstanding:
        raise ProtocolError(
            f"reset: results are pending ({pool._outstanding}); call recv() first, "
            "or reset all envs"
        )


def send_reset(
    pool: PoolBase,
    ids: IntArray,
    seeds: Seeds | None,
    drain: bool,
    options: OptionValues = None,
) -> None:
    """Sends resets of the envs `ids`; `drain` discards all pending results."""
    if not len(ids):
        return
    values, given = seeds or (None, None)
    is_first = pool._num_sent == 0
    pool._reset_seeded(ids, values, drain, given, options)
    pool._last_reset = LastReset(pool._num_sent, ids, seeds, is_first)


def keep_for_masks(pool: PoolBase) -> None:
    """Makes the pool keep last observations, if `reset_masked` may need them."""
    one_player = pool._env_spec.config.max_num_players == 1
    needed = one_player and len(pool) > 1 and not pool.is_async
    if needed and not pool._keeps_observations:
        pool._keep_observations()
        pool._keeps_observations = True


def reset_masked(
    pool: PoolBase,
    ids: IntArray,
    seed: Any,
    options: OptionValues = None,
) -> tuple[Any, dict[str, Any]]:
    """Resets the envs `ids` of a sync pool, and returns the rows of all envs.

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
    seeds = seeds_of(seed, ids, len(pool), True)
    send_reset(pool, ids, seeds, False, options)
    kept = pool._recv()  # while these arrays live, this stays the last result
    fresh = pool._last_columns() or kept  # with the engine's columns
    if not np.array_equal(fresh[pool._columns.index["info:env_id"]], ids):
        raise ProtocolError(
            "reset: got results of other envs; no other thread may use the pool "
            "meanwhile"
        )
    wide = []
    for key, column in zip(pool._columns.keys, fresh, strict=True):
        # Infos of the other envs are zero and masked out.
        rows = np.zeros((len(pool), *column.shape[1:]), column.dtype)
        rows[ids] = column
        if key in ("info:env_id", "info:players.env_id"):
            rows[others] = others
        elif key in pool._facts:
            rows[others] = pool._facts[key][others]
        wide.append(rows)
    for number, observations in enumerate(before):
        if observations is not None:
            wide[number][others] = observations
    wide[pool._columns.index["ones"]] = mask
    result: tuple[Any, dict[str, Any]]
    result = pool._build(pool._output_plans.reset, wide, pool._all_env_ids)
    hook = pool._output_plans.hook
    return hook(result, wide) if hook and pool._columns.has_drawn else result

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Resets of all or some envs, with or without seeds.

As in Gymnasium, a None in a sequence of seeds continues the env's random stream.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.actions.reset_options import OptionValues
from envpool.python.config.argument_checks import as_seed
from envpool.python.config.rules import check_seed_range, is_sequence
from envpool.python.errors import ArgumentError, ProtocolError

if TYPE_CHECKING:
    from envpool.python.envpool import EnvPoolMixin

__all__ = ["refuse_mixture", "reset_all", "reset_some", "seeds_of", "send_reset"]

IntArray = NDArray[np.int32]
Columns = list[NDArray[Any]]


class Seeds(NamedTuple):
    """The seeds of some envs.

    Attributes:
      values: a seed for each env.
      given: where a seed is given; other envs continue their random streams.
        None for everywhere.
    """

    values: NDArray[np.int64]
    given: NDArray[np.bool_] | None = None


def seeds_of(seed: Any, ids: IntArray, num_envs: int, by_env: bool) -> Seeds | None:
    """Returns the seeds of the envs `ids`, or None if there are none.

    Args:
      seed: an int, of which env i gets seed + i; or one for each env, which
        may be None.
      ids: the envs.
      num_envs: the number of all envs.
      by_env: whether a sequence has an entry for each env of the pool, and
        not only for those of `ids`.
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


def reset_all(pool: EnvPoolMixin, seed: Any, options: OptionValues = None) -> Any:
    """Resets all envs; pending results are received and discarded."""
    ids = pool.all_env_ids
    seeds = seeds_of(seed, ids, len(ids), True)
    send_reset(pool, ids, seeds, True, options)
    return pool.recv(True)


def reset_some(
    pool: EnvPoolMixin,
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


def refuse_mixture(pool: EnvPoolMixin) -> None:
    """Raises if the result would include rows of earlier steps (sync mode).

    Raises:
      ProtocolError: results are pending.
    """
    if not pool.is_async and pool._outstanding:
        raise ProtocolError(
            f"reset: results are pending ({pool._outstanding}); call recv() first, "
            "or reset all envs"
        )


def reset_columns(
    pool: EnvPoolMixin,
    ids: IntArray,
    seed: Any,
    by_mask: bool,
    options: OptionValues = None,
) -> Columns:
    """Resets the envs `ids` of a sync pool and returns all columns."""
    refuse_mixture(pool)
    seeds = seeds_of(seed, ids, len(pool), by_mask)
    send_reset(pool, ids, seeds, False, options)
    return complete(pool, pool._recv())


def send_reset(
    pool: EnvPoolMixin,
    ids: IntArray,
    seeds: Seeds | None,
    drain: bool,
    options: OptionValues = None,
) -> None:
    """Sends resets of the envs `ids`; `drain` discards all pending results."""
    if len(ids):
        values, given = seeds or (None, None)
        pool._reset_seeded(ids, values, drain, given, options)


def complete(pool: EnvPoolMixin, state: Columns) -> Columns:
    """Adds to state columns of a reset what the engine adds to them."""
    rows = len(state[pool._columns.number["info:env_id"]])
    columns = list(state)
    for key in pool._columns.keys[len(state) :]:
        if key == "ones":
            columns.append(np.ones(rows, np.bool_))
        elif key.startswith("final:"):
            like = state[pool._columns.number[key[len("final:") :]]]
            columns.append(np.zeros_like(like))
        elif key.startswith("episode:"):
            dtype = np.int32 if key == "episode:l" else np.float32
            columns.append(np.zeros(rows, dtype))
        else:
            columns.append(np.zeros(rows, np.bool_))
    return columns

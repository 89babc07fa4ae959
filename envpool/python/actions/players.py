# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The env of each player's row of an action: `players.env_id`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.core._core import check_players
from envpool.python.errors import ArgumentError, ArgumentTypeError

__all__ = ["LastRows", "Players", "find_players", "is_one_per_env"]


class Players(NamedTuple):
    """The env of each player's row.

    Attributes:
      env_id: one env id for each row, as the native pool wants them.
      order: indices that put the user's rows into that order; None if they
        are in it.
    """

    env_id: NDArray[np.int32]
    order: NDArray[np.intp] | None = None


class LastRows(NamedTuple):
    """The envs of the rows of the last result.

    Attributes:
      env_id: of the rows of envs.
      players: the env id of each player's row.
    """

    env_id: NDArray[np.int32]
    players: NDArray[np.int32]


def find_players(
    ids: NDArray[np.int32],
    rows: Mapping[str, int],
    given: Any,
    max_num_players: int,
    last: Callable[[], LastRows | None],
) -> Players:
    """Returns the players of an action for the envs `ids`.

    Without `players.env_id`, an action has the rows of the last result, if that
    had all of these envs; or `max_num_players` rows of each env; or one row of
    each env, as in games where one player moves at a time. Keys that begin with
    `players.` need a row for each player, so one row of each env is refused.

    Args:
      ids: the envs.
      rows: the row count of each per-player array, if there is more than one
        player; they must agree.
      given: `players.env_id`, if the user gave it.
      max_num_players: of one env.
      last: returns the envs of the last result's rows.

    Raises:
      ArgumentError: rows and players do not match.
      EnvIdError: a player is of another env.
    """
    if given is not None:
        return _check_given(ids, given, max_num_players)
    if max_num_players == 1 or not rows:
        return Players(ids)
    count = next(iter(rows.values()))
    if any(n != count for n in rows.values()):
        text = ", ".join(f"{key}: {n}" for key, n in rows.items())
        raise ArgumentError(
            f"action: expected as many rows in each per-player array, got {text}"
        )
    full = len(ids) * max_num_players
    expected = f"{full} rows, {max_num_players} for each of {len(ids)} envs"
    known = last()
    if known is not None and np.isin(ids, known.env_id).all():
        mine = known.players[np.isin(known.players, ids)]
        if len(mine) == count:
            return Players(np.ascontiguousarray(mine, dtype=np.int32))
        if len(mine) != full:
            expected = f"{len(mine)} rows as in the last result, or {expected}"
    if count == full:
        return Players(np.repeat(ids, max_num_players))
    if is_one_per_env(rows):
        if count == len(ids):
            return Players(ids)
        expected += f", or {len(ids)}, one for each env"
    raise ArgumentError(
        f"action: expected {expected}, got {count} rows; to send others, pass "
        "players.env_id in a dict of actions"
    )


def is_one_per_env(keys: Iterable[str]) -> bool:
    """Returns whether an action may have one row per env, of the player to move.

    Args:
      keys: the action's keys that have rows of players.
    """
    return not any(key.startswith("players.") for key in keys)


def _check_given(ids: NDArray[np.int32], given: Any, max_num_players: int) -> Players:
    array = np.array(given)  # a copy, of which what was checked stays true
    if array.size == 0:
        array = array.astype(np.int32)
    if array.dtype.kind not in "iu":
        raise ArgumentTypeError(
            f"players.env_id: expected integers, got dtype {array.dtype}"
        )
    if array.ndim != 1:
        raise ArgumentError(
            f"players.env_id: expected one dimension, got shape {array.shape}"
        )
    check_players(array, ids, max_num_players)
    env_id = np.ascontiguousarray(array, dtype=np.int32)
    if max_num_players > 1:
        return Players(env_id)
    if len(env_id) != len(ids):
        raise ArgumentError(
            f"players.env_id: expected {len(ids)} rows, one for each env, got "
            f"{len(env_id)}"
        )
    if np.array_equal(env_id, ids):
        return Players(ids)
    # One player each: put the rows into the order of the envs.
    place = np.empty(int(ids.max()) + 1, np.intp)
    place[env_id] = np.arange(len(env_id))
    return Players(ids, place[ids])

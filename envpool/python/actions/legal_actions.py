# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Legal actions and the player to move: infos with names that all envs share.

    info:action_mask      int8 of shape (n,) for an env, or (-1, n) for each player:
                          1 where an action is legal now, 0 where it is not. The
                          key may also be `info:players.action_mask`.
    info:current_player   the row, among the env's players, of the player who moves.
                          In such an env, an action has one row for each env.

The masks belong to the env's only action, which is one of n choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.results.spaces import int_bounds

__all__ = [
    "CURRENT_PLAYER",
    "MASK_NAMES",
    "LegalActions",
    "is_one_per_env",
    "pick_legal",
]

# Libraries look for the first name. The second is that of EnvPool 1.x's board games.
MASK_NAMES = ("action_mask", "legal_action_mask")
CURRENT_PLAYER = "info:current_player"
_MASK_KEYS = tuple(
    f"info:{level}{name}" for name in MASK_NAMES for level in ("", "players.")
)

IntArray = NDArray[np.int32]
# A function that returns the array of a key in a result.
Getter = Callable[[str], NDArray[Any]]


class LegalActions:
    """The legal actions of an env, from its infos.

    Args:
      spec: the spec of the env.

    Attributes:
      mask_key: the key of the masks of the env's only action, or "" if there
        are none.
      low: the least action.
      is_turn_based: whether one of several players moves at a time.
    """

    def __init__(self, spec: Any) -> None:
        state = spec.state_array_spec
        own = {
            key: array
            for key, array in spec.action_array_spec.items()
            if key not in ("env_id", "players.env_id")
        }
        several = spec.config.max_num_players > 1
        of_players = [key for key, array in own.items() if array.is_per_player]
        self.is_turn_based = (
            several
            and CURRENT_PLAYER in state
            and bool(of_players)
            and is_one_per_env(of_players)
        )
        choice = int_bounds(next(iter(own.values())), True) if len(own) == 1 else None
        self.low = 0 if choice is None else choice[0]
        self.mask_key = "" if choice is None else self._find_mask(state)
        self._of_players = (
            several and bool(self.mask_key) and state[self.mask_key].is_per_player
        )

    @staticmethod
    def _find_mask(state: Any) -> str:
        return next((key for key in _MASK_KEYS if key in state), "")

    def masks(
        self, get: Getter, env_ids: IntArray, owners: IntArray | None
    ) -> NDArray[np.bool_] | None:
        """Returns a mask for each row of an action, or None if there are no masks.

        Args:
          get: returns an array, by its key, of the result that the action responds to.
          env_ids: the envs of that result.
          owners: the env of each player's row of that result, if an env may have
            several players.
        """
        if not self.mask_key:
            return None
        masks = get(self.mask_key).astype(np.bool_)
        if owners is None or self._of_players != self.is_turn_based:
            return masks
        order = np.argsort(env_ids)
        row = order[np.searchsorted(env_ids, owners, sorter=order)]
        if not self.is_turn_based:
            return masks[row]  # each player has the mask of its env
        found = np.ones((len(env_ids), masks.shape[1]), np.bool_)
        counts = np.bincount(row, minlength=len(env_ids))
        first = np.cumsum(counts) - counts
        mover = first + np.clip(get(CURRENT_PLAYER), 0, counts - 1)
        found[counts > 0] = masks[mover[counts > 0]]
        return found


def is_one_per_env(keys: Iterable[str]) -> bool:
    """Returns whether an action may have one row per env: that of the player to move.

    Args:
      keys: the action's keys that have rows of players.
    """
    return not any(key.startswith("players.") for key in keys)


def pick_legal(numbers: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Returns a legal choice for each row; any choice for rows without legal ones.

    Args:
      numbers: integers from which to choose, at least 0.
      masks: of shape (rows, choices).
    """
    legal_first = np.argsort(~masks, axis=1, kind="stable")
    counts = masks.sum(axis=1)
    counts = np.where(counts > 0, counts, masks.shape[1])
    found: NDArray[np.int64] = legal_first[np.arange(len(masks)), numbers % counts]
    return found

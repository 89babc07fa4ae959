# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the learner knows of each env of a `RemotePool`, and what it has lost."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Ledger"]

IntArray = NDArray[np.int32]


class Ledger:
    """An entry for each env.

    Args:
      num_envs: of all actors.

    Attributes:
      pending: whether a result is to come.
      is_set_back: whether the env is no longer where the learner believes, since
        its actor was replaced. Its next step is not made; its result tells.
    """

    def __init__(self, num_envs: int) -> None:
        self.pending = np.zeros(num_envs, np.bool_)
        self.is_set_back = np.zeros(num_envs, np.bool_)
        self._since = np.zeros(num_envs, np.int32)  # steps that would be lost
        self._lost = np.zeros(num_envs, np.int32)  # not reported yet

    def set_back(self, ids: IntArray) -> IntArray:
        """Notes that the actor of these envs was replaced.

        Returns:
          How many steps each of them has lost, with the one under way.
        """
        self._lost[ids] += self._since[ids] + self.pending[ids]
        self._since[ids] = 0
        self.is_set_back[ids] = True
        return self._lost[ids]

    def put(self, ids: IntArray) -> None:
        """Notes that the learner has put these envs into states of its own."""
        self.is_set_back[ids] = False
        self._lost[ids] = 0

    def resume(self, ids: IntArray) -> IntArray:
        """Returns `lost_steps` of results that tell where these envs are now."""
        self.is_set_back[ids] = False
        lost: IntArray = self._lost[ids]
        self._lost[ids] = 0
        return lost

    def count(self, ids: IntArray, since: IntArray | None) -> None:
        """Notes a step of these envs.

        Args:
          ids: the envs.
          since: how many steps each would lose now; None for one more.
        """
        self._since[ids] = self._since[ids] + 1 if since is None else since

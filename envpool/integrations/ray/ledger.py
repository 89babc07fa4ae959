# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The state of each env of a `RemotePool`: pending results and lost steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Ledger"]

IntArray = NDArray[np.int32]


class Ledger:
    """One entry for each of `num_envs` envs.

    Attributes:
      pending: bool; the env has a call without a result.
      is_set_back: bool; the env's actor was replaced, and no result has reported this
        yet. The env's next step only reports the loss.
    """

    def __init__(self, num_envs: int) -> None:
        self.pending = np.zeros(num_envs, np.bool_)
        self.is_set_back = np.zeros(num_envs, np.bool_)
        self._unsaved = np.zeros(num_envs, np.int32)  # steps since a checkpoint
        self._lost = np.zeros(num_envs, np.int32)  # lost steps to report

    def set_back(self, ids: IntArray) -> IntArray:
        """Notes that these envs' actor is replaced.

        Returns:
          The steps that each env has lost, including one that was pending.
        """
        self._lost[ids] += self._unsaved[ids] + self.pending[ids]
        self._unsaved[ids] = 0
        self.is_set_back[ids] = True
        return self._lost[ids]

    def report(self, ids: IntArray) -> IntArray:
        """Returns `lost_steps` for results with the current states of these envs."""
        lost: IntArray = self._lost[ids]
        self._lost[ids] = 0
        self.is_set_back[ids] = False
        return lost

    def count_step(self, ids: IntArray) -> None:
        """Notes that these envs have made one more step since a checkpoint."""
        self._unsaved[ids] += 1

    def set_unsaved(self, ids: IntArray, steps: IntArray | int) -> None:
        """Sets the number of steps that the actor's death would cost."""
        self._unsaved[ids] = steps

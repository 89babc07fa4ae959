# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What data sets get of rollouts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from envpool.python.rollouts.frames import Frames

__all__ = ["Arrays", "DataSet", "Facts", "Path", "Rows"]

Path = tuple[str, ...]
Arrays = Mapping[Path, NDArray[Any] | Frames]


@dataclass
class Rows:
    """The rows of a rollout of T steps and n envs.

    Attributes:
      states: by path, what an episode has T + 1 of, such as observations:
        (T, n, ...). Stacks of frames are `Frames`.
      steps: by path, what it has T of, such as actions: (T, n, ...).
      first: by path, the states before the first row, of envs that start: (n, ...).
      final: by path, the last states of the episodes that end in these rows, in the
        order of `ends`, if the row with an end has the first state of the next
        episode: (ends, ...); else None.
      is_reset: bool (T, n): the row has the first state of an episode, and no step.
      ends: bool (T, n): the row ends an episode.
      is_broken: bool (T, n): the env failed, so that its episode is lost.
      starts: bool (n,): `first` has the first state of an episode.
      continues: bool (n,): nothing has happened since the rows before.
      seeds: int64 (n,): of each env's first episode in these rows ...
      has_seed: bool (n,): ... if it is known.
    """

    states: Arrays
    steps: Mapping[Path, NDArray[Any]]
    first: Mapping[Path, NDArray[Any]]
    final: Mapping[Path, NDArray[Any]] | None
    is_reset: NDArray[np.bool_]
    ends: NDArray[np.bool_]
    is_broken: NDArray[np.bool_]
    starts: NDArray[np.bool_]
    continues: NDArray[np.bool_]
    seeds: NDArray[np.int64]
    has_seed: NDArray[np.bool_]

    @property
    def nbytes(self) -> int:
        """The bytes of its largest arrays."""
        parts = (self.states, self.steps, self.final or {})
        return sum(array.nbytes for part in parts for array in part.values())


class Facts(NamedTuple):
    """What all episodes of a data set have in common.

    Attributes:
      observation_space: of Gymnasium.
      action_space: of Gymnasium.
      env_spec: Gymnasium's, in JSON; None if there is none.
      arrays: by path, the shape and the dtype of a row.
    """

    observation_space: Any
    action_space: Any
    env_spec: str | None
    arrays: Mapping[tuple[str, ...], tuple[tuple[int, ...], np.dtype[Any]]]


class DataSet(Protocol):
    """A data set; `envpool.datasets` has one."""

    def _marks(self, pool: Any) -> Any:
        """Returns what `_add` was given for this pool last, or None."""

    def _buffer(self, size: int) -> NDArray[np.uint8]:
        """Returns memory for the frames of rows, which `_add` gives back."""

    def _add(self, pool: Any, marks: Any, rows: Rows, facts: Facts) -> None:
        """Adds the rows of a rollout.

        Args:
          pool: the pool.
          marks: kept for `_marks`.
          rows: the rows, which nobody changes any more.
          facts: about the pool's task.

        Raises:
          ArgumentError: the facts differ from those of the data set.
          OSError: it cannot be written.
          ProtocolError: it is closed.
        """

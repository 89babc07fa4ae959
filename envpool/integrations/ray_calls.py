# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What a `RemotePool` knows of its actors, of pending calls and of losses."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.integrations.ray_actor import Batch
from envpool.python.errors import EnvPoolError

__all__ = ["ActorLostError", "Loss", "Request", "Worker"]

IntArray = NDArray[np.int32]


class ActorLostError(EnvPoolError, RuntimeError):
    """An actor died and cannot be replaced. The envs of others are unharmed.

    Attributes:
      env_ids: its envs, which can no longer be used.
    """

    def __init__(self, message: str, env_ids: list[int]) -> None:
        super().__init__(message)
        self.env_ids = env_ids


class Loss(NamedTuple):
    """What was lost when an actor died.

    Attributes:
      env_ids: its envs.
      steps: by how many steps each of them was set back, int32.
      restored: whether they continue from saved states; else they were reset.
      cause: Ray's description.
    """

    env_ids: IntArray
    steps: IntArray
    restored: bool
    cause: str


@dataclasses.dataclass(eq=False)
class Worker:
    """One actor: its envs, where it is, and what to continue from."""

    env_ids: IntArray
    seeds: NDArray[np.int64]
    actor: Any = None
    machine: str = ""
    place: tuple[int, int] = (0, 1)
    replaced: int = 0  # how many times
    is_up: bool = True  # False while it is being replaced
    is_lost: bool = False
    saved: Batch | None = None  # its last one with states
    first: Batch | None = None  # where its envs were after its replacement


class Request(NamedTuple):
    """A call whose result is pending.

    Attributes:
      worker: whom it was made to.
      of: the value of `worker.replaced` then.
      ref: of its result.
      ids: the envs.
      rows: their places in the result of all envs.
      moves: which of the envs are in this call; the others were set back before,
        which is their result.
      reset: if it is a reset, its arguments.
    """

    worker: Worker
    of: int
    ref: Any
    ids: IntArray
    rows: NDArray[np.intp]
    moves: NDArray[np.bool_]
    reset: tuple[Any, ...] | None = None

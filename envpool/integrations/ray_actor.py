# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What runs in each actor of `envpool.integrations.ray`: one pool."""

from __future__ import annotations

import importlib
import os
import platform
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.core._core import parallelism
from envpool.integrations.ray_cpus import cpu_share
from envpool.python.errors import EnvStepError

__all__ = ["Batch", "PoolActor", "PoolRecipe"]

IntArray = NDArray[np.int32]


class PoolRecipe(NamedTuple):
    """What all pools have in common.

    Attributes:
      task_id: of the envs.
      package: the package whose import registers them.
      config: as for `envpool.make_gym`, without seeds and the number of envs.
      checkpoint_every: states are saved at the first step of all envs after so
        many of them; 0 for never.
    """

    task_id: str
    package: str
    config: dict[str, Any]
    checkpoint_every: int


class Batch(NamedTuple):
    """One object of the object store.

    Attributes:
      result: of the pool, with env ids of all pools together.
      states: those of all envs after it, if they were saved.
      error: if envs failed, as `EnvStepError` tells: the message and the ids.
    """

    result: Any
    states: list[bytes] | None = None
    error: tuple[str, list[int]] | None = None


class PoolActor:
    """A pool in a process of its own."""

    def machine(self) -> str:
        """Returns what the actors of one machine have in common."""
        try:
            boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")
        except OSError:
            boot = ""
        return f"{platform.node()} {boot.strip()}"

    def start(
        self,
        recipe: PoolRecipe,
        first_id: int,
        seeds: list[int],
        place: tuple[int, int],
        states: list[bytes] | None,
    ) -> None:
        """Makes the pool.

        Args:
          recipe: what it has in common with the others.
          first_id: of its envs, whose ids follow one another.
          seeds: of its envs.
          place: the actor's number among those of its machine, and their number.
          states: if not None, those that the envs continue from.

        Raises:
          NotSupportedError: states are to be saved, and cannot be.
        """
        usable = parallelism()
        cpus = cpu_share(*place)
        if cpus:
            os.sched_setaffinity(0, cpus)
        importlib.import_module(recipe.package)
        threads = max(1, min(len(cpus) or usable, usable // place[1]))
        config = {"num_threads": min(threads, len(seeds)), **recipe.config}
        self._pool: Any = envpool.make_gym(
            recipe.task_id, num_envs=len(seeds), seed=seeds, **config
        )
        self._first_id = np.int32(first_id)
        self._every = recipe.checkpoint_every
        self._steps = 0
        if states is not None:
            self._pool.load_state(states)
        elif self._every:
            self._pool.save_state()

    def reset(
        self,
        ids: IntArray,
        seeds: NDArray[np.int64] | None = None,
        given: NDArray[np.bool_] | None = None,
    ) -> Batch:
        """Resets some of the envs; ids count from 0 in each actor."""
        self._pool._reset_seeded(ids, seeds, False, given)
        return self._batch(self._pool.recv(), save=False)

    def step(self, arrays: dict[str, Any], ids: IntArray) -> Batch:
        """Steps some of the envs; `arrays` are the action's, by key."""
        self._steps += 1
        save = 0 < self._every <= self._steps and len(ids) == len(self._pool)
        action = arrays if len(arrays) > 1 else next(iter(arrays.values()))
        try:
            return self._batch(self._pool.step(action, ids), save)
        except EnvStepError as error:
            failed = [env_id + int(self._first_id) for env_id in error.env_ids]
            return self._batch(error.result, False)._replace(error=(str(error), failed))

    def save_state(self, ids: IntArray) -> list[bytes]:
        """Returns the states of envs."""
        states: list[bytes] = self._pool.save_state(ids)
        return states

    def load_state(self, states: list[bytes], ids: IntArray) -> None:
        """Restores them."""
        self._pool.load_state(states, ids)

    def _batch(self, result: Any, save: bool) -> Batch:
        result[-1]["env_id"] += self._first_id
        result[-1]["players"]["env_id"] = result[-1]["env_id"]
        if not save:
            return Batch(result)
        self._steps = 0
        return Batch(result, self._pool.save_state())

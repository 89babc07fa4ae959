# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pool in an actor of `envpool.integrations.ray`.

This module does not need Ray, so it can be tested without Ray.
"""

from __future__ import annotations

import importlib
import platform
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.core._core import allowed_cpus, parallelism, pin_this_thread
from envpool.python.errors import EnvStepError
from envpool.python.results import trees

__all__ = ["Batch", "PoolActor", "PoolRecipe", "cpu_share"]

IntArray = NDArray[np.int32]


class PoolRecipe(NamedTuple):
    """The common configuration of the pools of all actors.

    Attributes:
      task_id: the id of the envs.
      package: the package that registers the envs when it is imported.
      config: keywords of `envpool.make_gym`, without seeds and the number of envs.
      checkpoint_every: after this many steps, the next step of all envs saves
        their states; 0 for never.
    """

    task_id: str
    package: str
    config: dict[str, Any]
    checkpoint_every: int


class Batch(NamedTuple):
    """The result of one call, stored as one object in the object store.

    Attributes:
      result: the pool's result, with env ids that count through all actors.
      states: the states of all envs after this step, if they were saved.
      error: the message and the env ids of an `EnvStepError`, if envs failed.
    """

    result: Any
    states: list[bytes] | None = None
    error: tuple[str, list[int]] | None = None

    def copy_by_env(self) -> Batch:
        """Returns a copy with rows in the order of env ids, like the states.

        The copy does not refer to memory of the object store.
        """
        order = np.argsort(self.result[-1]["env_id"])
        rows = trees.map_arrays(lambda array: np.asarray(array)[order], self.result)
        return self._replace(result=rows)


class PoolActor:
    """A pool in a separate process. Its methods take env ids from 0."""

    def machine(self) -> str:
        """Returns a text that identifies the machine."""
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
          recipe: the common configuration of the pools.
          first_id: the id of its first env among the envs of all actors.
          seeds: the seed of each env.
          place: the actor's number on its machine, and the count of actors there.
          states: the states from which the envs continue; None for new envs.

        Raises:
          NotSupportedError: the recipe asks for checkpoints, and the envs cannot
            be saved.
        """
        usable = parallelism()
        cpus = cpu_share(*place)
        if cpus:
            pin_this_thread(cpus)
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
        """Resets some envs; `given` masks the seeds that count."""
        self._pool._reset_seeded(ids, seeds, False, given)
        return self._batch(self._pool.recv(), save=False)

    def step(self, arrays: dict[str, Any], ids: IntArray) -> Batch:
        """Steps some envs with the arrays of an action, by key."""
        self._steps += 1
        save = 0 < self._every <= self._steps and len(ids) == len(self._pool)
        action = arrays if len(arrays) > 1 else next(iter(arrays.values()))
        try:
            return self._batch(self._pool.step(action, ids), save)
        except EnvStepError as error:
            failed = [env_id + int(self._first_id) for env_id in error.env_ids]
            return self._batch(error.result, False)._replace(error=(str(error), failed))

    def save_state(self, ids: IntArray) -> list[bytes]:
        """Returns the states of some envs."""
        states: list[bytes] = self._pool.save_state(ids)
        return states

    def load_state(self, states: list[bytes], ids: IntArray) -> Any:
        """Restores states; returns observations as the pool's `load_state` does."""
        return self._pool.load_state(states, ids)

    def normalization(self) -> dict[str, Any]:
        """Returns the statistics of `normalize_obs` and `normalize_reward`."""
        state: dict[str, Any] = self._pool.normalization.state_dict()
        return state

    def load_normalization(self, state: dict[str, Any], frozen: bool) -> None:
        """Replaces these statistics; `frozen`: from now on, they do not change."""
        self._pool.normalization.load_state_dict(state)
        if state:
            self._pool.normalization.frozen = frozen

    def _batch(self, result: Any, save: bool) -> Batch:
        result[-1]["env_id"] += self._first_id
        result[-1]["players"]["env_id"] = result[-1]["env_id"]
        if not save:
            return Batch(result)
        self._steps = 0
        return Batch(result, self._pool.save_state())


def cpu_share(number: int, count: int) -> list[int]:
    """Returns the CPUs for actor `number` of the `count` actors on this machine.

    CPUs are shared out in the order of NUMA nodes, so that an actor spans as few
    nodes as possible. With more actors than CPUs the list is empty, and the
    system chooses.
    """
    cpus = sorted(allowed_cpus(), key=lambda cpu: (_numa_node(cpu), cpu))
    if count > len(cpus):
        return []
    return cpus[number * len(cpus) // count : (number + 1) * len(cpus) // count]


def _numa_node(cpu: int) -> int:
    """Returns the number of the CPU's NUMA node, 0 if the system has none."""
    found = Path(f"/sys/devices/system/cpu/cpu{cpu}").glob("node[0-9]*")
    return next((int(path.name.removeprefix("node")) for path in found), 0)

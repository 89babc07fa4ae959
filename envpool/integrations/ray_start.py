# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Starting the actors of a `RemotePool`, and asking them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import ray
from ray import exceptions

from envpool.integrations.ray_actor import PoolActor, PoolRecipe
from envpool.integrations.ray_calls import Worker
from envpool.python.argument_checks import as_float, show
from envpool.python.errors import ConfigTypeError, EnvPoolError, RecvTimeoutError

__all__ = ["MOST_SECONDS", "Starter"]

MOST_SECONDS = 1e6  # of a timeout: Ray's are 32 bits of milliseconds

# A new actor's envs get other seeds, which every kind of env takes.
_SEEDS = 2**31


class Starter:
    """Starts actors, each with a pool.

    Args:
      recipe: of their pools.
      num_envs: of all of them together.
      options: for Ray, of each actor.
      timeout: how many seconds the start of an actor may take, or its answer.
    """

    def __init__(
        self,
        recipe: PoolRecipe,
        num_envs: int,
        options: Mapping[str, Any],
        timeout: float,
    ) -> None:
        if not isinstance(options, Mapping):
            raise ConfigTypeError(
                f"actor_options: expected a dict, got {show(options)}"
            )
        self._recipe = recipe
        self._num_envs = num_envs
        self._timeout = as_float("start_timeout", timeout, 0, MOST_SECONDS)
        self._class = ray.remote(PoolActor).options(
            **{"num_cpus": 1, "scheduling_strategy": "SPREAD", **options},
            max_restarts=0,
            max_task_retries=0,
        )

    def start(self, workers: list[Worker], all_workers: list[Worker]) -> None:
        """Starts some of all actors; the others run."""
        for worker in workers:
            worker.actor = self._class.remote()
        machines = self.get([worker.actor.machine.remote() for worker in workers])
        # On each machine, an actor gets a number that is free there.
        here = Counter(machines)
        for worker, machine in zip(workers, machines, strict=True):
            others = [each.place for each in all_workers if each.machine == machine]
            count = others[0][1] if others else here[machine]
            free = set(range(count)) - {number for number, _ in others}
            worker.machine = machine
            worker.place = (min(free, default=len(others) % count), count)
        self.get(
            [
                worker.actor.start.remote(
                    self._recipe,
                    int(worker.env_ids[0]),
                    self._seeds(worker),
                    worker.place,
                    worker.saved.states if worker.saved else None,
                )
                for worker in workers
            ]
        )

    def _seeds(self, worker: Worker) -> list[int]:
        if not worker.replaced:
            return list(worker.seeds.tolist())
        shift = worker.replaced * self._num_envs
        return [(seed + shift) % _SEEDS for seed in worker.seeds.tolist()]

    def get(self, refs: Any, what: str = "no answer from an actor") -> Any:
        """Returns results, or raises an actor's own error.

        Args:
          refs: of the results.
          what: the error's text if they do not come within the time allowed.

        Raises:
          RecvTimeoutError: they do not.
          EnvPoolError: what an actor's pool raised.
        """
        try:
            return ray.get(refs, timeout=self._timeout)
        except exceptions.RayTaskError as error:
            if isinstance(error.cause, EnvPoolError):
                raise error.cause from error
            raise
        except exceptions.GetTimeoutError as error:
            raise RecvTimeoutError(f"{what} within {self._timeout} s") from error

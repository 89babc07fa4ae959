# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The actors of a `RemotePool`: starts, calls and replaces them."""

from __future__ import annotations

import contextlib
import dataclasses
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import ray
from numpy.typing import NDArray
from ray import exceptions

from envpool.integrations.pool_actor import Batch, PoolActor, PoolRecipe
from envpool.integrations.ray.ledger import Ledger
from envpool.python.config.argument_checks import as_float, show
from envpool.python.errors import ConfigTypeError, EnvPoolError, RecvTimeoutError

__all__ = ["GONE", "MAX_SECONDS", "Actor", "ActorLostError", "Actors", "Loss"]

IntArray = NDArray[np.int32]

# Errors that mean the loss of an actor, its machine, or a result there.
GONE = (
    exceptions.RayActorError,
    exceptions.ObjectLostError,
    exceptions.OutOfMemoryError,  # Ray ends actors before the system does
    exceptions.NodeDiedError,
)
MAX_SECONDS = 1e6  # the maximum timeout: Ray stores milliseconds in 32 bits
_ATTEMPTS = 3

# Envs of a new actor get other seeds, below this bound, which all envs accept.
_SEEDS = 2**31


class ActorLostError(EnvPoolError, RuntimeError):
    """An actor died and cannot be replaced. The envs of other actors are unharmed.

    Attributes:
      env_ids: its envs, which can no longer be used.
    """

    def __init__(self, message: str, env_ids: list[int]) -> None:
        super().__init__(message)
        self.env_ids = env_ids


class Loss(NamedTuple):
    """The effects of the death of an actor.

    Attributes:
      env_ids: its envs.
      steps: the number of steps that each env was set back, int32.
      restored: whether they continue from saved states; else they were reset.
      cause: Ray's description.
    """

    env_ids: IntArray
    steps: IntArray
    restored: bool
    cause: str


@dataclasses.dataclass(eq=False)
class Actor:
    """One actor: its envs, its number, and the batches for a replacement."""

    env_ids: IntArray
    seeds: NDArray[np.int64]
    handle: Any = None  # Ray's
    machine: str = ""
    place: tuple[int, int] = (0, 1)  # as in PoolActor.start
    replaced: int = 0  # number of replacements so far
    is_up: bool = True  # False while it is being replaced
    is_lost: bool = False
    saved: Batch | None = None  # its last batch with states
    first: Batch | None = None  # the state of its envs after the last replacement

    def lost_error(self, call: str) -> ActorLostError:
        """Returns the error of a call that needs this actor, which is lost."""
        text = f"{call}: the actor of env {self.env_ids[0]} is lost"
        return ActorLostError(text, self.env_ids.tolist())


class Actors:
    """All actors of a pool.

    Args:
      recipe: the configuration of their pools.
      actors: not started yet, in the order of their envs.
      options: Ray's, for each actor.
      timeout: the maximum seconds for the start of an actor, or for an answer.

    Attributes:
      all: the actors, in the order of their envs.
      losses: the losses by actors that died, the oldest first.
      ledger: pending results and lost steps of each env.

    Raises:
      ActorLostError: the actors do not start in time, or die at once.
      EnvPoolError: an actor's pool raised it.
    """

    def __init__(
        self,
        recipe: PoolRecipe,
        actors: list[Actor],
        options: Mapping[str, Any],
        timeout: float,
    ) -> None:
        if not isinstance(options, Mapping):
            raise ConfigTypeError(
                f"actor_options: expected a dict, got {show(options)}"
            )
        self._recipe = recipe
        self._num_envs = sum(len(actor.env_ids) for actor in actors)
        self._timeout = as_float("start_timeout", timeout, 0, MAX_SECONDS)
        self._class = ray.remote(PoolActor).options(
            **{"num_cpus": 1, "scheduling_strategy": "SPREAD", **options},
            max_restarts=0,
            max_task_retries=0,
        )
        self.all = actors
        self.losses: list[Loss] = []
        self.ledger = Ledger(self._num_envs)
        try:
            self._start(actors)
        except exceptions.RayTaskError:  # an error from an actor's code
            self.close()
            raise
        except (exceptions.RayError, RecvTimeoutError) as error:
            self.close()
            raise ActorLostError(
                f"the actors did not start: {error}", list(range(self._num_envs))
            ) from error
        except BaseException:
            self.close()
            raise

    def _start(self, actors: list[Actor]) -> None:
        """Starts some of the actors; the others are running."""
        for actor in actors:
            actor.machine = ""
            actor.handle = self._class.remote()
        machines = self.get([actor.handle.machine.remote() for actor in actors])
        # On each machine, an actor takes a free number.
        here = Counter(machines)
        for actor, machine in zip(actors, machines, strict=True):
            others = [each.place for each in self.all if each.machine == machine]
            count = others[0][1] if others else here[machine]
            free = set(range(count)) - {number for number, _ in others}
            actor.machine = machine
            actor.place = (min(free, default=len(others) % count), count)
        self.get(
            [
                actor.handle.start.remote(
                    self._recipe,
                    int(actor.env_ids[0]),
                    self._seeds(actor),
                    actor.place,
                    actor.saved.states if actor.saved else None,
                )
                for actor in actors
            ]
        )

    def _seeds(self, actor: Actor) -> list[int]:
        seeds: list[int] = actor.seeds.tolist()
        shift = actor.replaced * self._num_envs
        return [(seed + shift) % _SEEDS for seed in seeds] if shift else seeds

    def get(self, refs: Any, what: str = "no answer from an actor") -> Any:
        """Returns results, or raises an actor's own error.

        Args:
          refs: Ray's references to the results.
          what: the text of the error if they do not come in time.

        Raises:
          RecvTimeoutError: the results do not come in time.
          EnvPoolError: an actor's pool raised it.
        """
        try:
            return ray.get(refs, timeout=self._timeout)
        except exceptions.RayTaskError as error:
            if isinstance(error.cause, EnvPoolError):
                raise error.cause from error
            raise
        except exceptions.GetTimeoutError as error:
            raise RecvTimeoutError(f"{what} within {self._timeout} s") from error

    def call(self, actor: Actor, method: str, *args: Any) -> Any:
        """Calls a method of an actor, which is replaced first if it has died.

        Raises:
          ActorLostError: it cannot be replaced.
          RecvTimeoutError: it does not answer.
          EnvPoolError: its pool raised it.
        """
        what = f"{method}: no answer from the actor of env {actor.env_ids[0]}"
        try:
            return self.get(getattr(actor.handle, method).remote(*args), what)
        except GONE as error:
            self.replace(actor, error)
        try:
            return self.get(getattr(actor.handle, method).remote(*args), what)
        except (*GONE, RecvTimeoutError) as error:
            raise self._lose(actor, error) from error

    def replace(self, actor: Actor, cause: Exception) -> None:
        """Replaces a dead actor; its envs continue from a checkpoint, or are reset.

        If Ctrl-C interrupts it, the next call starts again.

        Raises:
          ActorLostError: it cannot be replaced.
        """
        ids = actor.env_ids
        if actor.is_up:
            lost = self.ledger.set_back(ids)
            self.losses.append(Loss(ids, lost, actor.saved is not None, str(cause)))
            actor.is_up = False
        for _ in range(_ATTEMPTS):
            actor.replaced += 1
            ray.kill(actor.handle)  # it may be alive but unreachable
            try:
                self._start([actor])
                actor.first = actor.saved
                if actor.first is None:
                    rows = np.arange(len(ids), dtype=np.int32)
                    batch: Batch = self.get(actor.handle.reset.remote(rows))
                    actor.first = batch.copy_by_env()
            except GONE as error:
                cause = error
            except (exceptions.RayError, EnvPoolError) as error:
                cause = error
                break  # other attempts would fail as well
            else:
                actor.is_up = True
                return
        raise self._lose(actor, cause) from cause

    def _lose(self, actor: Actor, cause: Exception) -> ActorLostError:
        """Gives up an actor; returns the error to raise."""
        actor.is_lost = True
        ray.kill(actor.handle)  # the actor may still be waiting for a node
        self.ledger.pending[actor.env_ids] = False
        first, last = actor.env_ids[0], actor.env_ids[-1]
        return ActorLostError(
            f"envs {first} to {last}: their actor died and cannot be replaced: {cause}",
            actor.env_ids.tolist(),
        )

    def close(self) -> None:
        """Ends all actors."""
        if not ray.is_initialized():
            return  # they ended with Ray, and `ray.kill` would restart Ray
        for actor in self.all:
            if actor.handle is not None:
                with contextlib.suppress(ValueError):  # an actor of an earlier Ray
                    ray.kill(actor.handle)

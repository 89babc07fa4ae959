# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The messages between a pool and a worker when the worker starts."""

from __future__ import annotations

from typing import Any, NamedTuple

from envpool.pyenvs.layout import Entry, InfoColumn, Leaf

__all__ = ["OBJECTS", "Envs", "Facts", "Failure", "Layout"]

# The key of the column that tells which rows have infos without a column.
OBJECTS = "objects"
# The prefix of the columns that tell which rows have an info with a column.
HAS = "has:info:"


class Envs(NamedTuple):
    """The first message to a worker: its envs.

    Attributes:
      worker: the worker's number.
      parent: the process of the pool.
      makers: for each of its envs a function that makes it, pickled by cloudpickle.
      is_new: whether the pool is being made: the worker then makes its envs at once,
        and otherwise when they are first reset.
      probes: whether to read the `Facts` from one more env, made like the first.
      timeout: seconds that its reset and its step may each take; None for no limit.
    """

    worker: int
    parent: int
    makers: list[bytes]
    is_new: bool
    probes: bool
    timeout: float | None


class Facts(NamedTuple):
    """The properties of the envs, read from one of them.

    Attributes:
      observation_space: of Gymnasium.
      action_space: likewise.
      metadata: the env's.
      render_mode: the env's.
      name: of the env's spec, or of its class.
      infos: those that a reset and a step return as numbers or arrays, each with an
        example.
      reward_threshold: of its spec, or None.
      limits: the time limits of all envs, of which None is no limit.
    """

    observation_space: Any
    action_space: Any
    metadata: dict[str, Any]
    render_mode: str | None
    name: str
    infos: dict[str, Any]
    reward_threshold: float | None
    limits: frozenset[int | None] = frozenset()


class Failure(NamedTuple):
    """An exception in a worker.

    Attributes:
      env: its number among the worker's envs.
      text: the exception and its traceback.
    """

    env: int
    text: str


class Layout(NamedTuple):
    """The second message to a worker: where results and actions lie.

    Attributes:
      dims: the arguments of the native `Dims`.
      observation: the leaves of the observation.
      action: the leaves of the action.
      infos: the infos that have a column.
      action_space: of one env, to build actions by.
    """

    dims: tuple[int, int, int, int, int]
    observation: list[Leaf]
    action: list[Leaf]
    infos: list[InfoColumn]
    observation_space: Any
    action_space: Any

    def results(self) -> list[Entry]:
        """Returns all columns of results, in the order in which they lie."""
        return [
            *(leaf.entry for leaf in self.observation),
            *(info.entry for info in self.infos),
            *(Entry(HAS + info.name, "bool", ()) for info in self.infos),
            Entry(OBJECTS, "bool", ()),
        ]

    def actions(self) -> list[Entry]:
        """Returns the parts of actions, in the order in which they lie."""
        return [leaf.entry for leaf in self.action]

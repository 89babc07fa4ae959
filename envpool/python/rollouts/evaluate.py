# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tries sequences of actions from saved states; see `RolloutMixin.evaluate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.apis import saving
from envpool.python.config.argument_checks import show
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    EnvStepError,
)
from envpool.python.results import trees
from envpool.python.rollouts import native, policies
from envpool.python.rollouts.columns import facts_of
from envpool.python.rollouts.run import check_pool, run_native

__all__ = ["Evaluated", "evaluate"]


@dataclass
class Evaluated:
    """The results of S states and K sequences of actions.

    Attributes:
      returns: float64 (S, K): the sums of the rewards, up to the end of the episode. If
        envs have several players, (S, K, players).
      lengths: int64 (S, K): the numbers of steps in these sums.
      ended: bool (S, K): whether the episode ended within the sequence.
      states: for each state a list of K states after all steps, for `load_state`.
        After an end, the steps went on in the next episode.
    """

    returns: NDArray[np.float64]
    lengths: NDArray[np.int64]
    ended: NDArray[np.bool_]
    states: list[list[bytes]]


def evaluate(pool: Any, states: Any, actions: Any) -> Evaluated:
    """Returns the result of `RolloutMixin.evaluate`."""
    check_pool(pool)
    if not isinstance(states, Sequence) or isinstance(states, (str, bytes)):
        raise ArgumentTypeError(f"states: expected a list of bytes, got {show(states)}")
    trials = _trials(pool, actions, len(states))
    before = saving.save(pool, pool._all_env_ids)
    rolled, moves = pool._rolled, (pool._moves, pool._moved_at)
    try:
        return _evaluate(pool, list(states), trials)
    finally:
        saving.load(pool, before, pool._all_env_ids)
        pool._rolled, (pool._moves, pool._moved_at) = rolled, moves


class _Part(NamedTuple):
    """An entry of actions.

    Attributes:
      array: (S, K, T, ...), with an axis of rows after T if there are several.
      rows: the number of an env's rows in an action.
    """

    array: NDArray[Any]
    rows: int


class _Trials(NamedTuple):
    """Sequences of actions: their arrays by path, and S, K and T."""

    parts: Mapping[tuple[str, ...], _Part]
    sizes: tuple[int, int, int]

    def of(self, numbers: NDArray[np.int64]) -> Any:
        """Returns the actions of trials, (T, trials, ...), as rollouts take them."""
        picked = {path: self._pick(part, numbers) for path, part in self.parts.items()}
        return picked[()] if () in picked else trees.nest(picked.items())

    def _pick(self, part: _Part, numbers: NDArray[np.int64]) -> NDArray[Any]:
        picked = part.array[numbers // self.sizes[1], numbers % self.sizes[1]]
        found = np.moveaxis(picked, 1, 0)
        if part.rows == 1:
            return found
        steps, trials = found.shape[:2]
        return found.reshape(steps, trials * part.rows, *found.shape[3:])


def _leaves(tree: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    if not isinstance(tree, Mapping):
        return {path: np.asarray(tree)}
    found: dict[tuple[str, ...], Any] = {}
    for key, value in tree.items():
        found |= _leaves(value, (*path, key))
    return found


def _trials(pool: Any, actions: Any, num_states: int) -> _Trials:
    facts = facts_of(pool)
    leaves = _leaves(actions)
    known = {
        (trees.gym_path(key) if len(facts.actions) > 1 else ()): (
            facts.action_rows(entry),
            len(entry.inner_shape),
        )
        for key, entry in facts.actions.items()
    }
    rows = {path: known.get(path, (1, 0))[0] for path in leaves}
    whole: tuple[str, ...] = ()  # the path of an only array
    if whole in leaves and whole in known:
        array = leaves[whole]
        if array.ndim == 2 + (rows[whole] > 1) + known[whole][1]:
            leaves[whole] = np.broadcast_to(array, (num_states, *array.shape))
    sizes = {leaf.shape[:3] for leaf in leaves.values()}
    found: Any = next(iter(sizes), ())
    if len(sizes) != 1 or len(found) != 3 or found[0] != num_states or 0 in found[1:]:
        raise ArgumentError(
            f"actions: expected the shape ({num_states}, K, T, ...) for "
            f"{num_states} states, or (K, T, ...), got "
            + " and ".join(sorted({str(leaf.shape) for leaf in leaves.values()}))
        )
    for path, leaf in leaves.items():
        if rows[path] > 1 and leaf.shape[3:4] != (rows[path],):
            raise ArgumentError(
                f"actions: expected an axis of {rows[path]} players after that of "
                f"steps, got the shape {leaf.shape}"
            )
    parts = {path: _Part(leaf, rows[path]) for path, leaf in leaves.items()}
    return _Trials(parts, found)


def _evaluate(pool: Any, states: list[bytes], trials: _Trials) -> Evaluated:
    num_states, count, steps = trials.sizes
    total = num_states * count
    players = facts_of(pool).items[pool._columns.index["reward"]][2]
    returns = np.zeros((total, players))
    lengths = np.zeros(total, np.int64)
    ended = np.zeros(total, np.bool_)
    found: list[bytes] = []
    num_envs = len(pool)
    for first in range(0, total, num_envs):
        numbers = np.minimum(np.arange(first, first + num_envs), total - 1)
        size = min(num_envs, total - first)
        saving.load(pool, [states[i // count] for i in numbers], pool._all_env_ids)
        rewards, ends = _run(pool, trials.of(numbers), steps)
        over = np.cumsum(ends, axis=0)
        is_own = (over - ends) == 0  # the steps up to the first end
        to = slice(first, first + size)
        own = rewards.reshape(steps, num_envs, players) * is_own[..., np.newaxis]
        returns[to] = own.sum(axis=0, dtype=np.float64)[:size]
        lengths[to] = is_own.sum(axis=0)[:size]
        ended[to] = (over[-1] > 0)[:size]
        found += saving.save(pool, pool._all_env_ids[:size])
    shape = (num_states, count)
    return Evaluated(
        returns.reshape(*shape, players) if players > 1 else returns.reshape(shape),
        lengths.reshape(shape),
        ended.reshape(shape),
        [found[i * count : (i + 1) * count] for i in range(num_states)],
    )


def _run(pool: Any, actions: Any, steps: int) -> tuple[NDArray[Any], NDArray[Any]]:
    made = native.make(pool, policies.OpenLoop(actions), steps, None, None)
    index = pool._columns.index
    players = facts_of(pool).items[index["reward"]][2]
    rewards = np.zeros((steps, len(pool) * players), np.float32)
    done = np.zeros((steps, len(pool)), np.bool_)
    results = {index["reward"]: rewards, index["done"]: done}
    faults = run_native(pool, made, steps, results, [], False, True)
    if faults:
        step, _, _, _, text = faults[0]
        raise EnvStepError(f"evaluate: step {step} of a sequence failed: {text}")
    return rewards, done.astype(np.int64)

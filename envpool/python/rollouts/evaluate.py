# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tries sequences of actions from saved states; see `RolloutMixin.evaluate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.apis import saving
from envpool.python.config.argument_checks import show
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    EnvStepError,
    NotSupportedError,
)
from envpool.python.rollouts import native, policies
from envpool.python.rollouts.columns import facts_of
from envpool.python.rollouts.native import map_actions
from envpool.python.rollouts.run import check_pool, run_native

__all__ = ["Evaluated", "evaluate"]


@dataclass
class Evaluated:
    """The results of S states and K sequences of actions.

    Attributes:
      returns: float64 (S, K): the sums of the rewards, up to the end of the episode.
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
    if facts_of(pool).players > 1:
        raise NotSupportedError("evaluate: expected envs with one player")
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


class _Trials:
    """Sequences of actions: (S, K, T, ...) in each of some arrays."""

    def __init__(self, arrays: Any, sizes: tuple[int, int, int]) -> None:
        self._arrays = arrays
        self.sizes = sizes

    def of(self, numbers: NDArray[np.int64]) -> Any:
        """Returns the actions of trials, (T, trials, ...)."""
        return map_actions(lambda array: self._pick(array, numbers), self._arrays)

    def _pick(self, array: NDArray[Any], numbers: NDArray[np.int64]) -> NDArray[Any]:
        picked = array[numbers // self.sizes[1], numbers % self.sizes[1]]
        return np.moveaxis(picked, 1, 0)


def _leaves(tree: Any) -> list[NDArray[Any]]:
    if isinstance(tree, Mapping):
        return [leaf for value in tree.values() for leaf in _leaves(value)]
    return [tree]


def _trials(pool: Any, actions: Any, num_states: int) -> _Trials:
    arrays = map_actions(np.asarray, actions)
    entries = facts_of(pool).actions
    leaves = _leaves(arrays)
    ranks = {len(entry.inner_shape) for entry in entries.values()}
    if len(leaves) == 1 and len(ranks) == 1 and leaves[0].ndim == 2 + ranks.pop():
        arrays = map_actions(
            lambda array: np.broadcast_to(array, (num_states, *array.shape)), arrays
        )
        leaves = _leaves(arrays)
    sizes = {leaf.shape[:3] for leaf in leaves}
    found = next(iter(sizes), ())
    if len(sizes) != 1 or len(found) != 3 or found[0] != num_states or 0 in found[1:]:
        raise ArgumentError(
            f"actions: expected the shape ({num_states}, K, T, ...) for "
            f"{num_states} states, or (K, T, ...), got {sorted(sizes)}"
        )
    return _Trials(arrays, found)


def _evaluate(pool: Any, states: list[bytes], trials: _Trials) -> Evaluated:
    num_states, count, steps = trials.sizes
    total = num_states * count
    returns = np.zeros(total)
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
        returns[to] = (rewards * is_own).sum(axis=0, dtype=np.float64)[:size]
        lengths[to] = is_own.sum(axis=0)[:size]
        ended[to] = (over[-1] > 0)[:size]
        found += saving.save(pool, pool._all_env_ids[:size])
    shape = (num_states, count)
    return Evaluated(
        returns.reshape(shape),
        lengths.reshape(shape),
        ended.reshape(shape),
        [found[i * count : (i + 1) * count] for i in range(num_states)],
    )


def _run(pool: Any, actions: Any, steps: int) -> tuple[NDArray[Any], NDArray[Any]]:
    made = native.make(pool, policies.OpenLoop(actions), steps, None, None)
    keys = pool._columns.keys
    rewards = np.zeros((steps, len(pool)), np.float32)
    done = np.zeros((steps, len(pool)), np.bool_)
    results = {keys.index("reward"): rewards, keys.index("done"): done}
    faults = run_native(pool, made, steps, results, [], False, True)
    if faults:
        step, _, _, _, text = faults[0]
        raise EnvStepError(f"evaluate: step {step} of a sequence failed: {text}")
    return rewards, done.astype(np.int64)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs rollouts; see `RolloutMixin.rollout`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.core._core import StackedRows
from envpool.python.apis import saving
from envpool.python.config.argument_checks import as_int, show
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    EnvStepError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.results import outputs, trees
from envpool.python.rollouts import native
from envpool.python.rollouts.columns import (
    Arrays,
    facts_of,
    info_plans,
    item_of,
    rows_before,
)
from envpool.python.rollouts.policies import MLP, Linear, Random
from envpool.python.rollouts.tape import Tape

__all__ = ["Rollout", "check_pool", "rollout", "run_native"]

_PARTS = (
    "obs",
    "action",
    "reward",
    "terminated",
    "truncated",
    "info",
    "log_prob",
    "value",
)


@dataclass
class Rollout:
    """The arrays of a rollout, each of shape (steps, num_envs, ...).

    If envs have several players, arrays with rows of players have the shape
    (steps, num_envs * players, ...).

    Attributes:
      obs: the observations after the actions; nested dicts if there are several.
      action: the actions, in the dtypes of the native entries.
      reward: float32.
      terminated: bool.
      truncated: bool.
      info: the infos asked for, by name.
      log_prob: float32: the log-probabilities of the actions, if the policy was asked
        for them; else None.
      value: float32: the values of the observations before the actions, if the policy
        has a critic; else None.
    """

    obs: Any
    action: Any
    reward: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    info: dict[str, Any]
    log_prob: NDArray[np.float32] | None = None
    value: NDArray[np.float32] | None = None


def check_pool(pool: Any) -> None:
    """Raises NotSupportedError for a pool without rollouts."""
    if pool._can_record:
        raise NotSupportedError(
            "rollout: expected a pool made without record and record_actions, which "
            "record single steps"
        )


def rollout(
    pool: Any, steps: int, policy: Any, out: Any, infos: Any, record: Any
) -> Rollout:
    """Returns the result of `RolloutMixin.rollout`."""
    check_pool(pool)
    steps = as_int("steps", steps, 1)
    if out is not None and not isinstance(out, Mapping):
        raise ArgumentTypeError(f"out: expected a dict, got {show(out)}")
    given: dict[str, Any] = dict(out or {})
    for key in given:
        if key not in _PARTS:
            raise ArgumentError(
                f"out: expected no keys but {', '.join(_PARTS)}, got {key!r}"
            )
    arrays = Arrays(pool, steps)
    index = pool._columns.index
    plans = {
        "obs": facts_of(pool).observation,
        "reward": index["reward"],
        "terminated": index["terminated"],
        "truncated": index["trunc"],
        "info": ("dict", info_plans(pool, infos)),
    }
    for name, plan in plans.items():
        arrays.claim(plan, given.get(name), name)
    actions = _action_arrays(pool, arrays, given.get("action"))
    tape = None if record is None else Tape(pool, record, plans["info"][1], arrays)
    log_prob = value = None
    if isinstance(policy, (MLP, Linear)) and policy.log_prob:
        log_prob = _take_numbers(pool, arrays, given, "log_prob")
    if isinstance(policy, MLP) and policy.critic:
        value = _take_numbers(pool, arrays, given, "value")
    for name, array in (("log_prob", log_prob), ("value", value)):
        if array is None and given.get(name) is not None:
            raise ArgumentError(
                f"out.{name}: expected None for a policy that does not compute it"
            )
    made = native.make(pool, policy, steps, log_prob, value)
    stacks = [] if tape is None else tape.stacks
    faults = run_native(pool, made, steps, arrays.by_column, actions, stacks=stacks)
    if tape is not None:
        tape.finish(actions, faults)
    if isinstance(policy, (MLP, Linear, Random)):
        policy.step += steps
    parts = {name: arrays.build(plan, name) for name, plan in plans.items()}
    parts["action"] = _nest_actions(
        {
            key: arrays.given(_action_name(key, len(actions) == 1), array)
            for key, array in zip(facts_of(pool).actions, actions, strict=True)
        }
    )
    for name, array in (("log_prob", log_prob), ("value", value)):
        parts[name] = None if array is None else arrays.given(name, array)
    result = Rollout(**_converted(pool, parts))
    if faults:
        raise _error(faults, result)
    return result


def _take_numbers(
    pool: Any, arrays: Arrays, given: Mapping[str, Any], name: str
) -> NDArray[np.float32]:
    """Returns an array with a number for each row of the actions."""
    actors = facts_of(pool).actors
    return arrays.take(given.get(name), (), np.dtype("f4"), name, actors)


def _action_arrays(pool: Any, arrays: Arrays, out: Any) -> list[NDArray[Any]]:
    entries = facts_of(pool).actions
    lone = len(entries) == 1
    made = []
    for key, entry in entries.items():
        part = out
        if not lone:
            for level in trees.gym_path(key):
                part = None if part is None else part.get(level)
        if entry.is_ragged:
            raise NotSupportedError(
                f"rollout: expected actions of one shape, got {key!r}"
            )
        name = _action_name(key, lone)
        items = facts_of(pool).action_rows(entry)
        made.append(arrays.take(part, entry.inner_shape, entry.dtype, name, items))
    return made


def _action_name(key: str, lone: bool) -> str:
    return "action" if lone else f"action.{key}"


def _nest_actions(arrays: dict[str, Any]) -> Any:
    if len(arrays) == 1:
        return next(iter(arrays.values()))
    return trees.nest((trees.gym_path(key), array) for key, array in arrays.items())


def _converted(pool: Any, parts: dict[str, Any]) -> dict[str, Any]:
    """Returns the parts as the pool's option `output` says."""
    convert = outputs.converter(pool._options.output)
    if convert is None:
        return parts

    def leaf(value: Any) -> Any:
        if not isinstance(value, np.ndarray) or value.dtype.kind in "OU":
            return value
        made = convert(value)
        return made if pool._device is None else made.to(pool._device)

    return trees.map_arrays(leaf, parts)  # type: ignore[no-any-return]


def run_native(
    pool: Any,
    policy: native.NativePolicy,
    steps: int,
    results: Mapping[int, NDArray[Any]],
    actions: list[NDArray[Any]],
    transforms_results: bool = True,
    restarts_ended: bool = False,
    stacks: Sequence[StackedRows] = (),
) -> list[Any]:
    """Steps all envs; see `RolloutRequest` in core/rollout/rollout.h.

    Args:
      pool: the pool.
      policy: the policy.
      steps: the number of steps.
      results: by column, arrays of all steps.
      actions: arrays of all steps, for each of the action's own entries, or none.
      transforms_results: whether results are transformed.
      restarts_ended: whether ended envs are reset in any autoreset mode.
      stacks: those that look at the results.

    Returns:
      The faults: step, env id, seed, episode step and text.
    """
    ids = pool._all_env_ids
    if pool._outstanding:
        raise ProtocolError(
            f"rollout: results are pending ({pool._outstanding}); call recv() first"
        )
    saving.keep_observations(pool, ids)
    facts = facts_of(pool)
    others = [
        column
        for column in policy.reads
        if facts.players > 1 or column in (facts.mask, facts.current)
    ]
    seen = [column for column in policy.reads if column not in others]
    before = rows_before(pool, others) if others else {}
    if seen:
        before |= _observations_before(pool, ids, seen)
    last = {}
    for column in facts.last:
        shape, dtype = item_of(pool, column)
        rows = len(pool) * facts.items[column][2]
        last[column] = np.empty((rows, *shape), dtype)
    drawn = {column: results[column] for column in results if column in facts.drawn}
    how = {
        "actors": facts.actors,
        "current": facts.current,
        "has_transforms": pool._env_spec._transforms is not None,
        "transforms_results": transforms_results,
        "restarts_ended": restarts_ended,
        "float32": policy.float32,
        "has_late_rows": pool._has_late_rows,
        "params": [
            (rows, *facts.drawn[column].native) for column, rows in drawn.items()
        ],
        "stacks": list(stacks),
    }
    numbered = [(i, array) for i, array in enumerate(actions, 2)]
    pool._has_moved()
    faults = pool._rollout(
        policy.policy,
        steps,
        [(column, rows) for column, rows in results.items() if column not in drawn],
        numbered,
        [(column, np.ascontiguousarray(array)) for column, array in before.items()],
        list(last.items()),
        how,
    )
    if facts.mask >= 0 or facts.players > 1:
        kept = last if facts.players > 1 else {facts.mask: last[facts.mask]}
        pool._rolled = ((pool._moves, pool._num_sent), kept)
    return list(faults)


def _observations_before(
    pool: Any, ids: NDArray[np.int32], columns: list[int]
) -> dict[int, NDArray[Any]]:
    try:
        seen = pool._last_observations(ids)
    except ProtocolError as error:
        raise ProtocolError(
            "rollout: expected envs with known observations for this policy; call "
            "reset() first"
        ) from error
    return {column: seen[column] for column in columns}


def _error(faults: list[Any], result: Any) -> EnvStepError:
    step, env_id, seed, elapsed, text = faults[0]
    ids = sorted({fault[1] for fault in faults})
    return EnvStepError(
        f"rollout: {len(faults)} steps of envs {ids} failed; step {step} of env "
        f"{env_id} (seed {seed}, episode step {elapsed}): {text}",
        ids,
        result,
    )

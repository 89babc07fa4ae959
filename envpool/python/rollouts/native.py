# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the native policy of one rollout from its description."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import as_bool, as_choice, as_int, show
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    NotSupportedError,
)
from envpool.python.results.spaces import int_bounds
from envpool.python.rollouts import policies
from envpool.python.rollouts.columns import facts_of
from envpool.python.rollouts.networks import (
    INT64_MAX,
    as_mlp,
    as_numpy,
    dense_layers,
    seed_of,
)

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = ["NativePolicy", "make", "map_actions"]


class NativePolicy(NamedTuple):
    """A native policy.

    Attributes:
      policy: the native object.
      reads: the columns that it reads.
      float32: whether its actions were float32 before they were float64.
      log_prob: float32 (steps, num_envs), or None.
      value: float32 (steps, num_envs), or None.
    """

    policy: Any
    reads: tuple[int, ...] = ()
    float32: bool = False
    log_prob: NDArray[np.float32] | None = None
    value: NDArray[np.float32] | None = None


def make(
    pool: PoolBase,
    policy: Any,
    steps: int,
    log_prob: NDArray[np.float32] | None,
    value: NDArray[np.float32] | None,
) -> NativePolicy:
    """Returns the native policy for `steps` steps.

    Args:
      pool: the pool.
      policy: an object of `envpool.policies`.
      steps: the number of steps.
      log_prob: the array for log-probabilities, if there is one.
      value: the array for values, if there is one.

    Raises:
      ArgumentError, ArgumentTypeError: the policy does not fit the envs.
      NotSupportedError: it cannot act in such envs.
    """
    if isinstance(policy, policies.OpenLoop):
        return _open_loop(pool, policy.actions, steps)
    if isinstance(policy, policies.Repeat):
        return _actions(pool, [policy.action])
    if isinstance(policy, policies.Random):
        return _random(pool, policy)
    if isinstance(policy, policies.Linear):
        return _network(pool, as_mlp(policy), log_prob, value)
    if isinstance(policy, policies.MLP):
        return _network(pool, policy, log_prob, value)
    if isinstance(policy, policies.Native):
        return _native(pool, policy)
    raise ArgumentTypeError(
        f"policy: expected one of envpool.policies, got {show(policy)}"
    )


def map_actions(function: Callable[[Any], Any], actions: Any) -> Any:
    """Returns the actions, or the dict of them, with `function` applied to each."""
    if isinstance(actions, Mapping):
        return {key: map_actions(function, each) for key, each in actions.items()}
    return function(actions)


def _check_steps(actions: Any, steps: int) -> None:
    if isinstance(actions, Mapping):
        for value in actions.values():
            _check_steps(value, steps)
        return
    found = len(actions) if hasattr(actions, "__len__") else None
    if found != steps:
        raise ArgumentError(
            f"policy.actions: expected a first axis of {steps} steps, got "
            f"{show(actions) if found is None else found}"
        )


def _open_loop(pool: PoolBase, actions: Any, steps: int) -> NativePolicy:
    _check_steps(actions, steps)
    entry, *others = facts_of(pool).actions.values()
    if (
        not others
        and type(actions) is np.ndarray
        and actions.dtype == entry.dtype
        and actions.shape[1:]
        == (len(pool) * facts_of(pool).action_rows(entry), *entry.inner_shape)
    ):
        copied = np.ascontiguousarray(actions)
        return NativePolicy(pool._open_loop([copied], steps, facts_of(pool).actors))
    rows = [map_actions(itemgetter(step), actions) for step in range(steps)]
    return _actions(pool, rows)


def _actions(pool: PoolBase, actions: Sequence[Any]) -> NativePolicy:
    ids = pool._all_env_ids
    rows = [_by_env(pool, pool._read_action(action, ids)) for action in actions]
    dtypes = [entry.dtype for entry in facts_of(pool).actions.values()]
    doubles = [i for i, dtype in enumerate(dtypes) if dtype == np.float64]
    float32 = bool(doubles) and all(
        row[i].dtype == np.float32 for row in rows for i in doubles
    )
    arrays = [
        np.ascontiguousarray(np.stack(column), dtype)
        for column, dtype in zip(zip(*rows, strict=True), dtypes, strict=True)
    ]
    made = pool._open_loop(arrays, len(actions), facts_of(pool).actors)
    return NativePolicy(made, float32=float32)


def _by_env(pool: PoolBase, arrays: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """Returns the action's own arrays, with rows of players in the order of envs."""
    _, owners, *own = arrays
    facts = facts_of(pool)
    if facts.players == 1:
        return own
    order = np.argsort(owners, kind="stable")
    expected = np.repeat(pool._all_env_ids, facts.actors)
    if not np.array_equal(owners[order], expected):
        raise ArgumentError(
            f"policy: expected {facts.actors} rows of players in the action of each "
            f"env, got {len(owners)} of {len(pool)} envs"
        )
    return [
        array[order] if entry.is_per_player else array
        for entry, array in zip(facts.actions.values(), own, strict=True)
    ]


def _bounds(entry: Any) -> tuple[list[float], list[float]]:
    low, high = (
        np.broadcast_to(np.asarray(bound, np.float64), entry.inner_shape).ravel()
        for bound in (entry.minimum, entry.maximum)
    )
    if len(low) > 0 and (low == low[0]).all() and (high == high[0]).all():
        return [float(low[0])], [float(high[0])]
    return low.tolist(), high.tolist()


def _random(pool: PoolBase, policy: policies.Random) -> NativePolicy:
    seed, step = _seed_of(policy)
    mask = facts_of(pool).mask
    bounds = [_bounds(entry) for entry in facts_of(pool).actions.values()]
    native = pool._random_actions(bounds, seed, step, mask)
    return NativePolicy(native, _reads(pool, (mask,) if mask >= 0 else ()))


def _reads(pool: PoolBase, columns: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the columns, and that of the player to move if it is needed."""
    facts = facts_of(pool)
    needs = facts.current >= 0 and any(facts.items[c][2] > 1 for c in columns)
    return (*columns, facts.current) if needs else columns


def _check_actors(pool: PoolBase) -> None:
    """Raises NotSupportedError if one action responds to several observations."""
    facts = facts_of(pool)
    if facts.actors == 1 and facts.current < 0:
        for column in facts.observations:
            if facts.items[column][2] > 1:
                raise NotSupportedError(
                    "policy: expected an action of each player, or of the player to "
                    "move, for observations of players"
                )


def _seed_of(policy: Any) -> tuple[int, int]:
    step = as_int("policy.step", policy.step, 0, INT64_MAX)
    return seed_of("policy.seed", policy.seed), step


def _native(pool: PoolBase, policy: policies.Native) -> NativePolicy:
    address = as_int("policy.address", policy.address, 1, 2**64 - 1)
    observation = facts_of(pool).observations
    if len(observation) != 1 or len(facts_of(pool).actions) != 1:
        raise NotSupportedError(
            "policy: expected envs with one array of observations and one of actions "
            "for a Native policy"
        )
    _check_actors(pool)
    native = pool._native_function(address, observation[0])
    return NativePolicy(native, _reads(pool, tuple(observation)))


def _network(
    pool: PoolBase,
    policy: policies.MLP,
    log_prob: NDArray[np.float32] | None,
    value: NDArray[np.float32] | None,
) -> NativePolicy:
    entries = facts_of(pool).actions
    entry = next(iter(entries.values()))
    choice = int_bounds(entry, True)
    if len(entries) != 1 or (choice is None and entry.dtype.kind != "f"):
        raise NotSupportedError(
            "policy: expected envs whose action is one choice, or one array of floats, "
            f"got {dict(entries)}"
        )
    layers = dense_layers("policy.layers", policy.layers)
    critic = dense_layers("policy.critic", policy.critic or ())
    networks = {len(w) if w.ndim == 3 else 1 for w, _ in (*layers, *critic)}
    _check_actors(pool)
    actors = facts_of(pool).actors
    if len(networks) != 1 or not networks <= {1, len(pool) * actors}:
        raise ArgumentError(
            "policy.layers: expected one network for all envs, or one for each of "
            f"{len(pool) * actors} rows of actions, got {sorted(networks)}"
        )
    seed, step = _seed_of(policy)
    mask = facts_of(pool).mask if choice is not None else -1
    reads = tuple(facts_of(pool).observations)
    if choice is not None and layers[-1][0].shape[-2] != choice[1] - choice[0] + 1:
        raise ArgumentError(
            f"policy.layers: expected {choice[1] - choice[0] + 1} outputs, one for "
            f"each choice, got {layers[-1][0].shape[-2]}"
        )
    log_std = policy.log_std
    if log_std is None:
        log_std = np.zeros(entry.inner_shape, np.float32)
    deviations = np.asarray(as_numpy(log_std), np.float32).ravel()
    if not np.isfinite(deviations).all():
        raise ArgumentError(f"policy.log_std: expected finite numbers, got {log_std}")
    how = {
        "observations": list(reads),
        "actors": actors,
        "is_choice": choice is not None,
        "first_choice": 0 if choice is None else choice[0],
        "mask": mask,
        "samples": as_bool("policy.sample", policy.sample),
        "log_std": deviations.tolist(),
        "seed": seed,
        "first_step": step,
        "activation": as_choice(
            "policy.activation", policy.activation, ("tanh", "relu")
        ),
        "log_probs": log_prob,
        "values": value if critic else None,
    }
    native = pool._network(layers, critic, networks.pop(), how)
    reads = _reads(pool, reads if mask < 0 else (*reads, mask))
    return NativePolicy(native, reads, log_prob=log_prob, value=value)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The spaces of tasks with the options `transforms`.

The native pool changes the numbers. This module computes the entries that users see
instead of the env's own, and options for the native pool. Observations are changed in
this order: the step is appended, vectors are stacked, normalized, clipped. Rewards are
normalized, then clipped.

Of several entries of an observation, only vectors of floats are normalized and clipped.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from envpool.python.array_spec import ArraySpec
from envpool.python.config.argument_checks import INT32_MAX
from envpool.python.config.keywords import Options
from envpool.python.errors import ConfigError
from envpool.python.results.spaces import bounds
from envpool.python.spec_base import SpecBase, Transforms

if TYPE_CHECKING:
    from envpool.core._core import NativePool

__all__ = [
    "OF_OBSERVATIONS",
    "apply_transforms",
    "copy_of",
    "plan_transforms",
    "seen_with",
]

OF_OBSERVATIONS = ("time_aware", "frame_stack", "normalize_obs", "clip_obs")
_OF_REWARDS = ("normalize_reward", "clip_reward")
_ANY = (-math.inf, math.inf)

Spec = TypeVar("Spec", bound=SpecBase)


def seen_with(spec: Spec, transforms: Transforms | None) -> Spec:
    """Returns a copy of a spec as users see it with these changes."""
    seen = copy.copy(spec)
    seen._has_gym_spaces = spec._has_gym_spaces
    seen._transforms = transforms
    return seen


def copy_of(spec: Any, names: Iterable[str]) -> Any:
    """Returns a copy of a spec that a config alone does not describe.

    Args:
      spec: the spec.
      names: the attributes that the copy keeps, where the spec has them.
    """
    made = type(spec)(type(spec).gen_config(*spec._config_values))
    for name in ("_seed_config", "_large_seeds", "_id", "_registered", *names):
        if name in vars(spec):
            setattr(made, name, vars(spec)[name])
    return made


def apply_transforms(pool: NativePool, spec: SpecBase, transforms: Transforms) -> None:
    """Makes the native pool of a spec change results and actions."""
    columns = {key: i for i, key in enumerate(spec._column_names(pool))}
    actions = {key: i for i, key in enumerate(spec.action_array_spec)}
    pool._set_transforms(
        [
            {**each, "column": columns[key]}
            for key, each in transforms.observations.items()
        ],
        None if transforms.reward is None else dict(transforms.reward),
        [{**each, "column": actions[key]} for key, each in transforms.rescale.items()],
    )


def plan_transforms(spec: SpecBase, options: Options) -> Transforms | None:
    """Returns what the options change of envs with this spec; None for nothing.

    Raises:
      ConfigError: the task's spaces do not allow an option.
    """
    names = options.transforms
    if not names:
        return None
    entries: dict[str, ArraySpec] = {}
    observations: dict[str, Mapping[str, Any]] = {}
    if any(name in OF_OBSERVATIONS for name in names):
        for key, entry in _chosen(spec, names).items():
            entries[key], observations[key] = _observation(spec, options, entry)
    reward = None
    if any(name in _OF_REWARDS for name in names):
        entries["reward"] = spec._own_state_spec["reward"]
        low, high = options.clip_reward or _ANY
        reward = {
            "normalize": options.normalize_reward,
            "gamma": options.reward_gamma,
            "low": low,
            "high": high,
        }
    actions: dict[str, ArraySpec] = {}
    rescale: dict[str, Mapping[str, Any]] = {}
    if options.rescale_action is not None:
        for key, entry in _own_actions(spec).items():
            actions[key], rescale[key] = _action(spec, options.rescale_action, entry)
    return Transforms(entries, actions, observations, reward, rescale)


def _chosen(spec: SpecBase, names: list[str]) -> dict[str, ArraySpec]:
    """Returns the entries of the observation that change, or raises an error."""
    own = {k: v for k, v in spec._own_state_spec.items() if k.startswith("obs")}
    boxes = {k: v for k, v in own.items() if spec._is_box(k, v)}
    floats = {k: v for k, v in boxes.items() if np.issubdtype(v.dtype, np.floating)}
    alone = len(own) == 1
    normalizes = "normalize_obs" in names
    checks = {
        "time_aware": (alone and floats, "one array of floats"),
        "frame_stack": (len(boxes) == len(own), "only arrays of numbers"),
        "normalize_obs": (boxes if alone else floats, "arrays of floats"),
        "clip_obs": (floats or (alone and boxes and normalizes), "arrays of floats"),
    }
    for name, (is_met, what) in checks.items():
        if name in names and not is_met:
            found = ", ".join(f"{key!r}: {own[key]}" for key in own)
            raise ConfigError(f"{name}: expected observations of {what}, got {found}")
    several = spec.config.max_num_players > 1
    for name in ("time_aware", "frame_stack"):
        if name in names and several:
            raise ConfigError(f"{name}: expected one player per env")
    return own if alone or "frame_stack" in names else floats


def _observation(
    spec: SpecBase, options: Options, entry: ArraySpec
) -> tuple[ArraySpec, dict[str, Any]]:
    """Returns the entry as users see it, and the options for the native pool."""
    low, high = bounds(entry)
    dtype = entry.dtype
    time_unit = 0.0
    if options.time_aware:
        normalized = options.time_aware == "normalized"
        limit = _time_limit(spec, normalized)
        time_unit = float(limit) if normalized else 1.0
        dtype = np.result_type(dtype, np.float32 if normalized else np.int32)
        low = np.append(low.astype(dtype), dtype.type(0))
        high = np.append(high.astype(dtype), dtype.type(1 if normalized else limit))
    if options.frame_stack > 1:
        low, high = (np.stack([each] * options.frame_stack) for each in (low, high))
    native_dtype = dtype
    is_float = np.issubdtype(dtype, np.floating)
    alone = sum(key.startswith("obs") for key in spec._own_state_spec) == 1
    normalizes = options.normalize_obs and (is_float or alone)
    if normalizes:
        dtype = np.dtype(np.float32)
        low, high = (np.full(low.shape, x, dtype) for x in _ANY)
    clip = options.clip_obs if normalizes or is_float else None
    if clip is not None:
        low, high = (np.clip(each, *clip).astype(dtype) for each in (low, high))
    players = [-1] if entry.is_per_player else []
    shown = ArraySpec(dtype, [*players, *low.shape], (low, high))
    native = {
        "time_unit": time_unit,
        "stack": options.frame_stack,
        "dtype": native_dtype,
        "normalize": normalizes,
        "low": (clip or _ANY)[0],
        "high": (clip or _ANY)[1],
    }
    return shown, native


def _time_limit(spec: SpecBase, only_one: bool) -> int:
    limits = spec._episode_limits()
    if not 0 < min(limits) <= max(limits) < INT32_MAX:
        raise ConfigError(
            "time_aware: expected a task with a limit; pass max_episode_steps"
        )
    if only_one and len(limits) > 1:
        raise ConfigError(
            'time_aware: expected "normalized" only for envs of one limit, got '
            f"{', '.join(map(str, sorted(limits)))}; pass max_episode_steps, or "
            "time_aware=True"
        )
    return max(limits)


def _own_actions(spec: SpecBase) -> dict[str, ArraySpec]:
    return {
        key: entry
        for key, entry in spec._own_action_spec.items()
        if key not in ("env_id", "players.env_id")
    }


def _action(
    spec: SpecBase, to: tuple[float, float], entry: ArraySpec
) -> tuple[ArraySpec, dict[str, Any]]:
    """Returns the entry as users see it, and the options for the native pool.

    The env gets (x - intercept) / gradient. Both have the dtype of the space.
    """
    dtype = np.dtype(spec._official.action_dtype or entry.dtype)
    is_float = np.issubdtype(entry.dtype, np.floating) and not entry.is_discrete
    low, high = bounds(entry)
    if not is_float or not (np.isfinite(low) & np.isfinite(high)).all():
        raise ConfigError(
            "rescale_action: expected actions that are floats with finite bounds, got "
            f"{entry}"
        )
    low, high = low.astype(dtype), high.astype(dtype)
    new_low, new_high = (np.full(low.shape, bound) for bound in to)
    span = high.astype(np.longdouble) - low.astype(np.longdouble)
    gradient = ((new_high - new_low) / span).astype(dtype)
    intercept = (gradient * -low + new_low).astype(dtype)
    shown = ArraySpec(entry.dtype, entry.shape, to)
    native = {
        "gradient": gradient.ravel().tolist(),
        "intercept": intercept.ravel().tolist(),
    }
    return shown, native

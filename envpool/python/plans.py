# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""How each face builds its results from the columns of the native pool.

Columns are the state entries, then those that the engine adds:

    terminated      the episode ended by itself
    ones            True everywhere
    _final          same-step autoreset: the episode ended in this very step,
                    so the row is already the first one of the next episode
    final:<key>     what the entry was at that end
    _episode        episode statistics: the row ends an episode
    episode:r|l|t   its return, length and duration

Plans are in `trees.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from envpool.python import trees
from envpool.python.trees import Plan

__all__ = ["Columns", "Face", "dm_face", "gym_face", "gymnasium_face"]

Hook = Callable[[Any, list[Any]], Any]


class Face(NamedTuple):
    """The plans of a face.

    Attributes:
      step: of what `step` returns.
      reset: of what `reset` returns.
      hook: changes results in which a row of a hook column is True.
      hook_columns: the numbers of these columns.
    """

    step: Plan
    reset: Plan
    hook: Hook | None = None
    hook_columns: tuple[int, ...] = ()


class Columns:
    """The native columns, and the trees that faces make of them.

    Attributes:
      keys: the columns' names.
      number: a column's number by its name.
      state_keys: the names of those that are state entries.
    """

    def __init__(self, keys: Sequence[str], state_keys: Sequence[str]) -> None:
        self.keys = tuple(keys)
        self.number = {key: i for i, key in enumerate(keys)}
        self.state_keys = tuple(state_keys)

    def observation(self, prefix: str = "") -> Any:
        """The nested dicts of the observation; an array if it is only one."""
        keys = [key for key in self.state_keys if key.startswith("obs")]
        found = [
            (trees.gym_path(key), self.number[prefix + key])
            for key in keys
            if prefix + key in self.number  # ragged entries have no final value
        ]
        if len(keys) == 1 and found:
            return found[0][1]
        return trees.nest((path[1:], number) for path, number in found)

    def info(self) -> Any:
        """The nested dicts of the infos."""
        leaves = [
            (trees.gym_path(key)[1:], self.number[key])
            for key in self.state_keys
            if key.startswith("info:")
        ]
        leaves.append((("elapsed_step",), self.number["elapsed_step"]))
        return trees.nest(leaves)

    def final_info(self) -> Any:
        """The nested dicts of the infos at the end of an episode."""
        leaves = [
            (trees.gym_path(key)[2:], number)
            for key, number in self.number.items()
            if key.startswith("final:info:")
            and key.removeprefix("final:") in self.state_keys
        ]
        if "final:elapsed_step" in self.number:
            leaves.append((("elapsed_step",), self.number["final:elapsed_step"]))
        return trees.nest(leaves)

    def episode(self) -> Any:
        """The dict of episode statistics."""
        return {name: self.number[f"episode:{name}"] for name in "rlt"}

    def state(self) -> Any:
        """The nested dicts of dm_env's `State`."""
        return trees.nest(
            (trees.state_path(key), self.number[key])
            for key in self.state_keys
            if key.startswith(("obs", "info"))
        )


def with_masks(tree: Any, ones: int) -> Any:
    """Adds to each key of nested dicts its mask, `_key`."""
    if not isinstance(tree, dict):
        return tree
    result: dict[str, Any] = {}
    for key, value in tree.items():
        result[key] = with_masks(value, ones)
        result[f"_{key}"] = ones
    return result


def gymnasium_face(columns: Columns, hook: Hook | None) -> Face:
    """The plans of `env_type="gymnasium"`.

    Args:
      columns: of the pool.
      hook: adds what a finished episode leaves behind, see `infos.py`.
    """
    number = columns.number
    obs = trees.dict_plan(columns.observation())
    info = trees.dict_plan(with_masks(columns.info(), number["ones"]))
    flags = [number["reward"], number["terminated"], number["trunc"]]
    rare = tuple(number[key] for key in ("_final", "_episode") if key in number)
    return Face(
        step=("tuple", [obs, *flags, info]),
        reset=("tuple", [obs, info]),
        hook=hook if rare else None,
        hook_columns=rare if hook else (),
    )


def gym_face(columns: Columns, old_api: bool) -> Face:
    """The plans of `env_type="gym"`.

    Args:
      columns: of the pool.
      old_api: whether `step` returns four values and `reset` no info.
    """
    number = columns.number
    obs = trees.dict_plan(columns.observation())
    info = columns.info()
    reset_info = trees.dict_plan(info)
    step_info: dict[str, Any] = dict(info)
    if "_final" in number:
        step_info["final_obs"] = columns.observation("final:")
        step_info["_final_obs"] = number["_final"]
        step_info["final_info"] = columns.final_info()
        step_info["_final_info"] = number["_final"]
    if "_episode" in number:
        step_info["episode"] = columns.episode()
        step_info["_episode"] = number["_episode"]
    if old_api:
        step_info["TimeLimit.truncated"] = number["trunc"]
        plan = [obs, number["reward"], number["done"]]
        return Face(("tuple", [*plan, trees.dict_plan(step_info)]), obs)
    flags = [number["reward"], number["terminated"], number["trunc"]]
    return Face(
        step=("tuple", [obs, *flags, trees.dict_plan(step_info)]),
        reset=("tuple", [obs, reset_info]),
    )


def dm_face(columns: Columns, time_step: type[Any]) -> Face:
    """The plans of `env_type="dm"`: the same for step and reset.

    Args:
      columns: of the pool.
      time_step: `dm_env.TimeStep`.
    """
    number: Mapping[str, int] = columns.number
    state = trees.record_plan("State", columns.state())
    fields = [number[key] for key in ("step_type", "reward", "discount")]
    plan = ("named", time_step, [*fields, state])
    return Face(plan, plan)

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The plans of each API, which build results from the native pool's columns.

Columns are the state entries, followed by the engine's:

    terminated      the episode ended by itself
    ones            True everywhere
    _final          same-step autoreset: the episode ended in this step, so the row
                    is already the first one of the next episode
    final:<key>     the value of the entry at that end
    _episode        episode statistics: the row ends an episode
    episode:r|l|t   its return, length and duration
    shown:<key>     the values of a column as users see them, see `transforms.py`

`trees.py` describes plans.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.results import trees
from envpool.python.results.infos import Infos
from envpool.python.results.trees import Plan

__all__ = ["SHOWN", "ApiPlans", "Columns", "dm_plans", "gym_plans", "gymnasium_plans"]

# The prefix of columns that show another column in a different form; they come after
# it.
SHOWN = "shown:"

Hook = Callable[[Any, list[Any]], Any]

# The names of a result's parts, for `out`.
_STEP = ("obs", "reward", "terminated", "truncated", "info")
_RESET = ("obs", "info")


class ApiPlans(NamedTuple):
    """The plans of one API.

    Attributes:
      step: the plan of `step`'s result.
      reset: the plan of `reset`'s result.
      hook: changes results in which a row of a hook column is True.
      hook_columns: the numbers of these columns.
      steady: the plan of `step`'s result with all keys that the hook may add, if
        there is a hook; for callers that need a fixed structure of results.
      observation: the plan of the observations alone.
    """

    step: Plan
    reset: Plan
    hook: Hook | None = None
    hook_columns: tuple[int, ...] = ()
    steady: Plan | None = None
    observation: Plan | None = None


class Columns:
    """The native columns, and the trees that the APIs make of them.

    Args:
      keys: the keys of all columns.
      state_keys: the keys of the state entries.
      leaf: returns the plan of an observation's array for an entry's key and column.
      infos: the infos to return; None for all.
      per_player: the state entries that have a row for each player, if an env
        may have several.

    Attributes:
      keys: the columns' names.
      index: by name, the index of a column or, if there is one, of the column that
        shows it.
      state_keys: the names of the state entries.
      has_drawn: whether infos have the values that `randomize` draws.
    """

    def __init__(
        self,
        keys: Sequence[str],
        state_keys: Sequence[str],
        leaf: Callable[[str, int], Plan] = lambda key, column: column,
        infos: Infos | None = None,
        per_player: Collection[str] = (),
    ) -> None:
        self.keys = tuple(keys)
        self.index = {key.removeprefix(SHOWN): i for i, key in enumerate(keys)}
        self.state_keys = tuple(state_keys)
        self._leaf = leaf
        self._per_player = per_player
        self.has_drawn = infos is not None and infos.drawn
        if infos is None:
            own = [key for key in state_keys if key.startswith("info:")]
            infos = Infos((*own, "elapsed_step"))
        self._infos = infos

    def observation(self, prefix: str = "") -> Any:
        """The nested dicts of the observation; a single array if it has only one.

        A dict with the keys 0, 1, ... is the plan of a tuple.
        """
        keys = [key for key in self.state_keys if key.startswith("obs")]
        found = [
            (trees.gym_path(key), self._leaf(key, self.index[prefix + key]))
            for key in keys
            if prefix + key in self.index  # ragged entries have no final value
        ]
        if len(keys) == 1 and found:
            return found[0][1]
        return trees.with_tuples(trees.nest((path[1:], plan) for path, plan in found))

    def info(self, of_reset: bool = False, terminal: bool = True) -> Any:
        """The nested dicts of the infos.

        Args:
          of_reset: whether to return the infos of a reset.
          terminal: whether to include infos that are present only in rows that
            terminate an episode.
        """
        infos = self._infos
        left_out = infos.step_only if of_reset else infos.reset_only
        return self._infos_except(left_out, terminal)

    def final_info(self, terminal: bool = True) -> Any:
        """The nested dicts of the infos at the end of an episode; see `info`."""
        return self._infos_except(self._infos.reset_only, terminal, "final:")

    def terminal_info(self, prefix: str = "") -> Any:
        """The nested dicts of the infos `terminal_only`."""
        others = frozenset(self._infos.keys) - self._infos.terminal_only
        return self._infos_except(others, True, prefix)

    def _infos_except(
        self, left_out: frozenset[str], terminal: bool, prefix: str = ""
    ) -> Any:
        if not terminal:
            left_out |= self._infos.terminal_only
        return trees.nest(
            (_info_path(key), self.index[prefix + key])
            for key in self._infos.keys
            if prefix + key in self.index and key not in left_out
        )

    @property
    def terminal_only(self) -> frozenset[str]:
        """The infos that are present only in rows that terminate an episode."""
        return self._infos.terminal_only

    def mask(self, column: int) -> Plan:
        """The mask of an info: the rows that have it."""
        key = self.keys[column]
        if key in self._infos.terminal_only:
            return self.index["terminated"]
        if key in self._per_player:
            return "ones", column
        if key in self._infos.step_only:
            return "pick", self.index["elapsed_step"], 0, "bool"
        return self.index["ones"]

    def episode(self) -> Any:
        """The dict of episode statistics."""
        return {name: self.index[f"episode:{name}"] for name in "rlt"}

    def state(self, prefixes: tuple[str, ...] = ("obs", "info")) -> Any:
        """The nested dicts of dm_env's `State`, for keys with these prefixes."""
        return trees.nest(
            (trees.state_path(key), self.index[key])
            for key in self.state_keys
            if key.startswith(prefixes)
        )


def _info_path(key: str) -> tuple[str, ...]:
    return trees.gym_path(key.removeprefix("info:"))


def with_masks(tree: dict[str, Any], columns: Columns) -> Any:
    """Adds to each key of nested dicts its mask, `_key`."""
    result: dict[str, Any] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            result[key] = with_masks(value, columns)
            # The mask of a nested dict, if all its keys have the same rows.
            masks = [mask for name, mask in result[key].items() if name[0] == "_"]
            of_players = all(trees.is_leaf(mask, "ones") for mask in masks)
            result[f"_{key}"] = masks[0] if of_players else columns.index["ones"]
        else:
            result[key] = value
            result[f"_{key}"] = columns.mask(value)
    return result


class EpisodeEnds:
    """The hook that adds infos of finished episodes.

    These are `final_obs`, `final_info`, `episode`, and infos of terminations, laid out
    as in Gymnasium's vector envs: a key is present only if some row has it, and each
    key has a mask.

    Args:
      columns: the columns of the pool.
    """

    def __init__(self, columns: Columns) -> None:
        index = columns.index
        self._terminated = index["terminated"]
        self._final = index.get("_final")
        if self._final is not None:
            self._final_obs = trees.dict_plan(columns.observation("final:"))
            self._final_info = columns.final_info(terminal=False)
            self._terminal_info = columns.terminal_info("final:")
        else:
            self._terminal_info = columns.terminal_info()
        self._episode = index.get("_episode")
        if self._episode is not None:
            self._stats = trees.dict_plan(columns.episode())

    def __call__(self, result: Any, columns: list[NDArray[Any]]) -> Any:
        """Adds these infos to `result`, in its last value."""
        info = result[-1]
        if self._final is None:
            info.update(self._terminal(columns))
        elif columns[self._final].any():
            mask = columns[self._final]
            info["final_obs"] = split_rows(trees.build(self._final_obs, columns), mask)
            info["_final_obs"] = mask
            final_info = masked(self._final_info, columns, mask)
            info["final_info"] = final_info | self._terminal(columns)
            info["_final_info"] = mask.copy()
        if self._episode is not None and columns[self._episode].any():
            info["episode"] = trees.build(self._stats, columns)
            info["_episode"] = columns[self._episode]
        return result

    def _terminal(self, columns: list[NDArray[Any]]) -> dict[str, Any]:
        """Returns the infos of terminations, if there are any."""
        mask = columns[self._terminated]
        return masked(self._terminal_info, columns, mask) if mask.any() else {}


def split_rows(tree: Any, mask: NDArray[np.bool_]) -> NDArray[np.object_]:
    """Returns an array of objects: the observation of each masked row, else None."""
    rows = np.full(len(mask), None, dtype=object)
    for i in np.flatnonzero(mask):
        rows[i] = trees.map_arrays(lambda array: array[i], tree)  # noqa: B023
    return rows


def masked(
    tree: Any, columns: list[NDArray[Any]], mask: NDArray[np.bool_]
) -> dict[str, Any]:
    """Returns nested dicts of columns, with masks; rows outside a mask are zero."""
    result: dict[str, Any] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            result[key] = masked(value, columns, mask)
        else:
            column = np.zeros_like(columns[value])
            column[mask] = columns[value][mask]
            result[key] = column
        result[f"_{key}"] = mask.copy()
    return result


def gymnasium_plans(columns: Columns) -> ApiPlans:
    """The plans of `env_type="gymnasium"`, for the columns of a pool."""
    index = columns.index
    rare_keys = ["_final", "_episode"]
    if columns.terminal_info():
        rare_keys.append("terminated")
    obs = trees.dict_plan(columns.observation())
    info, reset_info = (
        trees.dict_plan(with_masks(columns.info(of_reset, terminal=False), columns))
        for of_reset in (False, True)
    )
    flags = [index["reward"], index["terminated"], index["trunc"]]
    rare = tuple(index[key] for key in rare_keys if key in index)
    # With same-step autoreset, infos of terminations are in the final infos.
    every = with_masks(columns.info(terminal="_final" not in index), columns)
    ends = episode_ends(columns)
    if "final_info" in ends:
        ends["final_info"] = _with_final_masks(ends["final_info"], columns)
    whole = trees.dict_plan({**every, **ends})
    return ApiPlans(
        step=("tuple", [obs, *flags, info], _STEP),
        reset=("tuple", [obs, reset_info], _RESET),
        hook=EpisodeEnds(columns) if rare else None,
        hook_columns=rare,
        steady=("tuple", [obs, *flags, whole]),
        observation=obs,
    )


def _with_final_masks(tree: dict[str, Any], columns: Columns) -> dict[str, Any]:
    """Adds the masks of the final infos, as `EpisodeEnds` does."""
    result: dict[str, Any] = {}
    for key, value in tree.items():
        mask = columns.index["_final"]
        if isinstance(value, dict):
            result[key] = _with_final_masks(value, columns)
        else:
            result[key] = value
            if columns.keys[value].removeprefix("final:") in columns.terminal_only:
                mask = columns.index["terminated"]
        result[f"_{key}"] = mask
    return result


def episode_ends(columns: Columns) -> dict[str, Any]:
    """The infos of finished episodes, with a row for each env, and their masks."""
    index = columns.index
    ends: dict[str, Any] = {}
    if "_final" in index:
        ends["final_obs"] = columns.observation("final:")
        ends["_final_obs"] = index["_final"]
        ends["final_info"] = columns.final_info()
        ends["_final_info"] = index["_final"]
    if "_episode" in index:
        ends["episode"] = columns.episode()
        ends["_episode"] = index["_episode"]
    return ends


def gym_plans(columns: Columns, old_api: bool) -> ApiPlans:
    """The plans of `env_type="gym"`.

    Args:
      columns: the columns of the pool.
      old_api: whether `step` returns four values and `reset` no info.
    """
    index = columns.index
    obs = trees.dict_plan(columns.observation())
    info = columns.info()
    reset_info = trees.dict_plan(columns.info(of_reset=True))
    step_info: dict[str, Any] = {**info, **episode_ends(columns)}
    if old_api:
        step_info["TimeLimit.truncated"] = index["trunc"]
        plan = [obs, index["reward"], index["done"]]
        names = ("obs", "reward", "done", "info")
        step = ("tuple", [*plan, trees.dict_plan(step_info)], names)
        return ApiPlans(step, obs, observation=obs)
    flags = [index["reward"], index["terminated"], index["trunc"]]
    return ApiPlans(
        step=("tuple", [obs, *flags, trees.dict_plan(step_info)], _STEP),
        reset=("tuple", [obs, reset_info], _RESET),
        observation=obs,
    )


def dm_plans(columns: Columns, time_step: type[Any]) -> ApiPlans:
    """The plans of `env_type="dm"`: the same for step and reset.

    Args:
      columns: the columns of the pool.
      time_step: `dm_env.TimeStep`.
    """
    index: Mapping[str, int] = columns.index
    state = trees.record_plan("State", columns.state())
    fields = [index[key] for key in ("step_type", "reward", "discount")]
    plan = ("named", time_step, [*fields, state])
    own = trees.record_plan("State", columns.state(("obs",)))
    return ApiPlans(plan, plan, observation=own)

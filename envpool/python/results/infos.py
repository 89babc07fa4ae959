# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The infos of finished episodes in the `gymnasium` API.

The layout is that of Gymnasium's vector envs: keys are present only if a row
has them, and each has a mask.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.results import trees
from envpool.python.results.plans import Columns

__all__ = ["EpisodeEnds"]


class EpisodeEnds:
    """The hook that adds what only rows have which end an episode.

    That is `final_obs`, `final_info`, `episode`, and infos of terminations.

    Args:
      columns: of the pool.
    """

    def __init__(self, columns: Columns) -> None:
        number = columns.number
        self._terminated = number["terminated"]
        self._final = number.get("_final")
        if self._final is not None:
            self._final_obs = trees.dict_plan(columns.observation("final:"))
            self._final_info = columns.final_info(terminal=False)
            self._terminal_info = columns.terminal_info("final:")
        else:
            self._terminal_info = columns.terminal_info()
        self._episode = number.get("_episode")
        if self._episode is not None:
            self._stats = trees.dict_plan(columns.episode())

    def __call__(self, result: Any, columns: list[NDArray[Any]]) -> Any:
        """Adds them to the infos of `result`, the last of its values."""
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
    """Returns an array of objects: the observation of each masked row."""
    rows = np.full(len(mask), None, dtype=object)
    for i in np.flatnonzero(mask):
        rows[i] = trees.map_arrays(lambda array: array[i], tree)  # noqa: B023
    return rows


def masked(
    tree: Any, columns: list[NDArray[Any]], mask: NDArray[np.bool_]
) -> dict[str, Any]:
    """Returns nested dicts of columns: zero where not masked, with masks."""
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

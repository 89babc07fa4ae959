# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Adds played episodes to a data set; see `Recording.export`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import NotSupportedError
from envpool.python.rollouts.recorded import DataSet, Facts, Rows
from envpool.python.rollouts.tape import Layout, leaves_of, seed_arrays, stored
from envpool.recording.log_reader import Reset

__all__ = ["PlayedRow", "played_row", "rows_of"]


class PlayedRow(NamedTuple):
    """What a data set has of a step; of the reset only states.

    Attributes:
      reward: float32.
      states: observations by path, each of shape (1, ...).
      actions: by the action's own entries, each of shape (1, ...); None of the reset.
      terminated: bool.
      truncated: bool.
      seed: that of the reset, if it has one.
      layout: of its pool.
      error: None; an episode that has ended has no errors.
    """

    reward: Any
    states: dict[tuple[str, ...], NDArray[Any]]
    actions: list[NDArray[Any]] | None
    terminated: bool
    truncated: bool
    seed: int | None
    layout: Layout
    error: None = None


def played_row(
    pool: Any, env_id: int, event: Any, outcome: Any, first: bool
) -> PlayedRow:
    """Returns what a pool returned last, of its one env."""
    del env_id, outcome
    if pool._env_spec.config.max_num_players > 1:
        raise NotSupportedError("export: expected envs with one player")
    layout = Layout(pool, {})
    columns, index = pool._last_columns(), pool._columns.index
    has_final = "_final" in index and columns[index["_final"]][0] and not first
    states = leaves_of(layout.final if has_final else layout.states, columns)
    return PlayedRow(
        np.float32(0) if first else columns[index["reward"]][0],
        {path: array.copy() for path, array in states.items()},
        None if first else event.columns,
        not first and bool(columns[index["terminated"]][0]),
        not first and bool(columns[index["trunc"]][0]),
        event.seed if isinstance(event, Reset) else None,
        layout,
    )


def rows_of(
    played: Iterator[PlayedRow], made_with: int | None, data: DataSet
) -> tuple[Rows, Facts]:
    """Returns an episode that has ended, as a data set takes it.

    Args:
      played: its rows, that of the reset first.
      made_with: the seed of the reset if it has none of its own; None: it has none.
      data: the data set.
    """
    first, *rows = played
    seed = made_with if first.seed is None else first.seed
    steps = first.layout.actions(
        [
            np.stack(entry)[:, np.newaxis, 0]
            for entry in zip(*(row.actions for row in rows), strict=True)
        ]
    )
    for name, values, dtype in (
        ("rewards", [row.reward for row in rows], np.float32),
        ("terminations", [row.terminated for row in rows], np.bool_),
        ("truncations", [row.truncated for row in rows], np.bool_),
    ):
        steps[name,] = np.array(values, dtype)[:, np.newaxis]
    ends = np.zeros((len(rows), 1), np.bool_)
    ends[-1] = True
    added = Rows(
        states={
            path: stored(np.stack([row.states[path] for row in rows]), data)
            for path in first.states
        },
        steps=steps,
        first=first.states,
        final=None,
        is_reset=np.zeros_like(ends),
        ends=ends,
        is_broken=np.zeros_like(ends),
        starts=np.ones(1, np.bool_),
        continues=np.zeros(1, np.bool_),
        **seed_arrays([seed]),
    )
    return added, first.layout.facts(added)

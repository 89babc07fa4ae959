# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Adds played episodes to a data set; see `Recording.export`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import NotSupportedError
from envpool.python.rollouts.recorded import DataSet, Rows
from envpool.python.rollouts.tape import (
    Layout,
    first_seed,
    leaves_of,
    seed_arrays,
    stored,
)
from envpool.recording.log_reader import Reset

if TYPE_CHECKING:
    from envpool.replays.recording import Episode, Recording

__all__ = ["add_episode"]


class _Row(NamedTuple):
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


def _row(pool: Any, env_id: int, event: Any, outcome: Any, first: bool) -> _Row:
    del env_id, outcome
    if pool._env_spec.config.max_num_players > 1:
        raise NotSupportedError("export: expected envs with one player")
    layout = Layout(pool, {})
    columns, index = pool._last_columns(), pool._columns.index
    has_final = "_final" in index and columns[index["_final"]][0] and not first
    states = leaves_of(layout.final if has_final else layout.states, columns)
    return _Row(
        np.float32(0) if first else columns[index["reward"]][0],
        {path: array.copy() for path, array in states.items()},
        None if first else event.columns,
        not first and bool(columns[index["terminated"]][0]),
        not first and bool(columns[index["trunc"]][0]),
        event.seed if isinstance(event, Reset) else None,
        layout,
    )


def add_episode(recording: Recording, episode: Episode, data: DataSet) -> None:
    """Plays an episode that has ended, and adds it to a data set."""
    first, *rows = recording._play(episode, None, _row)
    seed = first.seed
    if seed is None and episode._first == 0:
        player, index = recording._player_of(episode.env_id)
        seed = first_seed(player.header, index)
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
    data._add(recording, None, added, first.layout.facts(added))

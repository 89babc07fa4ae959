# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Cuts the rows of rollouts into whole episodes.

An episode of T steps has T + 1 observations and T actions. Its rows may be in several
rollouts; until it ends, the arrays of these rollouts stay in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.rollouts.frames import Frames, joined
from envpool.python.rollouts.recorded import Arrays, Path, Rows

__all__ = ["Cutter", "Episode", "join"]


class _Piece(NamedTuple):
    """Some rows of an episode: states[env, first_state:stop_state], and so on."""

    rows: Rows
    env: int
    first_state: int
    stop_state: int
    first_step: int
    stop_step: int
    final: int  # the row of `rows.final` that has the last state, or -1

    def states(self, path: Path) -> list[NDArray[Any] | Frames]:
        found: list[NDArray[Any] | Frames] = []
        if self.first_state < 0:
            found.append(self.rows.first[path][self.env : self.env + 1])
        start = max(self.first_state, 0)
        if start < self.stop_state:
            found.append(self.rows.states[path][self.env, start : self.stop_state])
        if self.final >= 0:
            assert self.rows.final is not None
            final = self.rows.final[path][self.env, self.final : self.final + 1]
            found.append(final)
        return found

    def steps(self, path: Path) -> NDArray[Any] | Frames:
        return self.rows.steps[path][self.env, self.first_step : self.stop_step]


class Episode(NamedTuple):
    """A whole episode.

    Attributes:
      pieces: its rows.
      seed: the seed of its reset, if it is known.
    """

    pieces: Sequence[_Piece]
    seed: int | None

    @property
    def length(self) -> int:
        """Its number of steps."""
        return sum(piece.stop_step - piece.first_step for piece in self.pieces)


def join(episodes: Sequence[Episode]) -> tuple[Arrays, Arrays]:
    """Returns the states and the steps of episodes, one episode after another."""
    pieces = [piece for episode in episodes for piece in episode.pieces]
    rows = pieces[0].rows
    states = {
        path: joined([part for piece in pieces for part in piece.states(path)])
        for path in rows.states
    }
    steps = {
        path: joined([piece.steps(path) for piece in pieces]) for path in rows.steps
    }
    return states, steps


class _Open:
    """An env's unfinished episode."""

    def __init__(self, seed: int | None) -> None:
        self.pieces: list[_Piece] = []
        self.seed = seed


class Cutter:
    """Finds the whole episodes of a pool in rows that come one after another.

    Args:
      num_envs: the number of envs.
    """

    def __init__(self, num_envs: int) -> None:
        self._open: list[_Open | None] = [None] * num_envs

    def cut(self, rows: Rows) -> list[Episode]:
        """Returns the episodes that end in these rows."""
        events = rows.is_reset | rows.ends | rows.is_broken
        episodes: list[Episode] = []
        for env in range(len(self._open)):
            self._cut_env(rows, env, np.flatnonzero(events[env]).tolist(), episodes)
        return episodes

    def _cut_env(
        self, rows: Rows, env: int, events: list[int], episodes: list[Episode]
    ) -> None:
        now = self._open[env] if rows.continues[env] else None
        state = step = 0  # the first ones that belong to the episode
        seed = rows.seeds[env]
        if rows.starts[env] and not rows.continues[env]:
            now, state, seed = _Open(seed), -1, None
        for row in events:
            if rows.is_broken[env, row]:
                now = None
            elif rows.ends[env, row]:
                is_last = rows.final is None  # whether the row has the last state
                stop, final = (row + 1, -1) if is_last else (row, row)
                if now is not None:
                    now.pieces.append(
                        _Piece(rows, env, state, stop, step, row + 1, final)
                    )
                    episodes.append(Episode(now.pieces, now.seed))
                now = None if is_last else _Open(None)
                state, step = row, row + 1
            else:
                now, state, step, seed = _Open(seed), row, row + 1, None
        if now is not None:
            count = rows.ends.shape[1]
            now.pieces.append(_Piece(rows, env, state, count, step, count, -1))
        self._open[env] = now

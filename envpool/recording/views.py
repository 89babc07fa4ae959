# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Notebook views of a recording and of its episodes."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Callable
from typing import Any

from envpool.python.apis import notebook
from envpool.python.errors import EnvPoolError
from envpool.recording.ffmpeg import write_video

__all__ = ["episode_html", "recording_html"]

_MAX_FRAMES = 1800  # frames per video
_MAX_ROWS = 50  # rows per table
_COLUMNS = ("env", "episode", "length", "return", "ended")


def episode_html(episode: Any, fps: Callable[[], int]) -> str:
    """Returns a video of an episode, or of its first frames, and its numbers.

    If there is no video, the result states the reason.

    Args:
      episode: an `envpool.replays.Episode`.
      fps: returns the frames per second.
    """
    try:
        shown = notebook.video(_video(episode, fps()))
    except (EnvPoolError, OSError) as error:
        shown = notebook.text(f"no video: {error}")
    return shown + notebook.table(_COLUMNS, [_row(episode)])


def recording_html(recording: Any) -> str:
    """Returns a table of an `envpool.replays.Recording`'s (first) episodes."""
    episodes = recording.episodes
    title = f"{recording.path}: {recording.task_id}, {recording.num_envs} envs, "
    title += f"{len(episodes)} episodes"
    if len(episodes) > _MAX_ROWS:
        title += f", of which the first {_MAX_ROWS}"
    rows = (_row(episode) for episode in episodes[:_MAX_ROWS])
    return notebook.table(_COLUMNS, rows, title)


def _row(episode: Any) -> tuple[str, ...]:
    score = "" if episode.total_reward is None else f"{episode.total_reward:g}"
    numbers = map(str, (episode.env_id, episode.number, episode.length))
    return *numbers, score, episode.ended


def _video(episode: Any, fps: int) -> bytes:
    frames = itertools.islice(episode.frames(), _MAX_FRAMES)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "episode.mp4")
        write_video(path, frames, fps)
        with open(path, "rb") as file:
            return file.read()

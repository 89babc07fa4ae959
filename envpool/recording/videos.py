# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Selects and draws the episodes of videos: `make(record=...)`.

Frames are drawn right after a result was received, while its envs are idle. With
same-step autoreset, an episode's last frame cannot be drawn: the env is already in
the next episode.
"""

from __future__ import annotations

import os
import re
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from envpool.python.errors import ConfigError, EnvPoolError, NotSupportedError
from envpool.recording.encoder import Encoder

if TYPE_CHECKING:
    from envpool.python.config.keywords import Options
    from envpool.python.pool_base import PoolBase
    from envpool.recording.episodes import Rows

__all__ = ["VideoRecorder", "video_name"]


def video_name(task_id: str, env_id: int, episode: int) -> str:
    """Returns the name of a video's file, without the way the episode ended."""
    name = re.sub(r"[^\w.-]", "_", task_id)
    return f"{name}-env{env_id}-episode{episode}"


class VideoRecorder:
    """Films the envs of one pool.

    Args:
      pool: the pool; no reference to it is kept.
      options: the options of the pool.

    Raises:
      ConfigError: the folder cannot be made.
      NotSupportedError: the envs cannot be drawn, or imageio-ffmpeg is missing.
    """

    def __init__(self, pool: PoolBase, options: Options) -> None:
        assert options.record is not None
        try:
            pool._render_size(0, 0)
        except NotSupportedError as error:
            name = pool._env_spec._id or type(pool).__name__
            raise NotSupportedError(
                f"record: expected an env that can be drawn, got {name!r}: {error}"
            ) from None
        # First, so that no empty folder is left if imageio-ffmpeg is missing.
        self._encoder: Encoder | None = Encoder(f".{options.record_format}")
        self._folder = options.record
        try:
            os.makedirs(self._folder, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"record: expected a folder: {error}") from error
        self._every = options.record_every
        self._is_filmed = np.zeros(len(pool), np.bool_)
        self._is_filmed[list(options.record_envs)] = True
        self._same_step = options.autoreset_mode == "same_step"
        self._size = (options.render_width, options.render_height)
        self._camera = options.render_camera_id
        specs = {i: pool._env_spec._spec_of(i) for i in options.record_envs}
        self._names = {i: specs[i]._id or type(pool).__name__ for i in specs}
        self._fps = {
            i: specs[i]._official.fps(specs[i].config._asdict()) for i in specs
        }
        # Frames of a mixed pool's envs may differ in size.
        self._one_by_one = bool(pool._env_spec.parts)
        self._open: dict[int, int] = {}  # the filmed episode, by env

    def take(self, pool: PoolBase, rows: Rows) -> None:
        """Draws the envs of a result that are being filmed."""
        encoder = self._encoder
        if encoder is None:
            return
        if encoder.error is not None:
            self._give_up(encoder.error)
            return
        to_draw = []  # env, episode
        for row in np.flatnonzero(self._is_filmed[rows.ids]):
            env_id, episode = int(rows.ids[row]), int(rows.episodes[row])
            if env_id in self._open and self._open[env_id] != episode:
                self._finish(env_id, "unfinished")
            if rows.ends[row] and self._same_step:
                self._end(env_id, episode, rows.returns[row])
                episode += 1
            if episode % self._every == 0:
                to_draw.append((env_id, episode))
                self._open[env_id] = episode
        if to_draw:
            try:
                self._draw(pool, encoder, to_draw)
            except EnvPoolError as error:  # the result must not be lost
                self._give_up(error)
                return
        if not self._same_step:
            for row in np.flatnonzero(self._is_filmed[rows.ids] & rows.ends):
                self._end(int(rows.ids[row]), rows.episodes[row], rows.returns[row])

    def close(self) -> None:
        """Finishes all videos, including those of unfinished episodes."""
        encoder, self._encoder = self._encoder, None
        if encoder is None:
            return
        encoder.close()
        if encoder.error is not None:
            self._give_up(encoder.error)

    def _draw(
        self, pool: Any, encoder: Encoder, to_draw: list[tuple[int, int]]
    ) -> None:
        ids = np.array([env_id for env_id, _ in to_draw], np.int32)
        groups = np.split(ids, len(ids)) if self._one_by_one else [ids]
        frames = [
            frame
            for group in groups
            for frame in pool._render(group, *self._size, self._camera)
        ]
        for frame, (env_id, episode) in zip(frames, to_draw, strict=True):
            encoder.add(self._video(env_id, episode), frame, self._fps[env_id])

    def _end(self, env_id: int, episode: int, score: float) -> None:
        if self._open.get(env_id) == episode:
            self._finish(env_id, f"return{score:g}")

    def _finish(self, env_id: int, how: str) -> None:
        assert self._encoder is not None
        self._encoder.finish(self._video(env_id, self._open.pop(env_id)), how)

    def _video(self, env_id: int, episode: int) -> str:
        name = video_name(self._names[env_id], env_id, episode)
        return os.path.join(self._folder, name)

    def _give_up(self, error: BaseException) -> None:
        encoder, self._encoder = self._encoder, None
        if encoder is not None:
            encoder.close(error)
        warnings.warn(
            f"record: no more videos in {self._folder}: {error}",
            RuntimeWarning,
            stacklevel=2,
        )

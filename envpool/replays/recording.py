# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Plays recorded actions again: `envpool.replay`.

The behaviour of an env depends on its config, its seed and its own actions. So one
env repeats its recording bit for bit, without the other envs of its pool. In some
families it also depends on the env's id; then the pool has all envs up to that id,
and the others do nothing.
"""

from __future__ import annotations

import functools
import itertools
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import show
from envpool.python.config.options import split_options
from envpool.python.errors import (
    ConfigTypeError,
    EnvIdError,
    EnvStepError,
    NotSupportedError,
    ReplayError,
)
from envpool.python.rollouts.recorded import DataSet
from envpool.python.rollouts.tape import first_seed
from envpool.recording import log_format as fmt
from envpool.recording.ffmpeg import write_video
from envpool.recording.log_reader import Act, End, LogReader, Params, Reset
from envpool.recording.views import episode_html, recording_html
from envpool.replays.config import refusals
from envpool.replays.export import played_row, rows_of
from envpool.replays.parts import GivenEnvs, Player, make_players

__all__ = ["Episode", "Recording", "Step"]

Frame = NDArray[np.uint8]


class Step(NamedTuple):
    """One step of an episode; the first one is its reset.

    Attributes:
      action: the action, or a dict if it has several entries; None for the reset.
      observation: the observation after the action.
      reward: float32; an array for several players.
      terminated: whether the episode ended by itself.
      truncated: whether it was truncated.
      result: the result of a pool with one row per batch.
      frame: the picture, if `frames` was given.
      error: the error of the env, if it failed; the other values are zero then.
    """

    action: Any
    observation: Any
    reward: Any
    terminated: bool
    truncated: bool
    result: Any
    frame: Frame | None = None
    error: EnvStepError | None = None


class Episode:
    """One episode of a recording.

    Attributes:
      env_id: its env.
      number: its index among this env's episodes, from 0.
      total_reward: the sum of all its rewards; None if it has no end, or if options of
        the pool changed the rewards.
      length: its number of steps, as recorded.
      ended: "terminated", "truncated", "failed", or "" if it was not finished.
    """

    def __init__(
        self, recording: Recording, env_id: int, number: int, first: int
    ) -> None:
        self._recording = recording
        self._first = first  # the event of its first row
        self._last = first
        self.env_id = env_id
        self.number = number
        self.total_reward: float | None = None
        self.length = 0
        self.ended = ""

    def _set_end(self, end: End | None) -> None:
        if end is not None:
            self.ended = _how(end.flags)
            if not end.flags & fmt.FAILED:
                self.length = end.length
                if not end.flags & fmt.CHANGED:
                    self.total_reward = end.total_reward

    def __repr__(self) -> str:
        return (
            f"Episode(env_id={self.env_id}, number={self.number}, "
            f"length={self.length}, total_reward={self.total_reward}, "
            f"ended={self.ended!r})"
        )

    def _repr_html_(self) -> str:
        """Plays the episode, for a video in a notebook."""
        return episode_html(self, lambda: self._recording.fps_of(self.env_id))

    def steps(
        self,
        frames: bool = False,
        width: int | None = None,
        height: int | None = None,
        camera_id: int | None = None,
    ) -> Iterator[Step]:
        """Plays the episode and yields its steps.

        Args:
          frames: whether to draw each step.
          width: the width of frames; by default that of the recorded pool.
          height: the height of frames; by default that of the recorded pool.
          camera_id: the camera.

        Raises:
          ConfigError: the size or a value of the caller's config is invalid.
          NotSupportedError: the env cannot be drawn.
          ReplayError: the episode cannot be played, or plays differently than it was
            recorded.
        """
        header = self._recording._player_of(self.env_id)[0].header
        options, given = header.options, (width, height, camera_id)
        if header.python_fps is not None and given != (None, None, None):
            raise NotSupportedError(
                "width, height, camera_id: expected None for envs in Python, which "
                "draw their own frames"
            )
        size = {
            "render_width": options["render_width"] if width is None else width,
            "render_height": options["render_height"] if height is None else height,
            "render_camera_id": (
                options["render_camera_id"] if camera_id is None else camera_id
            ),
        }
        split_options(size)  # checks the keywords
        return self._recording._play(self, size if frames else None)

    def frames(
        self,
        width: int | None = None,
        height: int | None = None,
        camera_id: int | None = None,
    ) -> Iterator[Frame]:
        """Yields the frames of the episode's steps; see `steps`."""
        for step in self.steps(True, width, height, camera_id):
            if step.frame is not None:
                yield step.frame

    def save(
        self,
        path: str | os.PathLike[str],
        width: int | None = None,
        height: int | None = None,
        camera_id: int | None = None,
    ) -> None:
        """Writes a video of the episode, "*.mp4" or "*.gif"; see `steps`.

        Raises:
          NotSupportedError: the env cannot be drawn, or imageio-ffmpeg is not
            installed.
        """
        frames = self.frames(width, height, camera_id)
        write_video(os.fspath(path), frames, self._recording.fps_of(self.env_id))


class Recording:
    """A file that `make(record_actions=...)` has written.

    Attributes:
      path: the path of the file.
      task_id: the id of the envs; of a mixed pool, the ids of its tasks in one text.
      tasks: the ids of a mixed pool's envs, by the name of their task; else empty.
      num_envs: the number of envs.
      versions: the versions of EnvPool and of other packages.
      is_cut: whether the file ends within a record: the process was killed.

    Args:
      path: the path of the file.
      config: config values that a recording may not choose; see `envpool.replay`.
      env: the envs, if they are in Python; see `envpool.replay`.

    Raises:
      ConfigError, ConfigTypeError: `config` or `env` does not fit the recording.
      OSError: the file cannot be read.
      ReplayError: the file is not a recording.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        config: Mapping[str, Any] | None = None,
        env: GivenEnvs | None = None,
    ) -> None:
        if not isinstance(config, Mapping | None):
            raise ConfigTypeError(f"config: expected a dict, got {show(config)}")
        self.path = os.fspath(path)
        self._reader = LogReader(self.path)
        self._header = self._reader.header
        self._players = make_players(self.path, self._header, dict(config or {}), env)
        self._places = {
            env_id: (self._players[i], index)
            for i, part in enumerate(self._header.parts)
            for index, env_id in enumerate(part.env_ids)
        }
        self.task_id = self._header.task_id
        self.tasks: dict[str, list[int]] = {}
        for part in self._header.parts:
            self.tasks.setdefault(part.name, []).extend(part.env_ids)
        self.num_envs = self._header.num_envs
        self.versions = self._header.versions
        self.is_cut = self._reader.is_cut
        self._found: dict[int, list[Episode]] = {}

    def __repr__(self) -> str:
        return f"Recording({self.path!r}, {self.task_id!r}, num_envs={self.num_envs})"

    def _repr_html_(self) -> str:
        return recording_html(self)

    @property
    def episodes(self) -> list[Episode]:
        """All episodes, env by env."""
        some = np.flatnonzero(self._starts[0]).tolist()
        return [episode for env_id in some for episode in self.episodes_of(env_id)]

    @property
    def fps(self) -> int:
        """The frames per second of its videos; of a mixed pool, of those of env 0."""
        return self.fps_of(0)

    def fps_of(self, env_id: int) -> int:
        """Returns the frames per second of an env's videos."""
        return self._player_of(env_id)[0].fps

    def _player_of(self, env_id: int) -> tuple[Player, int]:
        """Returns what plays an env, and the env's index there."""
        return self._places.get(env_id, (self._players[0], env_id))

    def episodes_of(self, env_id: int) -> list[Episode]:
        """Returns the episodes of one env.

        Raises:
          EnvIdError: there is no such env.
        """
        if not 0 <= env_id < self.num_envs:
            raise EnvIdError(
                f"env_id: expected an integer in [0, {self.num_envs - 1}], got {env_id}"
            )
        if env_id not in self._found:
            self._found[env_id] = self._find(env_id)
        return self._found[env_id]

    def episode(self, env_id: int, number: int) -> Episode:
        """Returns one episode of an env; negative numbers count from the last.

        Raises:
          EnvIdError: there is no such env, or no such episode.
        """
        episodes = self.episodes_of(env_id)
        if not -len(episodes) <= number < len(episodes):
            raise EnvIdError(
                f"number: expected an episode of env {env_id}, of which there are "
                f"{len(episodes)}, got {number}"
            )
        return episodes[number]

    @functools.cached_property
    def _starts(self) -> tuple[NDArray[np.int64], dict[int, list[int]]]:
        return self._reader.starts()

    def _find(self, env_id: int) -> list[Episode]:
        counts, resets = self._starts
        count = int(counts[env_id])
        ends = self._reader.ends(env_id)
        # With same-step autoreset, an episode's last row is also the next one's first.
        shared: set[int] = set()
        if self._header.options["autoreset_mode"] == "same_step":
            shared = {n for n, end in ends.items() if not end.flags & fmt.FAILED}
        after_ends = (number + (number not in shared) for number in ends)
        starts = {0, *resets.get(env_id, ()), *after_ends}
        firsts = sorted(number for number in starts if number < count)
        episodes: list[Episode] = []
        for first, following in itertools.pairwise([*firsts, count]):
            episode = Episode(self, env_id, len(episodes), first)
            episode._last = following if following in shared else following - 1
            episode.length = episode._last - first
            if first < episode._last or first not in shared:
                episode._set_end(ends.get(episode._last))
            episodes.append(episode)
        return episodes

    def _numbered(self, env_id: int) -> Iterator[tuple[int, Any]]:
        """Yields an env's events. Params have the number of the next one."""
        number = 0
        for event in self._reader.events(env_id):
            yield number, event
            number += not isinstance(event, Params)

    def export(self, data: DataSet, env_ids: Iterable[int] | None = None) -> None:
        """Plays the episodes that have ended, and adds them to a data set.

        Args:
          data: an `envpool.datasets.Minari`.
          env_ids: the envs, all by default; of a mixed pool, those of one task.

        Raises:
          ArgumentError: the task differs from that of the data set.
          NotSupportedError: the envs have several players, or Minari cannot describe
            their spaces.
          OSError: the data set cannot be written.
          ReplayError: as in `Episode.steps`; earlier episodes have been added.
        """
        ids = range(self.num_envs) if env_ids is None else env_ids
        for episode in itertools.chain.from_iterable(map(self.episodes_of, ids)):
            if episode.ended in ("terminated", "truncated"):
                player, index = self._player_of(episode.env_id)
                made_with = None
                if episode._first == 0:
                    made_with = first_seed(player.header, index)
                rows = self._play(episode, None, played_row)
                added, facts = rows_of(rows, made_with, data)
                data._add(self, None, added, facts)

    def _play(
        self,
        episode: Episode,
        size: dict[str, int] | None,
        make_step: Callable[..., Any] | None = None,
    ) -> Iterator[Any]:
        """Plays an episode.

        Args:
          episode: the episode.
          size: the options of frames; None for no frames.
          make_step: makes each step instead of `_step`.
        """
        make_step = make_step or _step
        player, index = self._player_of(episode.env_id)
        pool = player.make(index, size)
        ids = np.array([len(pool) - 1], np.int32)
        try:
            total = 0.0
            for number, event in self._numbered(episode.env_id):
                if number > episode._last:
                    break
                with refusals(self.path):
                    event = player.own(event)
                    outcome = _repeat(player, pool, ids, event)
                self._check_failure(episode.env_id, number, outcome)
                if number < episode._first or outcome is None:
                    continue
                first = number == episode._first
                step = make_step(pool, episode.env_id, event, outcome, first)
                if not first:
                    total += float(np.sum(step.reward))
                if size is not None and step.error is None:
                    frame = pool._render(ids, *size.values())[0]
                    step = step._replace(frame=frame)
                yield step
            expected = episode.total_reward
            if expected is not None and not np.array_equal(total, expected, True):
                raise ReplayError(
                    f"{self.path}: expected the recorded return of episode "
                    f"{episode.number} of env {episode.env_id}, "
                    f"{episode.total_reward}, got {total}; are the versions those of "
                    "the recording?"
                )
        finally:
            pool.close()

    def _check_failure(self, env_id: int, number: int, outcome: Any) -> None:
        """Raises if the env failed in the recorded pool, and has not done so now."""
        end = self._reader.ends(env_id).get(number)
        if end is None or not end.flags & fmt.FAILED:
            return
        if outcome is not None and not isinstance(outcome, EnvStepError):
            raise ReplayError(
                f"{self.path}: expected env {env_id} to fail, as it did in the "
                "recorded pool: perhaps a worker process ended, or a time-out passed"
            )


def _repeat(player: Player, pool: Any, ids: NDArray[np.int32], event: Any) -> Any:
    """Repeats a recorded event; returns the result, or the error of a failed env."""
    try:
        if isinstance(event, Act):
            pool._send([ids, np.repeat(ids, event.num_rows), *event.columns])
            return pool.recv()
        if isinstance(event, Reset):
            seeds = None if event.seed is None else np.array([event.seed], np.int64)
            options = player.options(pool._env_spec, event)
            pool._reset_seeded(ids, seeds, False, None, options)
            return pool.recv(True)
    except EnvStepError as error:
        return error
    if pool._env_spec._python_fps is not None:
        raise ReplayError("expected no states of envs in Python")  # they are programs
    pool._load(ids, [event.state])
    return None


def _step(pool: Any, env_id: int, event: Any, outcome: Any, first: bool) -> Step:
    error = None
    if isinstance(outcome, EnvStepError):
        error = _with_id(outcome, env_id)
    result = outcome if error is None else error.result
    index = pool._columns.index
    columns = pool._last_columns()
    for key in ("info:env_id", "info:players.env_id"):
        columns[index[key]][:] = env_id
    action = None
    if isinstance(event, Act) and not first:
        names = list(pool._env_spec.action_array_spec)[2:]
        values = [c[0] if event.num_rows == 1 else c for c in event.columns]
        action = values[0] if len(names) == 1 else dict(zip(names, values, strict=True))
    reward = columns[index["reward"]]
    return Step(
        action,
        result.observation if hasattr(result, "observation") else _first_part(result),
        0.0 if first else (reward[0] if len(reward) == 1 else reward),
        not first and error is None and bool(columns[index["terminated"]][0]),
        not first and error is None and bool(columns[index["trunc"]][0]),
        result,
        error=error,
    )


def _with_id(error: EnvStepError, env_id: int) -> EnvStepError:
    """Returns the error of the only stepped env, with its recorded id."""
    ids = f"env ids [{env_id}] failed; env {env_id} ("
    text = re.sub(r"^env ids \[\d+\] failed; env \d+ \(", ids, str(error))
    return EnvStepError(text, [env_id], error.result)


def _first_part(result: Any) -> Any:
    return result[0] if isinstance(result, tuple) else result


def _how(flags: int) -> str:
    if flags & fmt.FAILED:
        return "failed"
    return "terminated" if flags & fmt.TERMINATED else "truncated"

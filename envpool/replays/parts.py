# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The envs of one task and config of a recording.

An env of a mixed pool plays in a pool of its task alone, where it does the same.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.pyenvs.source import EnvSource, PythonEnvs
from envpool.python.actions.reset_options import option_values
from envpool.python.config.argument_checks import show
from envpool.python.errors import ArgumentError, ConfigError, ReplayError
from envpool.recording.header import Header, Part, actions_of
from envpool.recording.log_reader import Act, Reset
from envpool.registration.env_registry import registry
from envpool.replays import python_envs
from envpool.replays.config import family_of, refusals, trusted_config

__all__ = ["GivenEnvs", "Player", "make_players"]

# What the caller gives for envs in Python: those of all, or by the task's name.
GivenEnvs = EnvSource | PythonEnvs | Mapping[str, EnvSource | PythonEnvs]


class Player:
    """Plays envs of one task and config.

    Args:
      path: the path of the recording.
      part: the part of a mixed pool; its header alone for other pools.
      number: the number of the part.
      config: the config of the caller.
      envs: the envs of the caller, if they are in Python.
      by_part: whether recorded options of resets are a list by part.
    """

    def __init__(
        self,
        path: str,
        part: Part,
        number: int | None,
        config: Mapping[str, Any],
        envs: PythonEnvs | None,
        by_part: bool = False,
    ) -> None:
        self._path = path
        self._part = part
        self._number = number
        self._given = config
        self._envs = envs
        self._by_part = by_part
        self.header = part.header

    @property
    def fps(self) -> int:
        """The frames per second of videos."""
        if self.header.python_fps is not None:
            return self.header.python_fps
        spec = registry.make_spec(self.header.task_id, **self._config)
        return int(spec._official.fps(spec.config._asdict()))

    @functools.cached_property
    def _config(self) -> dict[str, Any]:
        given = dict(self._given)
        if self._number is not None:  # each task takes the keys that it has
            with refusals(self._path):
                known = registry.make_spec(self.header.task_id).config
            given = {key: given[key] for key in given if key in known}
        return trusted_config(self._path, self.header, given)

    def make(self, index: int, size: Mapping[str, int] | None) -> Any:
        """Makes a pool; its last env is one of these envs.

        Args:
          index: of the env.
          size: the options of frames, or None for none.

        Raises:
          ConfigError: a value of the caller's config is invalid.
          ReplayError: the recording does not fit.
        """
        from envpool import __version__

        header = self.header
        if header.versions["envpool"] != __version__:
            raise ReplayError(
                f"{self._path}: expected a recording of envpool {__version__}, got one "
                f"of version {header.versions['envpool']}"
            )
        infos = header.options["infos"]
        options = {
            "autoreset_mode": header.options["autoreset_mode"],
            "infos": tuple(infos) if isinstance(infos, list) else infos,
        }
        if header.python_fps is not None:
            pool = python_envs.make_pool(
                self._path,
                header,
                self._envs,
                index,
                options,
                size is not None,
                self._number is not None,
            )
        else:
            pool = self._make_native(index, size, options)
        expected, got = actions_of(pool.spec), header.actions
        if got != expected:
            pool.close()
            raise ReplayError(
                f"{self._path}: expected actions of {expected}, got {got}"
            )
        return pool

    def _make_native(
        self, index: int, size: Mapping[str, int] | None, options: dict[str, Any]
    ) -> Any:
        header = self.header
        options["randomize"] = header.options["randomize"]
        if size is not None and not header.from_pixels:
            options |= size
        end = index + 1
        seeds = header.env_seed or range(header.seed, header.seed + end)
        config = self._config
        # Envs of other packages may use their ids, which EnvPool cannot know.
        family = family_of(header.task_id)
        is_alone = family is not None and not family.uses_env_ids
        used = seeds[index if is_alone else 0 : end]
        with refusals(self._path):
            return registry.make(
                header.task_id,
                header.env_type,
                num_envs=len(used),
                batch_size=1,
                seed=list(used),
                **config,
                **options,
            )

    def own(self, event: Any) -> Any:
        """Returns an event of the recorded pool as one of the env's own pool.

        Raises:
          ReplayError: the event is invalid.
        """
        if self._number is None:
            return event
        if isinstance(event, Act):
            columns = [
                _cut(event.columns[column], shape)
                for column, (_, _, shape, _) in zip(
                    self._part.columns, self.header.actions, strict=True
                )
            ]
            return Act(event.num_rows, columns)
        if isinstance(event, Reset) and event.options is not None and self._by_part:
            return event._replace(options=self._own_options(event.options))
        return event

    def _own_options(self, options: list[Any]) -> list[Any] | None:
        assert self._number is not None
        if self._number >= len(options) or not isinstance(
            options[self._number], list | None
        ):
            raise ReplayError(
                f"{self._path}: expected options of a reset for each task, got "
                f"{show(options)}"
            )
        own: list[Any] | None = options[self._number]
        return own

    def options(self, spec: Any, event: Reset) -> Any:
        """Returns the values of a reset's options, checked."""
        values = event.options
        if values is None:
            return None
        if spec._python_fps is not None:
            return python_envs.reset_options(values)
        defaults = spec._reset_options
        if len(defaults) != len(values):
            raise ArgumentError(
                f"expected {len(defaults)} options of a reset, got {len(values)}"
            )
        rows = zip(defaults.items(), values, strict=True)
        own = {name: _own_row(default, value, event) for (name, default), value in rows}
        return option_values(spec, own)


def _own_row(default: Any, value: Any, event: Reset) -> Any:
    """Returns the env's value of an option that may have a row for each env."""
    arrays = isinstance(default, list) and isinstance(value, list)
    if not arrays or len(value) == len(default):
        return value
    first = event.env_id * len(default)
    return value[first : first + len(default)]


def _cut(column: NDArray[Any], shape: Sequence[int]) -> NDArray[Any]:
    """Returns the part of a padded action that the env of this shape gets."""
    some = (slice(None), *(slice(extent) for extent in shape))
    return np.ascontiguousarray(column[some])


def make_players(
    path: str, header: Header, config: Mapping[str, Any], given: GivenEnvs | None
) -> list[Player]:
    """Returns a player for each part of a recording.

    Args:
      path: the path of the recording.
      header: its header.
      config: the config of the caller.
      given: the envs of the caller, if some are in Python.

    Raises:
      ConfigError: `config` or `given` does not fit the recording.
    """
    if not header.parts:
        envs = python_envs.given_envs(path, header, config, given)
        return [Player(path, Part("", [], [], header), None, config, envs)]
    by_part = any(part.header.python_fps is not None for part in header.parts)
    names = [p.name for p in header.parts if p.header.python_fps is not None]
    by_name = _by_name(path, names, given)
    return [
        Player(
            path,
            part,
            number,
            config,
            python_envs.given_envs(path, part.header, {}, by_name.get(part.name)),
            by_part,
        )
        for number, part in enumerate(header.parts)
    ]


def _by_name(
    path: str, names: Sequence[str], given: GivenEnvs | None
) -> Mapping[str, Any]:
    """Returns the caller's envs by the names of their tasks."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        for name in given:
            if name not in names:
                raise ConfigError(
                    f"env: expected keys that are tasks in Python of {path}, "
                    f"{', '.join(map(repr, names)) or 'none'}, got {name!r}"
                )
        return given
    if len(names) != 1:
        raise ConfigError(
            f"env: expected a dict by task, as {path} has {len(names)} tasks in "
            f"Python, got {show(given)}"
        )
    return {names[0]: given}

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The parts of a mixed pool: pools of envs with one task and one config.

The mixed pool runs the envs of its parts. No action is ever sent to a part.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.mixed.merging import HAS, Merged, NativeEntry, native_entry
from envpool.mixed.tasks import Task
from envpool.pyenvs.making import make_spec, start
from envpool.pyenvs.pool import api_classes
from envpool.pyenvs.processes import Workers
from envpool.python.config.keywords import OF_THE_POOL, Options
from envpool.python.config.near_names import near_key_text
from envpool.python.env_spec import EnvSpecMixin
from envpool.python.envpool import construct
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    ConfigError,
    ConfigTypeError,
    EnvPoolError,
)
from envpool.python.params.given import set_given
from envpool.python.params.table import lists_of
from envpool.python.results.transforms import OF_OBSERVATIONS

__all__ = [
    "Maker",
    "Part",
    "group_by_config",
    "native_group",
    "of_env",
    "text_of",
]


class Part(NamedTuple):
    """Envs of one task and one config.

    Attributes:
      task: their task.
      env_ids: their ids in the mixed pool, ascending.
      spec: of their pool.
      config: the env keys that distinguish it from other parts of the task.
      options: the options of its observations that differ from their defaults.
      workers: those of envs in Python; None for envs in C++.
    """

    task: Task
    env_ids: NDArray[np.int32]
    spec: EnvSpecMixin
    config: Mapping[str, Any]
    options: Mapping[str, Any]
    workers: Workers | None = None


class Given(NamedTuple):
    """Values of parameters for some envs.

    Attributes:
      name: of the argument that has them, for errors.
      env_ids: the envs.
      values: as in `set_params`.
      keys: the config keys that the argument may have, too.
    """

    name: str
    env_ids: NDArray[np.int32]
    values: Mapping[str, Any]
    keys: Sequence[str]


class Maker:
    """Makes the specs and the pools of parts.

    Args:
      registry: looks up ids.
      env_type: the API of the mixed pool.
      from_pixels: whether frames are the observations.
      common: config keywords for all envs.
      options: of the mixed pool.

    Attributes:
      workers: those of envs in Python.
      given: values of parameters, for `set_given`.
    """

    def __init__(
        self,
        registry: Any,
        env_type: str,
        from_pixels: bool,
        common: Mapping[str, Any],
        options: Options,
    ) -> None:
        self._registry = registry
        self._env_type = env_type
        self._from_pixels = from_pixels
        self._common = common
        self._options = dataclasses.replace(options, shared_threads=True)
        self.workers: list[Workers] = []
        self.given: list[Given] = []

    def split(
        self,
        name: str,
        task_id: str,
        env_ids: NDArray[np.int32],
        config: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Takes the values of parameters from keys of some envs; returns the others.

        Args:
          name: of the argument, for errors.
          task_id: the task.
          env_ids: the envs.
          config: the keys and their values.
        """
        keys = self._registry.config_keys(task_id, self._from_pixels, config)
        values = {key: config[key] for key in config if key not in keys}
        if values:
            self.given.append(Given(name, env_ids, values, keys))
        return {key: config[key] for key in config if key in keys}

    def set_given(self, pool: Any) -> None:
        """Sets the values of parameters that `split` has taken.

        Raises:
          ConfigError, ConfigTypeError: a name or a value is wrong.
        """
        numbers, lists = lists_of(pool)
        for name, ids, values, keys in self.given:
            known = [info.name for info in lists[numbers[ids[0]]]]
            own = [key for key in keys if key not in OF_THE_POOL]
            for key in values:
                if key.partition("[")[0] not in known:
                    raise ConfigTypeError(
                        f"{name}: expected env keys and physical parameters, got "
                        f"{key!r}{near_key_text(key, [*own, *known])}; env keys: "
                        f"{', '.join(own)}; env.params lists the parameters"
                    )
        try:
            set_given(pool, [(each.env_ids, each.values) for each in self.given])
        except ArgumentError as error:
            raise ConfigError(str(error)) from None
        except ArgumentTypeError as error:
            raise ConfigTypeError(str(error)) from None

    def part(
        self,
        task: Task,
        env_ids: NDArray[np.int32],
        config: Mapping[str, Any],
        seeds: Sequence[int],
    ) -> Part:
        """Describes envs of a task.

        Args:
          task: the task.
          env_ids: their ids in the mixed pool.
          config: env keys, in addition to the task's.
          seeds: the seed of each.

        Raises:
          The same as `envpool.make_spec`.
        """
        given = {**self._common, **task.config, **config}
        given |= {"num_envs": len(seeds), "seed": list(seeds)}
        changed = self._options.changed()
        chosen = {key: changed[key] for key in OF_OBSERVATIONS if key in changed}
        chosen |= task.options
        if task.python is not None:
            return self._python_part(task, given, Options(**chosen).changed())
        self._registry._check_known(task.id)
        spec = self._registry._spec(task.id, self._from_pixels, chosen, given)
        options = Options(**chosen).changed()
        return Part(task, env_ids, spec, config, options)

    def _python_part(
        self, task: Task, config: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Part:
        assert task.python is not None
        if self._from_pixels:
            raise ConfigError(f"from_pixels: expected False for {task.name!r}")
        workers = start(task.python, len(task.env_ids), self._options)
        self.workers.append(workers)
        spec = make_spec(task.python, workers, config, mixed=True)
        return Part(task, task.env_ids, spec, {}, options, workers)

    def close(self) -> None:
        """Ends all workers, as the pool cannot be made."""
        for workers in self.workers:
            workers.close()

    def pool(self, part: Part) -> Any:
        """Makes the native pool of a part.

        Raises:
          The same as `envpool.make`.
        """
        if part.workers is not None:
            native = getattr(api_classes(), self._env_type)._native
        else:
            given = {**self._common, **part.task.config, **part.config}
            native = self._registry._pool_class(
                part.task.id, self._env_type, self._from_pixels, given, self._options
            )._native
        pool = native.__new__(native)
        try:
            construct(pool, native, part.spec, self._options)
        except EnvPoolError as error:
            error.add_note(f"needed by {part.task.name!r}")
            raise
        return pool


def text_of(config: Mapping[str, Any]) -> str:
    """Returns a text that is equal for equal keys and values."""
    return repr(sorted(config.items()))


def group_by_config(
    maker: Maker,
    task: Task,
    configs: Sequence[Mapping[str, Any]],
    seeds: Sequence[int],
) -> list[Part]:
    """Makes a part for each different config of a task's envs.

    Args:
      maker: makes specs.
      task: the task.
      configs: the env keys of each of its envs.
      seeds: the seed of each.

    Raises:
      ConfigError, ConfigTypeError: a key is unknown, has a wrong value, or changes
        the spaces.
    """
    groups: dict[str, list[int]] = {}
    for i, config in enumerate(configs):
        groups.setdefault(text_of(config), []).append(i)
    parts: list[Part] = []
    for members in groups.values():
        first = members[0]
        try:
            part = maker.part(
                task, task.env_ids[members], configs[first], [seeds[i] for i in members]
            )
        except EnvPoolError as error:
            raise of_env(error, first) from error
        parts.append(part)
    if len(parts) > 1:
        task_spec = maker.part(task, task.env_ids[:1], {}, seeds[:1]).spec
        for members, part in zip(groups.values(), parts, strict=True):
            _check_spaces(maker, task_spec, part, members[0], seeds[0])
    return parts


def of_env(error: EnvPoolError, env: int) -> Exception:
    """Returns the error with the env that has the wrong keys."""
    return type(error)(f"env_config[{env}]: {error}")


def _check_spaces(
    maker: Maker, task_spec: EnvSpecMixin, part: Part, env: int, seed: int
) -> None:
    """Raises an error if the spaces of a part differ from those of its task."""
    if have_equal_spaces(task_spec, part.spec):
        return
    for key, value in part.config.items():
        try:
            ids = part.task.env_ids[:1]
            alone = maker.part(part.task, ids, {key: value}, [seed]).spec
        except EnvPoolError:
            continue  # another key belongs to it
        if not have_equal_spaces(task_spec, alone):
            raise ConfigError(
                f"env_config[{env}]: expected keys that leave the spaces as they are, "
                f"got {key}={value!r}; pass it for all envs, or use make_mixed"
            )
    raise ConfigError(
        f"env_config[{env}]: expected keys that leave the spaces as they are, got "
        f"{dict(part.config)!r}; use make_mixed"
    )


def have_equal_spaces(one: EnvSpecMixin, other: EnvSpecMixin) -> bool:
    """Whether two specs have the same entries of results and actions."""
    return (
        one.state_array_spec == other.state_array_spec
        and one.action_array_spec == other.action_array_spec
        and one.config.max_num_players == other.config.max_num_players
    )


def native_group(
    native: Any, parts: Sequence[Part], pools: Sequence[Any], state: Merged, own: Merged
) -> Any:
    """Makes the C++ object that describes the parts of a mixed pool.

    Args:
      native: the native module.
      parts: the parts.
      pools: the pool of each part.
      state: the entries of results.
      own: the entries of actions, including the two with ids.
    """
    columns = list(state.specs)
    actions = list(own.specs)
    tuples = []
    for part, pool in zip(parts, pools, strict=True):
        names = state.names[part.task.index]
        to_actions = own.names[part.task.index]
        ones = [
            columns.index(HAS + key)
            for key in names.values()
            if HAS + key in state.specs and HAS + key not in names
        ]
        tuples.append(
            (
                pool,
                part.task.name,
                part.task.index,
                part.env_ids.tolist(),
                [
                    columns.index(names[key]) if key in names else -1
                    for key in part.spec._column_names(pool)
                ],
                [actions.index(to_actions[key]) for key in _action_keys(part)[2:]],
                ones,
            )
        )
    task_column = columns.index("info:task_id") if "info:task_id" in columns else -1
    return native.Group(
        tuples,
        _entries(
            parts,
            state,
            [
                part.spec._column_names(pool)
                for part, pool in zip(parts, pools, strict=True)
            ],
        ),
        _entries(parts, own, [_action_keys(part) for part in parts]),
        task_column,
    )


def _action_keys(part: Part) -> list[str]:
    return list(part.spec.action_array_spec)


def _entries(
    parts: Sequence[Part], merged: Merged, keys: Sequence[Sequence[str]]
) -> list[NativeEntry]:
    first = {part.task.index: i for i, part in reversed(list(enumerate(parts)))}
    entries = []
    for key, spec in merged.specs.items():
        source = merged.sources[key]
        if source is None:
            part, column = -1 if spec.dtype == np.int32 else -2, 0
        else:
            part = first[source[0]]
            column = keys[part].index(source[1])
        entries.append(native_entry(key, spec, part, column, key in merged.padded))
    return entries

# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of a mixed pool, and the config of each env, as users give them."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.pyenvs.source import PythonEnvs
from envpool.python.config.argument_checks import as_int, show
from envpool.python.config.keywords import COMMON_KEYS, OPTIONS
from envpool.python.errors import ConfigError, ConfigTypeError
from envpool.python.results.transforms import OF_OBSERVATIONS

__all__ = ["Task", "config_of_each", "read_tasks"]

# What envs of a pool have in common.
_OF_ONE_POOL = {
    name
    for name, row in COMMON_KEYS.items()
    if row.of_the_pool or name == "max_num_players"
}


@dataclasses.dataclass(frozen=True)
class Task:
    """A task of a mixed pool.

    Attributes:
      name: the id; with `#2`, `#3`, ... if the pool has the same id several times.
      id: one of `envpool.list_all_envs()`; of envs in Python, their name.
      index: its value in `info["task_id"]`.
      env_ids: int32, the ids of its envs, consecutive.
      config: the env keys that were given for it.
      options: the options of observations that were given for it.
      python: the envs in Python; None for envs in C++.
    """

    name: str
    id: str
    index: int
    env_ids: NDArray[np.int32]
    config: Mapping[str, Any]
    options: Mapping[str, Any]
    python: PythonEnvs | None = None


def read_tasks(tasks: Any) -> list[Task]:
    """Checks the argument `tasks` of `make_mixed`.

    Raises:
      ConfigError, ConfigTypeError: it has another form.
    """
    if not isinstance(tasks, Sequence) or isinstance(tasks, (str, bytes)):
        raise ConfigTypeError(
            f"tasks: expected a list of ids or (id, num_envs), got {show(tasks)}"
        )
    if not tasks:
        raise ConfigError("tasks: expected at least one task, got none")
    found: list[Task] = []
    counts: dict[str, int] = {}
    first = 0
    for i, given in enumerate(tasks):
        source, num_envs, config, options = _read_task(i, given)
        python = source if isinstance(source, PythonEnvs) else None
        task_id = source.name if isinstance(source, PythonEnvs) else source
        counts[task_id] = counts.get(task_id, 0) + 1
        again = counts[task_id] > 1
        name = f"{task_id}#{counts[task_id]}" if again else task_id
        ids = np.arange(first, first + num_envs, dtype=np.int32)
        ids.flags.writeable = False
        found.append(Task(name, task_id, i, ids, config, options, python))
        first += num_envs
    return found


def _read_task(
    i: int, given: Any
) -> tuple[str | PythonEnvs, int, Mapping[str, Any], Mapping[str, Any]]:
    alone = isinstance(given, (str, PythonEnvs)) or callable(given)
    parts = (given,) if alone else given
    if not isinstance(parts, (tuple, list)) or not 1 <= len(parts) <= 3:
        raise ConfigTypeError(
            f"tasks[{i}]: expected an id, (id, num_envs) or (id, num_envs, keys), got "
            f"{show(given)}"
        )
    source = PythonEnvs(parts[0]) if callable(parts[0]) else parts[0]
    if not isinstance(source, (str, PythonEnvs)):
        raise ConfigTypeError(
            f"tasks[{i}]: expected an id, PythonEnvs or a function, got {show(source)}"
        )
    num_envs = 1
    if len(parts) > 1:
        num_envs = as_int(f"tasks[{i}][1]", parts[1], 1)
    elif isinstance(source, PythonEnvs) and isinstance(source.env, (list, tuple)):
        num_envs = len(source.env)
    config = parts[2] if len(parts) > 2 else {}
    check_keys(f"tasks[{i}][2]", config, OF_OBSERVATIONS)
    options = {
        key: OPTIONS[key].checked(f"tasks[{i}][2][{key!r}]", value)
        for key, value in config.items()
        if key in OF_OBSERVATIONS
    }
    rest = {key: value for key, value in config.items() if key not in options}
    return source, num_envs, rest, options


def check_keys(name: str, config: Any, options: Collection[str] = ()) -> None:
    """Checks that `config` is a dict of env keys and of these options.

    Raises:
      ConfigTypeError: `config` is not a dict, or has a key of the pool.
    """
    if not isinstance(config, Mapping):
        raise ConfigTypeError(f"{name}: expected a dict, got {show(config)}")
    for key in config:
        if not isinstance(key, str):
            raise ConfigTypeError(f"{name}: expected names, got the key {show(key)}")
        if key in options:
            continue
        if key in _OF_ONE_POOL or key in OPTIONS or key == "from_pixels":
            raise ConfigTypeError(
                f"{name}: expected env keys, got {key!r}, which all envs of a pool "
                "have in common; pass it as a keyword"
            )


def config_of_each(env_config: Any, num_envs: int) -> list[dict[str, Any]]:
    """Returns the env keys of each env, from the keyword `env_config`.

    Args:
      env_config: a list with a dict for each env, or a dict with a list for each
        key, which has a value for each env.
      num_envs: the number of envs.

    Raises:
      ConfigError: a length is not the number of envs.
      ConfigTypeError: it has another form.
    """
    if isinstance(env_config, Mapping):
        check_keys("env_config", env_config)
        for key, values in env_config.items():
            _check_length(f"env_config[{key!r}]", values, num_envs)
        return [
            {key: _plain(values[i]) for key, values in env_config.items()}
            for i in range(num_envs)
        ]
    _check_length("env_config", env_config, num_envs)
    for i, config in enumerate(env_config):
        check_keys(f"env_config[{i}]", config)
    return [dict(config) for config in env_config]


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _check_length(name: str, values: Any, num_envs: int) -> None:
    is_list = isinstance(values, (Sequence, np.ndarray))
    if not is_list or isinstance(values, (str, bytes)):
        raise ConfigTypeError(
            f"{name}: expected a list with an entry for each of {num_envs} envs, got "
            f"{show(values)}"
        )
    if len(values) != num_envs:
        raise ConfigError(
            f"{name}: expected {num_envs} entries, one for each env, got {len(values)}"
        )

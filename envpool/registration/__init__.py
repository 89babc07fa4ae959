# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Registers the tasks of families, and makes pools of them.

A family registers its tasks in `<package>/registration.py`:

    from envpool.registration import Family

    family = Family("my_package")
    family.rules("Pendulum", {"g": {"min": 0.0, "max": 100.0}})
    family.meanings({"g": "Acceleration of gravity, in metres per second squared."})
    family.task("Pendulum-v1", "Pendulum", max_episode_steps=200, g=10.0)

`task` takes an id, the env's name (`Pendulum` for `PendulumEnvSpec`, ...), and
the config values that differ from the defaults; `aliases=[...]` are further ids.
`rules` restricts config values, key by key, with these optional entries:

    min, max    the range; without them an integer must fit into 32 bits
    choices     the possible values
    item        "int", "float", "bool" or "str": the type of the items, for a list
                that is empty by default
    length      of a list or string: n, or (from, to)
    path        True for a string that is a path; states can be loaded into pools
                with another path
    none        the value that None stands for
    names       a dict of texts that may be given instead of the values
    note        an addition to the error for a wrong value

A value has the type of its default. To check several keys together, pass a
function: `family.rules("FrozenLake", {...}, validate_config=check)`. It gets the
config as a dict and returns it, or raises ValueError or TypeError with a
message that names the key. It also runs for a spec, which `envpool info` makes
of every id; work that only envs need belongs into another function,
`prepare=...`, which gets the config of each pool before its envs are made.

`meanings` describes the family's own config keys. `envpool info` and the
documentation show these texts beside the keys' defaults and values.

`register` does the same as `task` with the signature of EnvPool 1.x.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from envpool.pyenvs.source import EnvSource, PythonEnvs
from envpool.python.config.stated import InfoKeys
from envpool.python.config.values import Rule
from envpool.registration.env_registry import EnvRegistry, registry
from envpool.registration.family import Family
from envpool.registration.gymnasium_ids import add as _add_to_gymnasium
from envpool.registration.making import (
    make,
    make_dm,
    make_gym,
    make_gymnasium,
    make_spec,
)
from envpool.registration.tasks import asset_base_path, base_path, package_base_path

if TYPE_CHECKING:
    from envpool.python.protocol import DMEnvPool, GymEnvPool, GymnasiumEnvPool
    from envpool.replays import Recording
    from envpool.replays.parts import GivenEnvs
    from envpool.tuning import Progress, Tuning

__all__ = [
    "EnvRegistry",
    "Family",
    "InfoKeys",
    "PythonEnvs",
    "Rule",
    "asset_base_path",
    "base_path",
    "from_gymnasium",
    "list_all_envs",
    "make",
    "make_dm",
    "make_gym",
    "make_gymnasium",
    "make_mixed",
    "make_spec",
    "package_base_path",
    "register",
    "registry",
    "replay",
    "tune",
]

registry.subscribe(_add_to_gymnasium)
register = registry.register


def list_all_envs() -> list[str]:
    """Returns the ids of all tasks, aliases included."""
    return registry.list_all_envs()


def replay(
    path: str | os.PathLike[str],
    config: Mapping[str, Any] | None = None,
    env: GivenEnvs | None = None,
) -> Recording:
    """Opens a file that `make(record_actions=...)` has written.

    Args:
      path: the path of the file. If the process that wrote it was killed, or is
        still writing, all complete records count.
      config: the config values that a recording may not choose, since it may come
        from a stranger: files, folders, programs and their arguments; needed where
        the recorded pool did not use the defaults.
      env: for a recording of envs in Python, what the recorded pool was made of: an
        id, a function, a list of functions or a `PythonEnvs`, as for `from_gymnasium`;
        of a mixed pool, a dict of these by the names of the tasks in Python. It is
        needed to play, as a recording may not choose programs.

    Returns:
      The recording. Each of its episodes plays again bit for bit.

    Raises:
      ConfigError: `env` or `config` does not fit the recording.
      ConfigTypeError: the config is not a dict.
      OSError: the file cannot be read.
      ReplayError: the file is not a recording.
    """
    from envpool.replays import Recording

    return Recording(path, config, env)


@overload
def from_gymnasium(
    env: EnvSource,
    num_envs: int | None = ...,
    *,
    workers: int | None = ...,
    env_type: Literal["gymnasium"] = ...,
    env_kwargs: Mapping[str, Any] | None = ...,
    timeout: float | None = ...,
    info_bytes: int = ...,
    threads: bool = ...,
    **kwargs: Any,
) -> GymnasiumEnvPool: ...
@overload
def from_gymnasium(
    env: EnvSource,
    num_envs: int | None = ...,
    *,
    workers: int | None = ...,
    env_type: Literal["gym"],
    env_kwargs: Mapping[str, Any] | None = ...,
    timeout: float | None = ...,
    info_bytes: int = ...,
    threads: bool = ...,
    **kwargs: Any,
) -> GymEnvPool: ...
@overload
def from_gymnasium(
    env: EnvSource,
    num_envs: int | None = ...,
    *,
    workers: int | None = ...,
    env_type: Literal["dm"],
    env_kwargs: Mapping[str, Any] | None = ...,
    timeout: float | None = ...,
    info_bytes: int = ...,
    threads: bool = ...,
    **kwargs: Any,
) -> DMEnvPool: ...
@overload
def from_gymnasium(
    env: EnvSource,
    num_envs: int | None = ...,
    *,
    workers: int | None = ...,
    env_type: str,
    env_kwargs: Mapping[str, Any] | None = ...,
    timeout: float | None = ...,
    info_bytes: int = ...,
    threads: bool = ...,
    **kwargs: Any,
) -> Any: ...
def from_gymnasium(
    env: EnvSource,
    num_envs: int | None = None,
    *,
    workers: int | None = None,
    env_type: str = "gymnasium",
    env_kwargs: Mapping[str, Any] | None = None,
    timeout: float | None = None,
    info_bytes: int = 65536,
    threads: bool = False,
    **kwargs: Any,
) -> Any:
    """Makes a pool of environments written in Python, in worker processes.

    The pool has the API of those that `make` returns, with the same shapes: results
    have a row for each env, rewards are float32. Observations have the env's own space
    and dtype. Actions and results cross in shared memory.

    Args:
      env: an id of Gymnasium; or a function that makes a `gymnasium.Env`, a
        `dm_env.Environment` or a `pettingzoo.ParallelEnv`; or a list of functions, one
        for each env. Functions are pickled by cloudpickle.
      num_envs: the number of envs, 1 by default.
      workers: the number of processes, by default as many as CPUs, or as envs.
      env_type: "gymnasium", "gym" or "dm", as for `make`.
      env_kwargs: keywords for `gymnasium.make`, or for the functions.
      timeout: how many seconds a step or reset of one env may take. Then its worker
        is killed and replaced; None for no limit.
      info_bytes: how many bytes the infos of a row that have no column may take when
        pickled.
      threads: whether the workers are threads of this process. With a GIL they take
        turns; none can be killed and replaced.
      **kwargs: `batch_size`, `seed`, `max_episode_steps` and the options of `make`,
        but those of threads and of rendering's size.

    Returns:
      The pool.

    Raises:
      ArgumentTypeError: `env` is something else, or cannot be pickled.
      ConfigError, ConfigTypeError: a keyword is unknown or has a wrong value.
      EnvCreationError: an env cannot be made, or its space differs from the others'.
      NotSupportedError: a space has no arrays of fixed shape.
    """
    from envpool.pyenvs.making import make as make_python

    envs = PythonEnvs(
        env,
        workers=workers,
        env_kwargs=env_kwargs,
        timeout=timeout,
        info_bytes=info_bytes,
        threads=threads,
    )
    return make_python(envs, num_envs, env_type, kwargs)


def make_mixed(
    tasks: Sequence[str | PythonEnvs | Callable[..., Any] | tuple[Any, ...]],
    *,
    env_type: str = "gym",
    batch_size: int | None = None,
    num_threads: int | str = 0,
    seed: int | Sequence[int] | None = 42,
    pad: bool = False,
    **options: Any,
) -> Any:
    """Makes one pool of several tasks, which share its threads and its results.

    Env ids count through all tasks: the first task has envs 0 .. n - 1, and so on;
    env i gets seed + i. `info["task_id"]`, int32 of shape (rows,), is the number of
    each row's task, and `pool.tasks` describes the tasks.

    If all tasks have equal spaces, results and actions are arrays as of any pool.
    Otherwise, observations or actions that differ are dicts by task: of each task's
    name the rows of its envs, in the order of the result. With `pad`, they are arrays
    of the largest shape instead, zero beyond a task's own shape, and actions are cut
    to it; `pool.observation_masks` and `pool.action_masks` tell what counts.

    Args:
      tasks: for each task its id, `(id, num_envs)`, or `(id, num_envs, keys)` with env
        keys as of `make`, and options of its observations. In place of an id,
        `PythonEnvs(...)` or a function is a task of envs in Python.
      env_type: "gym", "gymnasium" or "dm", as for `make`.
      batch_size: the rows of a result; None for all envs.
      num_threads: as for `make`.
      seed: as for `make`.
      pad: whether to pad spaces that differ.
      **options: options of `make` for the pool, and env keys for all tasks.

    Returns:
      The pool.

    Raises:
      ConfigError, ConfigTypeError: an argument or a key is wrong.
      NotSupportedError: `pad` cannot make one space of these; tasks have different
        numbers of players; or an option does not work with several tasks.
      UnknownEnvError: no env has this id.
    """
    return registry.make_mixed(
        tasks,
        env_type,
        pad,
        batch_size=batch_size,
        num_threads=num_threads,
        seed=seed,
        **options,
    )


def tune(
    task_id: str,
    num_envs: int = 64,
    *,
    seconds: float = 0.5,
    rounds: int = 5,
    sync: bool = False,
    progress: Progress | None = None,
    **config: Any,
) -> Tuning:
    """Finds the fastest `num_threads`, `batch_size` and `chunk` on this machine.

    It steps pools with random actions. The settings take turns, and their medians are
    compared; a default stays unless another setting is clearly faster. All compared
    pools exist at the same time.

    Args:
      task_id: one of `list_all_envs()`.
      num_envs: the number of envs.
      seconds: how long each setting is measured, summed over the rounds.
      rounds: how often the settings take turns.
      sync: whether to leave out smaller batches, which need `send` and `recv`.
      progress: called before each round with the name of the setting, the number of
        the round from 0, and the number of rounds.
      **config: keywords of `make`; given settings are not changed.

    Returns:
      The settings: `found.kwargs` for `make`, `found.make()`, and
      `print(found)`.

    Raises:
      The same as `make`.
    """
    from envpool.tuning import run

    return run(task_id, num_envs, seconds, rounds, sync, progress, config)

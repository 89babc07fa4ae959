# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes pools of envs in Python: `envpool.from_gymnasium`."""

from __future__ import annotations

import functools
import os
import pickle
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from envpool.pyenvs.layout import DTYPES, Entry, InfoColumn, Leaf, leaves_of
from envpool.pyenvs.messages import Facts, Layout
from envpool.pyenvs.pool import api_classes
from envpool.pyenvs.processes import Workers
from envpool.pyenvs.source import EnvSource, PythonEnvs
from envpool.python.api import load_native
from envpool.python.apis.gym_envpool import classic_spaces
from envpool.python.config.argument_checks import (
    INT32_MAX,
    as_bool,
    as_choice,
    as_float,
    as_int,
    show,
)
from envpool.python.config.keywords import Options
from envpool.python.config.options import split_options
from envpool.python.errors import (
    ArgumentTypeError,
    ConfigError,
    ConfigTypeError,
    NotSupportedError,
)

__all__ = ["make", "make_spec", "start"]

_API_TYPES = ("gym", "gymnasium", "dm")
_MAX_WORKERS = 1024
_MAX_INFO_BYTES = 2**30
_TIMEOUTS = 0.001, 1e9  # seconds: what 64 bits of nanoseconds and timers of Linux hold
# What only envs in C++ have.
_NATIVE_ONLY = (
    "num_threads",
    "spare_resets",
    "thread_affinity_offset",
    "base_path",
    "env_config",
    "max_num_players",
    "render_camera_id",
    "render_height",
    "render_width",
    "from_pixels",
    "source",
)


def make(
    envs: PythonEnvs,
    num_envs: int | None,
    env_type: str,
    kwargs: Mapping[str, Any],
    mixed: bool = False,
) -> Any:
    """Makes a pool; see `envpool.from_gymnasium`, and `make_spec` for `mixed`."""
    env_type = as_choice("env_type", env_type, _API_TYPES)
    for name in _NATIVE_ONLY:
        if name in kwargs:
            raise ConfigTypeError(
                f"{name}: expected only for envs in C++, got {show(kwargs[name])}"
            )
    chosen, _, config = split_options(kwargs)
    options = Options(**chosen)
    processes = start(envs, num_envs, options)
    try:
        pool = _pool(envs, processes, env_type, options, config, mixed)
    except BaseException:
        processes.close()
        raise
    pool._recipe = (make, (envs, num_envs, env_type, dict(kwargs)))
    return pool


def start(envs: PythonEnvs, num_envs: int | None, options: Options) -> Workers:
    """Starts the workers, which make their envs.

    Raises:
      The same as `envpool.from_gymnasium`.
    """
    kwargs = envs.env_kwargs
    if kwargs is not None and not (
        isinstance(kwargs, Mapping) and all(isinstance(key, str) for key in kwargs)
    ):
        raise ConfigTypeError(
            f"env_kwargs: expected a dict of keywords, got {show(kwargs)}"
        )
    makers = _makers(envs.env, num_envs, kwargs, options)
    workers = envs.workers
    if workers is None:
        workers = min(len(makers), _usable_cpus())
    count = as_int("workers", workers, 1, _MAX_WORKERS)
    if envs.timeout is not None:
        as_float("timeout", envs.timeout, *_TIMEOUTS)
    as_int("info_bytes", envs.info_bytes, 1024, _MAX_INFO_BYTES)
    threads = as_bool("threads", envs.threads)
    if threads and envs.timeout is not None:
        raise ConfigError(
            f"timeout: expected None with threads=True, got {envs.timeout}: no thread "
            "can be ended"
        )
    return Workers(makers, min(count, len(makers)), threads, envs.timeout)


def make_spec(
    envs: PythonEnvs, processes: Workers, config: Mapping[str, Any], mixed: bool = False
) -> Any:
    """Makes the spec of a pool, for one pool only, and connects the workers.

    Args:
      envs: the envs.
      processes: their workers.
      config: the config keywords.
      mixed: whether choices are as in the actions of envs in C++.

    Raises:
      The same as `envpool.from_gymnasium`.
    """
    native = load_native("envpool.pyenvs", "_pyenvs")
    layout = _layout(processes, envs.info_bytes, mixed)
    dims = native.Dims(*layout.dims)
    os.ftruncate(processes.files[0], native.Dims.bytes(dims))
    kernel = native.WorkerKernel(
        processes.files,
        dims,
        [entry.native() for entry in layout.results()],
        [entry.native() for entry in layout.actions()],
        0.0 if envs.timeout is None else float(envs.timeout),
    )
    number = kernel.register()
    given = {key: value for key, value in config.items() if value is not None}
    if "seed" in config:  # None asks for a random one
        given["seed"] = config["seed"]
    num_envs = processes.num_envs
    spec = api_classes().spec({"num_envs": num_envs, **given, "source": number})
    spec.facts, spec.layout = processes.facts, layout
    spec._id = processes.facts.name
    processes.connect(kernel, layout)
    return spec


def _pool(
    envs: PythonEnvs,
    processes: Workers,
    env_type: str,
    options: Options,
    config: Mapping[str, Any],
    mixed: bool,
) -> Any:
    if env_type == "gym" and classic_spaces(options):
        raise NotSupportedError("gym_spaces: expected False for envs in Python")
    cls = getattr(api_classes(), env_type)
    if options.records:
        from envpool.recording import recording_class

        cls = recording_class(cls)
    pool = cls(make_spec(envs, processes, config, mixed), options)
    pool._serve(processes)
    return pool


def _layout(processes: Workers, extra_bytes: int, mixed: bool) -> Layout:
    native = load_native("envpool.pyenvs", "_pyenvs")
    facts: Facts = processes.facts
    actions = leaves_of(facts.action_space, "action")
    if mixed:
        actions = [_as_native(leaf) for leaf in actions]
    layout = Layout(
        (0, 0, 0, 0, 0),
        leaves_of(facts.observation_space, "obs"),
        actions,
        _info_columns(facts.infos),
        facts.observation_space,
        facts.action_space,
    )
    sizes = [
        native.size_and_offsets([entry.native() for entry in entries])[0]
        for entries in (layout.actions(), layout.results())
    ]
    workers = len(processes.pids())
    return layout._replace(
        dims=(processes.num_envs, workers, sizes[0], sizes[1], extra_bytes)
    )


def _as_native(leaf: Leaf) -> Leaf:
    """Returns the leaf of a choice in the form that most envs in C++ have."""
    entry = leaf.entry
    if not entry.is_discrete or entry.low != 0 or entry.high > INT32_MAX:
        return leaf
    return leaf._replace(entry=entry._replace(dtype="int32", is_discrete=False))


def _info_columns(infos: Mapping[str, Any]) -> list[InfoColumn]:
    """Returns a column for each info of fixed dtype and shape."""
    columns = []
    for name, value in infos.items():
        array = np.asarray(value)
        plain = name.isidentifier() and not name.startswith("_")
        taken = name in ("env_id", "elapsed_step", "players", "episode")
        if plain and not taken and array.dtype.name in DTYPES:
            entry = Entry(f"info:{name}", array.dtype.name, array.shape)
            columns.append(InfoColumn(name, type(value).__name__, entry))
    return columns


def _makers(
    env: EnvSource,
    num_envs: int | None,
    env_kwargs: Mapping[str, Any] | None,
    options: Options,
) -> list[bytes]:
    """Returns the function that makes each env, pickled."""
    try:
        import cloudpickle
    except ModuleNotFoundError as error:
        raise NotSupportedError(
            "from_gymnasium needs cloudpickle, which comes with Gymnasium: "
            "pip install gymnasium"
        ) from error
    functions = _functions(env, num_envs, env_kwargs, options)
    pickled: dict[int, bytes] = {}
    for function in functions:
        if id(function) not in pickled:
            try:
                pickled[id(function)] = cloudpickle.dumps(function)
            except (TypeError, AttributeError, pickle.PicklingError) as error:
                raise ArgumentTypeError(
                    "env: expected a function that cloudpickle can pickle, got "
                    f"{show(function)}: {error}"
                ) from error
    return [pickled[id(function)] for function in functions]


def _functions(
    env: EnvSource,
    num_envs: int | None,
    env_kwargs: Mapping[str, Any] | None,
    options: Options,
) -> list[Callable[[], Any]]:
    if isinstance(env, (list, tuple)):
        if not env or not all(callable(each) for each in env):
            raise ArgumentTypeError(
                f"env: expected a list of functions that make envs, got {show(env)}"
            )
        if num_envs is not None and num_envs != len(env):
            raise ConfigError(
                f"num_envs: expected {len(env)}, one for each function, got {num_envs}"
            )
        return [_with_kwargs(each, env_kwargs) for each in env]
    count = as_int("num_envs", 1 if num_envs is None else num_envs, 1)
    if isinstance(env, str):
        given = dict(env_kwargs or {})
        if options.render_mode is not None:
            given.setdefault("render_mode", options.render_mode)
        return [functools.partial(_make_by_id, env, given)] * count
    if not callable(env):
        raise ArgumentTypeError(
            "env: expected an id of Gymnasium, a function that makes an env, or a list "
            f"of functions, got {show(env)}"
        )
    return [_with_kwargs(env, env_kwargs)] * count


def _with_kwargs(
    function: Callable[..., Any], env_kwargs: Mapping[str, Any] | None
) -> Callable[[], Any]:
    return functools.partial(function, **env_kwargs) if env_kwargs else function


def _make_by_id(task_id: str, kwargs: Mapping[str, Any]) -> Any:
    """Makes an env in a worker; packages that register ids are imported there."""
    import importlib

    import gymnasium

    namespace = task_id.partition("/")[0]
    if namespace == "ALE" and task_id not in gymnasium.registry:
        gymnasium.register_envs(importlib.import_module("ale_py"))
    return gymnasium.make(task_id, **kwargs)


def _usable_cpus() -> int:
    cpus: list[int] = load_native("envpool.core", "_core").allowed_cpus()
    return len(cpus)

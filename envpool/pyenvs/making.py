# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes pools of envs in Python: `envpool.from_gymnasium`."""

from __future__ import annotations

import functools
import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from envpool.pyenvs.layout import DTYPES, Entry, InfoColumn, leaves_of
from envpool.pyenvs.messages import Facts, Layout
from envpool.pyenvs.pool import api_classes
from envpool.pyenvs.processes import Workers
from envpool.python.api import load_native
from envpool.python.apis.gym_envpool import classic_spaces
from envpool.python.config.argument_checks import (
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

__all__ = ["make"]

_API_TYPES = ("gym", "gymnasium", "dm")
_MAX_WORKERS = 1024
_MAX_INFO_BYTES = 2**30
# What only envs in C++ have.
_NATIVE_ONLY = (
    "num_threads",
    "spare_resets",
    "thread_affinity_offset",
    "base_path",
    "env_config",
    "max_num_players",
    "record_actions",
    "render_camera_id",
    "render_height",
    "render_width",
    "from_pixels",
    "source",
)

EnvSource = str | Callable[[], Any] | Sequence[Callable[[], Any]]


def make(
    env: EnvSource,
    num_envs: int | None,
    workers: int | None,
    env_type: str,
    env_kwargs: Mapping[str, Any] | None,
    timeout: float | None,
    info_bytes: int,
    threads: bool,
    kwargs: Mapping[str, Any],
) -> Any:
    """Makes a pool; see `envpool.from_gymnasium`."""
    env_type = as_choice("env_type", env_type, _API_TYPES)
    for name in _NATIVE_ONLY:
        if name in kwargs:
            raise ConfigTypeError(
                f"{name}: expected only for envs in C++, got {show(kwargs[name])}"
            )
    chosen, _, config = split_options(kwargs)
    options = Options(**chosen)
    makers = _makers(env, num_envs, env_kwargs, options)
    if workers is None:
        workers = min(len(makers), _usable_cpus())
    count = as_int("workers", workers, 1, _MAX_WORKERS)
    limit = 0.0 if timeout is None else as_float("timeout", timeout, 0)
    extra_bytes = as_int("info_bytes", info_bytes, 1024, _MAX_INFO_BYTES)
    threads = as_bool("threads", threads)
    if threads and timeout is not None:
        raise ConfigError(
            f"timeout: expected None with threads=True, got {timeout}: no thread can "
            "be ended"
        )
    processes = Workers(makers, min(count, len(makers)), threads)
    try:
        pool = _pool(processes, env_type, options, config, limit, extra_bytes)
    except BaseException:
        processes.close()
        raise
    arguments = (env, num_envs, workers, env_type, env_kwargs, timeout)
    pool._recipe = (make, (*arguments, info_bytes, threads, dict(kwargs)))
    return pool


def _pool(
    processes: Workers,
    env_type: str,
    options: Options,
    config: Mapping[str, Any],
    limit: float,
    extra_bytes: int,
) -> Any:
    classes = api_classes()
    native = load_native("envpool.pyenvs", "_pyenvs")
    num_envs = processes.num_envs
    layout = _layout(processes, extra_bytes)
    dims = native.Dims(*layout.dims)
    os.ftruncate(processes.fd, native.Dims.bytes(dims))
    kernel = native.WorkerKernel(
        processes.fd,
        dims,
        [entry.native() for entry in layout.results()],
        [entry.native() for entry in layout.actions()],
        limit,
    )
    number = kernel.register()
    given = {key: value for key, value in config.items() if value is not None}
    if "seed" in config:  # None asks for a random one
        given["seed"] = config["seed"]
    spec = classes.spec({"num_envs": num_envs, **given, "source": number})
    spec.facts, spec.layout = processes.facts, layout
    spec._id = processes.facts.name
    cls = getattr(classes, env_type)
    if env_type == "gym" and classic_spaces(options):
        raise NotSupportedError("gym_spaces: expected False for envs in Python")
    if options.records:
        from envpool.recording import recording_class

        cls = recording_class(cls)
    processes.connect(kernel, layout)
    pool = cls(spec, options)
    pool._serve(processes)
    return pool


def _layout(processes: Workers, extra_bytes: int) -> Layout:
    native = load_native("envpool.pyenvs", "_pyenvs")
    facts: Facts = processes.facts
    layout = Layout(
        (0, 0, 0, 0, 0),
        leaves_of(facts.observation_space, "obs"),
        leaves_of(facts.action_space, "action"),
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
    return len(os.sched_getaffinity(0))

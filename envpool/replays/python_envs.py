# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Plays recordings of envs in Python, which the caller gives.

A recording never chooses them: its text and numbers are data only.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from envpool.pyenvs.making import make
from envpool.pyenvs.pool import packed_options
from envpool.pyenvs.source import EnvSource, PythonEnvs
from envpool.python.config.argument_checks import show
from envpool.python.errors import (
    ArgumentTypeError,
    ConfigError,
    EnvCreationError,
    ReplayError,
)
from envpool.recording.header import Header
from envpool.replays.config import refusals

__all__ = ["given_envs", "make_pool", "reset_options"]


def given_envs(
    path: str, header: Header, config: Mapping[str, Any], env: Any
) -> PythonEnvs | None:
    """Returns the caller's envs in Python, if there are any.

    Args:
      path: the path of the recording.
      header: its header.
      config: the config of the caller.
      env: the envs of the caller, as of `envpool.from_gymnasium`.

    Raises:
      ConfigError: the recording is not of such envs, or their number is another one.
    """
    if header.python_fps is None:
        if env is not None:
            raise ConfigError(
                f"env: expected None, as {path} is not of envs in Python, got "
                f"{show(env)}"
            )
        return None
    if config:
        raise ConfigError(
            f"config: expected none, as {path} is of envs in Python, got {show(config)}"
        )
    if env is None:
        return None
    envs = env if isinstance(env, PythonEnvs) else PythonEnvs(env)
    functions = envs.env
    if isinstance(functions, (list, tuple)) and len(functions) != header.num_envs:
        raise ConfigError(
            f"env: expected {header.num_envs} functions, one for each env of {path}, "
            f"got {len(functions)}"
        )
    return envs


def make_pool(
    path: str,
    header: Header,
    envs: PythonEnvs | None,
    env_id: int,
    options: Mapping[str, Any],
    has_frames: bool,
    mixed: bool,
) -> Any:
    """Makes a pool of one env of a recording.

    Args:
      path: the path of the recording.
      header: its header.
      envs: the caller's envs.
      env_id: the env.
      options: those of the recording that change results.
      has_frames: whether frames will be drawn.
      mixed: whether they were a part of a mixed pool.

    Raises:
      ReplayError: the caller has given no envs.
      The same as `envpool.from_gymnasium`.
    """
    if envs is None:
        raise ReplayError(
            f"{path}: expected envs in replay(..., env=...), as for from_gymnasium, as "
            "a recording may not choose programs; it was made with envs in Python of "
            f"the name {show(header.task_id)}"
        )
    source: EnvSource = envs.env
    if isinstance(source, (list, tuple)):
        source = source[env_id]
    seed = header.env_seed[env_id] if header.env_seed else header.seed + env_id
    if has_frames and isinstance(source, str):
        options = {**options, "render_mode": "rgb_array"}
    with refusals(path, ArgumentTypeError, EnvCreationError):
        return make(
            dataclasses.replace(envs, env=source, workers=1),
            1,
            header.env_type,
            {**header.config, **options, "seed": [seed]},
            mixed,
        )


def reset_options(values: list[Any]) -> tuple[Any, ...]:
    """Returns the recorded options of a reset as the native pool takes them.

    Raises:
      ReplayError: they are not one dict.
    """
    if len(values) != 1 or type(values[0]) is not dict:
        raise ReplayError(
            f"expected the options of a reset as a dict, got {json.dumps(values)[:80]}"
        )
    return packed_options(values[0])

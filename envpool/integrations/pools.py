# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks and makes the pools of adaptors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import envpool
from envpool.python.actions.validate import as_array, check_env_ids
from envpool.python.config.argument_checks import show
from envpool.python.config.keywords import Options
from envpool.python.config.options import split_options
from envpool.python.envpool import EnvPoolMixin
from envpool.python.errors import ArgumentTypeError, ConfigError, ProtocolError
from envpool.python.results.infos import info_name

__all__ = [
    "check_plain",
    "check_remote",
    "env_indices",
    "first_frame",
    "gymnasium_pool",
    "has_info",
    "receive",
]


def check_plain(config: Mapping[str, Any]) -> None:
    """Refuses options that change the form of results of `env_type="gym"`.

    Raises:
      ConfigError: results would not be NumPy arrays with all infos, in the form
        of `gym_api="0.26"`.
    """
    options = Options(**split_options(config)[0])
    if options.infos not in (None, "all"):
        raise ConfigError(f"infos: expected 'all', got {options.infos!r}")
    if options.gym_api != "0.26":
        raise ConfigError(f"gym_api: expected '0.26', got {options.gym_api!r}")
    if options.output != "numpy":
        raise ConfigError(f"output: expected 'numpy', got {options.output!r}")


def check_remote(config: Mapping[str, Any]) -> None:
    """Refuses options that pools in other processes cannot have.

    Raises:
      ConfigError: as `check_plain`, or if an option records episodes.
    """
    check_plain(config)
    if Options(**split_options(config)[0]).records:
        raise ConfigError(
            "record, record_actions: expected no files, as several actors would "
            "write them"
        )


def gymnasium_pool(
    pool: Any, modes: tuple[str, ...], config: Mapping[str, Any], sync: bool = True
) -> Any:
    """Returns a pool of `env_type="gymnasium"`, made if `pool` is an id.

    Args:
      pool: the pool, or the id of its envs.
      modes: the values of `autoreset_mode` that the adaptor can use; a pool
        that is made gets the first one.
      config: the other keywords of `envpool.make`, if `pool` is an id.
      sync: whether the adaptor needs a sync pool.

    Raises:
      ArgumentTypeError: `pool` is neither.
      ConfigError: the pool's config or options do not suit the adaptor.
    """
    if isinstance(pool, str):
        config = {"autoreset_mode": modes[0], **config}
        pool = envpool.make_gymnasium(pool, **config)
    elif config:
        raise ConfigError(
            f"{next(iter(config))}: expected no config with a pool that exists"
        )
    if not isinstance(pool, EnvPoolMixin) or pool.env_type != "gymnasium":
        raise ArgumentTypeError(
            f'pool: expected an id or a pool of env_type="gymnasium", got {show(pool)}'
        )
    if pool._options.autoreset_mode not in modes:
        names = " or ".join(f'"{mode}"' for mode in modes)
        raise ConfigError(
            f'autoreset_mode: expected {names}, got "{pool._options.autoreset_mode}"'
        )
    if pool._options.output != "numpy":
        raise ConfigError(f'output: expected "numpy", got "{pool._options.output}"')
    if sync and pool.is_async:
        raise ConfigError(
            f"batch_size: expected {len(pool)}, the number of envs, got "
            f"{pool.config['batch_size']}"
        )
    return pool


def env_indices(indices: Any, num_envs: int) -> list[int]:
    """Returns the envs that `indices` selects: all if None; -1 is the last one.

    Raises:
      ArgumentTypeError: these are not integers, or a mask with one bool per env.
      EnvIdError: there is no such env.
    """
    ids = as_array("indices", range(num_envs) if indices is None else indices)
    if ids.dtype.kind == "i":
        ids = np.where((ids < 0) & (ids >= -num_envs), ids + num_envs, ids)
    found: list[int] = check_env_ids("indices", ids, num_envs, repeats=True).tolist()
    return found


def first_frame(pool: Any) -> Any:
    """Returns a frame of the first env; `render_mode="human"` shows it instead."""
    return pool.render() if pool.render_mode == "human" else pool.render([0])[0]


def receive(pool: Any) -> Any:
    """Returns the results of all envs of a sync pool.

    Raises:
      ProtocolError: nothing was sent.
    """
    result = pool.recv()
    if not len(result[1]):
        raise ProtocolError("step_wait: expected a call of step_async before")
    return result


def has_info(pool: Any, name: str) -> bool:
    """Returns whether infos of a pool have the key `name`."""
    return any(info_name(key) == name for key in pool._columns._infos.keys)

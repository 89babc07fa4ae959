# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Values of parameters that are given to `make`: they are set in the new pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import ArgumentError, ConfigError
from envpool.python.params import randomize
from envpool.python.params.infos import check_shapes
from envpool.python.params.names import find
from envpool.python.params.table import Ids, lists_of, spread

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = ["set_given", "start"]


def start(pool: PoolBase) -> None:
    """Does in a new pool what the options `params` and `randomize` say.

    Raises:
      ConfigError: a name is unknown, or a value does not fit its parameter.
    """
    options = pool._options
    try:
        if options.params:
            set_given(pool, [(pool.all_env_ids, options.params)])
    except ArgumentError as error:
        raise ConfigError(str(error)) from None
    if options.randomize:
        randomize.start(pool, options.randomize)
        if pool._columns.has_drawn:
            check_shapes(pool)


def set_given(pool: PoolBase, given: Iterable[tuple[Ids, Mapping[str, Any]]]) -> None:
    """Sets values of parameters in envs that may have different parameters.

    Args:
      pool: a new pool.
      given: envs, and their values as in `set_params`.

    Raises:
      ArgumentError, ArgumentTypeError: as `set_params`.
    """
    numbers, lists = lists_of(pool)
    # By the number of the list, and the names: envs, and rows of values by name.
    groups: dict[tuple[int, tuple[str, ...]], list[tuple[Ids, list[NDArray[Any]]]]] = {}
    for ids, values in given:
        of_envs = np.asarray(numbers)[ids]
        for number in np.unique(of_envs).tolist():
            own = of_envs == number
            rows = [
                spread(find("params", name, lists[number]), value, len(ids))[own]
                for name, value in values.items()
            ]
            groups.setdefault((number, tuple(values)), []).append((ids[own], rows))
    for (number, names), parts in groups.items():
        of = [find("params", name, lists[number]).native("params") for name in names]
        columns = zip(*(rows for _, rows in parts), strict=True)
        joined = [np.concatenate(column) for column in columns]
        ids = np.concatenate([each for each, _ in parts])
        pool._set_params(ids, list(zip(of, joined, strict=True)), False)
    if len(groups) > 1:
        pool._set_params(pool.all_env_ids, [], False)  # equal values become constants

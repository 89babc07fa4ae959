# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`env.params`, `env.get_params` and `env.set_params`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import as_choice, show
from envpool.python.config.param_checks import numbers_of
from envpool.python.errors import ArgumentError, ArgumentTypeError
from envpool.python.params.names import Found, ParamInfo, find

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = [
    "Ids",
    "Parameter",
    "Params",
    "get",
    "lists_of",
    "set_values",
    "spread",
]

Ids = NDArray[np.int32]

_WHEN = ("now", "reset")


class Parameter:
    """A physical parameter, or some elements of one, in all envs of a pool.

    Attributes:
      name: its name in `get_params` and `set_params`.
      meaning: a phrase, with the unit.
      shape: the shape of its values in one env; `()` for a number.
      dtype: the dtype of its values, float64 or int64.
      low: the least value that can be set.
      high: the largest value that can be set.
      labels: names of the entries along the first axis, e.g. bodies; may be empty.
    """

    def __init__(self, pool: PoolBase, found: Found) -> None:
        self._pool = pool
        self.name = found.text
        self.meaning = found.info.meaning
        self.shape = found.shape
        self.dtype = found.info.dtype
        self.low = found.info.low
        self.high = found.info.high
        self.labels = found.info.labels

    @property
    def values(self) -> NDArray[Any]:
        """The present values of all envs, of shape (num_envs, *shape)."""
        return get(self._pool, [self.name], None)[self.name]

    @property
    def default(self) -> NDArray[Any]:
        """The default values of all envs, of shape (num_envs, *shape)."""
        return get(self._pool, [self.name], None, defaults=True)[self.name]

    def __repr__(self) -> str:
        return (
            f"Parameter({self.name!r}, {self.dtype}{list(self.shape)}, "
            f"[{self.low:g}, {self.high:g}]: {self.meaning})"
        )


class Params(Mapping[str, Parameter]):
    """The physical parameters of a pool's envs, by name.

    It also has elements of parameters, such as `params["body_mass[torso]"]`, but lists
    only whole parameters. If envs differ in their parameters, the mapping lists those
    of env 0.
    """

    def __init__(self, pool: PoolBase) -> None:
        self._pool = pool

    @property
    def _infos(self) -> list[ParamInfo]:
        return lists_of(self._pool)[1][0]

    def __getitem__(self, name: str) -> Parameter:
        try:
            return Parameter(self._pool, find("params", name, self._infos))
        except ArgumentError as error:
            raise KeyError(str(error)) from None

    def __iter__(self) -> Iterator[str]:
        return iter([info.name for info in self._infos])

    def __len__(self) -> int:
        return len(self._infos)

    def __repr__(self) -> str:
        if not self._infos:
            return "<no physical parameters>"
        rows = [
            (
                info.name + "".join(f"[{extent}]" for extent in info.shape),
                f"[{info.low:g}, {info.high:g}]",
                info.meaning,
            )
            for info in self._infos
        ]
        widths = [max(len(row[i]) for row in rows) for i in range(2)]
        return "\n".join(
            f"{name:<{widths[0]}}  {limits:<{widths[1]}}  {meaning}"
            for name, limits, meaning in rows
        )


def lists_of(pool: PoolBase) -> tuple[list[int], list[list[ParamInfo]]]:
    """Returns the distinct lists of parameters, and the index of each env's list."""
    known: Any = pool._param_infos
    if known is None:
        numbers, lists = pool._param_lists()
        known = numbers, [[ParamInfo(*row) for row in each] for each in lists]
        pool._param_infos = known
    numbers, infos = known
    return numbers, infos


def _infos_of(pool: PoolBase, ids: Ids) -> list[ParamInfo]:
    numbers, lists = lists_of(pool)
    return lists[numbers[ids[0]] if len(ids) else 0]


def get(
    pool: PoolBase, names: str | Iterable[str] | None, ids: Any, defaults: bool = False
) -> dict[str, NDArray[Any]]:
    """Returns values of parameters; see `EnvPoolMixin.get_params`.

    Args:
      pool: the pool.
      names: the parameters, or elements of them; None for all.
      ids: the envs; None for all.
      defaults: whether to return the default values.
    """
    env_ids = pool._some_ids("env_id", ids)
    infos = _infos_of(pool, env_ids)
    if names is None:
        names = [info.name for info in infos]
    elif isinstance(names, str):
        names = [names]
    elif not isinstance(names, Iterable):
        raise ArgumentTypeError(f"params: expected names, got {show(names)}")
    result = {}
    for found in [find("params", name, infos) for name in names]:
        values = pool._get_param(env_ids, found.native("params"), defaults)
        shaped = values.reshape(len(env_ids), *found.shape)
        result[found.text] = shaped.astype(found.info.dtype)
    return result


def set_values(pool: PoolBase, values: Any, ids: Any, when: Any) -> None:
    """Sets values of parameters; see `EnvPoolMixin.set_params`."""
    if not isinstance(values, Mapping):
        raise ArgumentTypeError(
            f"params: expected a dict of names and values, got {show(values)}"
        )
    if when not in _WHEN:
        as_choice("when", when, _WHEN)
    env_ids = pool._some_ids("env_id", ids)
    infos = _infos_of(pool, env_ids)
    rows = []
    for name, value in values.items():
        found = find("params", name, infos)
        rows.append((found.native("params"), spread(found, value, len(env_ids))))
    pool._set_params(env_ids, rows, when == "reset")


def spread(found: Found, value: Any, count: int) -> NDArray[np.float64]:
    """Returns the values by env and element, of shape (count, elements).

    Args:
      found: the elements.
      value: a number, an array of their shape, or one with such an entry for each env.
      count: the number of envs.

    Raises:
      ArgumentError, ArgumentTypeError: the value has another form.
    """
    name = f"params[{found.text!r}]"
    array = numbers_of(name, value)
    full = (count, *found.shape)
    if array.shape not in ((), found.shape, full):
        shapes = [str(shape) for shape in dict.fromkeys(((), found.shape, full))]
        raise ArgumentError(
            f"{name}: expected an array of shape {' or '.join(shapes)}, got shape "
            f"{array.shape}"
        )
    wide = np.broadcast_to(array, full) if array.shape != full else array
    elements = math.prod(found.shape)
    return np.ascontiguousarray(wide, np.float64).reshape(count, elements)

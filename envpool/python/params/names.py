# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Finds parameters, and elements of them, by name.

    gravity                    the whole parameter
    mass[2]                    an element
    body_mass[torso]           an element that has a name
    body_mass[torso,foot]      several
    geom_friction[*]           all, as without brackets
    geom_friction[*_foot][0]   the first column of the rows whose name matches

Each bracket stands for an axis. Only entries along the first axis have names.
"""

from __future__ import annotations

import fnmatch
import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import did_you_mean
from envpool.python.errors import ArgumentError

__all__ = ["Found", "ParamInfo", "find"]


class ParamInfo(NamedTuple):
    """The description of a parameter by the native pool.

    Attributes:
      name: its name.
      meaning: a phrase, with the unit.
      shape: the shape of its values in one env; `()` for a number.
      low: the least value that can be set.
      high: the largest value that can be set.
      is_integer: whether only integers can be set.
      labels: names of the entries along the first axis; may be empty.
    """

    name: str
    meaning: str
    shape: tuple[int, ...]
    low: float
    high: float
    is_integer: bool
    labels: tuple[str, ...]

    @property
    def dtype(self) -> np.dtype[np.int64] | np.dtype[np.float64]:
        """The dtype of its values."""
        return np.dtype(np.int64) if self.is_integer else np.dtype(np.float64)


class Found(NamedTuple):
    """Some elements of a parameter.

    Attributes:
      text: the name that was looked up.
      param: the parameter's index in the list.
      info: the parameter.
      elements: indices into its flattened values.
      shape: the shape of these elements.
    """

    text: str
    param: int
    info: ParamInfo
    elements: list[int]
    shape: tuple[int, ...]

    def native(self, where: str) -> tuple[str, int, list[int]]:
        """Returns the form that native functions take; messages begin with `where`."""
        return f"{where}[{self.text!r}]", self.param, self.elements


def find(where: str, text: object, params: Sequence[ParamInfo]) -> Found:
    """Returns the elements with a name.

    Args:
      where: the argument's name, for messages.
      text: the name; see the module's text.
      params: the parameters of an env.

    Raises:
      ArgumentError: there are no such elements.
    """
    if not isinstance(text, str):
        raise ArgumentError(f"{where}: expected names of parameters, got {text!r}")
    if not params:
        raise ArgumentError(
            f"{where}: expected an env with physical parameters, but this one has none"
        )
    name, bracket, rest = text.partition("[")
    names = [each.name for each in params]
    if name not in names:
        raise ArgumentError(
            f"{where}: unknown parameter {name!r}{did_you_mean(name, names)}; "
            "env.params lists all"
        )
    position = names.index(name)
    info = params[position]
    index = _all_elements(info.shape)
    if bracket:
        index = _pick(f"{where}[{text!r}]", index, rest, info)
    return Found(text, position, info, index.ravel().tolist(), index.shape)


@functools.lru_cache
def _all_elements(shape: tuple[int, ...]) -> NDArray[np.int64]:
    index = np.arange(math.prod(shape)).reshape(shape)
    index.flags.writeable = False
    return index


def _pick(
    where: str, index: NDArray[np.int64], rest: str, info: ParamInfo
) -> NDArray[np.int64]:
    if not rest.endswith("]"):
        raise ArgumentError(f"{where}: expected ']' at the end")
    text = rest[:-1]
    parts = [text] if text in info.labels else text.split("][")
    if len(parts) > len(info.shape):
        form = f"has shape {info.shape}" if info.shape else "is a single number"
        raise ArgumentError(
            f"{where}: expected at most {len(info.shape)} brackets, since "
            f"{info.name} {form}"
        )
    # From the last axis to the first, because an integer removes its axis.
    for axis in reversed(range(len(parts))):
        labels = info.labels if axis == 0 else ()
        chosen = _choose(where, parts[axis], labels, info.shape[axis])
        index = np.take(index, chosen, axis=axis)
    return index


def _choose(
    where: str, text: str, labels: Sequence[str], extent: int
) -> int | list[int]:
    if text in labels:
        return labels.index(text)
    if text == "*":
        return list(range(extent))
    if text.isascii() and text.isdigit():
        if int(text) >= extent:
            raise ArgumentError(
                f"{where}: expected an index in [0, {extent - 1}], got {text}"
            )
        return int(text)
    if "," in text:
        chosen = [
            _choose(where, part.strip(), labels, extent) for part in text.split(",")
        ]
        rows = [row for each in chosen for row in np.atleast_1d(each).tolist()]
        return list(dict.fromkeys(rows))
    rows = [i for i, label in enumerate(labels) if fnmatch.fnmatchcase(label, text)]
    if not rows or "*" not in text:
        known = ", ".join(map(repr, labels[:8])) or f"0 to {extent - 1}"
        raise ArgumentError(
            f"{where}: unknown entry {text!r}{did_you_mean(text, labels)}; it has "
            f"{known}{', ...' if len(labels) > 8 else ''}"
        )
    return rows

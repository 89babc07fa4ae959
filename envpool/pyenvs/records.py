# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes results of one env into shared memory, and reads its actions there.

Used in worker processes. What is done at each step is prepared as far as possible.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.pyenvs.layout import Entry, InfoColumn, Leaf, map_space
from envpool.pyenvs.messages import HAS, Layout

__all__ = ["Record", "action_reader", "check_info"]

Views = dict[str, NDArray[Any]]

# The types of numbers that native code writes.
_NUMBERS = {"bool": bool, "int": int, "float": float, "float64": np.float64}


def views_of(entries: Sequence[Entry], offsets: Sequence[int], memory: Any) -> Views:
    """Returns the arrays of entries, by their keys."""
    return {
        entry.key: entry.view(memory, offset)
        for entry, offset in zip(entries, offsets, strict=True)
    }


def check_info(info: Any) -> None:
    """Raises TypeError unless an env's info is a dict."""
    if not isinstance(info, dict):
        raise TypeError(f"info: expected a dict, got {info!r}")


class Record:
    """Where the results of one env go.

    Args:
      layout: of the pool.
      views: the arrays of its entries.

    Attributes:
      array: the array of the observation, if that is a single one; or else None.
      columns: of the infos with a column: the flag that tells whether the result has
        the info, and its array, which is zero if not.
      numbers: the infos that are single numbers: name, type, array and flag.
    """

    def __init__(self, layout: Layout, views: Views) -> None:
        writers = [_writer(leaf, views[leaf.entry.key]) for leaf in layout.observation]
        paths = [leaf.path for leaf in layout.observation]
        self._write: Callable[[Any], None] = writers[0]
        if paths != [()]:
            self._write = _tree_writer(list(zip(paths, writers, strict=True)))
        is_array = paths == [()] and layout.observation[0].kind in ("box", "choices")
        self.array = views[layout.observation[0].entry.key] if is_array else None
        self._infos = {
            info.name: _info_writer(info, views[info.entry.key], views[HAS + info.name])
            for info in layout.infos
        }
        self.columns = [
            (views[HAS + info.name], views[info.entry.key]) for info in layout.infos
        ]
        self.numbers = [
            (info.name, kind, column, has)
            for info, (has, column) in zip(layout.infos, self.columns, strict=True)
            if (kind := _NUMBERS.get(info.kind)) and info.entry.dtype == np.dtype(kind)
        ]

    def write(self, observation: Any, info: dict[str, Any]) -> dict[str, Any]:
        """Writes an observation and infos; returns the infos that have no column.

        Raises:
          TypeError, ValueError: the observation is not as the env's space says, or
            `info` is no dict.
        """
        check_info(info)
        self._write(observation)
        for has, _ in self.columns:
            has[()] = False
        rest = {}
        for name, value in info.items():
            write = self._infos.get(name)
            if write is None or not write(value):
                rest[name] = value
        if len(info) - len(rest) < len(self.columns):
            for has, column in self.columns:
                if not has:
                    column[...] = 0
        return rest


def _tree_writer(
    parts: list[tuple[tuple[str | int, ...], Callable[[Any], None]]],
) -> Callable[[Any], None]:
    def write(observation: Any) -> None:
        for path, write_part in parts:
            part = observation
            for key in path:
                part = part[key]
            write_part(part)

    return write


def _writer(leaf: Leaf, view: NDArray[Any]) -> Callable[[Any], None]:
    """Returns a function that writes one leaf of observations."""
    if leaf.kind == "text":
        return _text_writer(leaf, view)
    shape, dtype = view.shape, view.dtype

    def write_array(value: Any) -> None:
        if type(value) is not np.ndarray:
            value = np.asarray(value)
        if value.shape != shape:
            raise ValueError(
                f"{leaf.entry.key}: expected an observation of shape {shape}, got "
                f"shape {value.shape}"
            )
        if value.dtype is dtype:
            view[...] = value
        else:
            np.copyto(view, value)

    def write_number(value: Any) -> None:
        view[()] = value

    return write_number if leaf.kind == "number" else write_array


def _text_writer(leaf: Leaf, view: NDArray[Any]) -> Callable[[Any], None]:
    def write_text(value: str) -> None:
        data = value.encode()
        if len(data) >= len(view):
            raise ValueError(
                f"{leaf.entry.key}: expected a text of at most {len(view) - 1} bytes, "
                f"got {len(data)}"
            )
        view[: len(data)] = np.frombuffer(data, np.uint8)
        view[len(data) :] = 0

    return write_text


def _info_writer(
    info: InfoColumn, view: NDArray[Any], has: NDArray[Any]
) -> Callable[[Any], bool]:
    """Returns a function that writes an info, or returns False if it does not fit."""
    kind, shape, dtype = info.kind, view.shape, view.dtype

    def write(value: Any) -> bool:
        if type(value).__name__ != kind:
            return False
        if kind == "ndarray" and (value.shape != shape or value.dtype != dtype):
            return False
        try:
            view[...] = value
        except OverflowError:
            return False
        has[()] = True
        return True

    return write


def action_reader(layout: Layout, views: Views) -> Callable[[], Any]:
    """Returns a function that returns a new copy of an env's action."""
    by_path = {leaf.path: _reader(leaf, views) for leaf in layout.action}
    plan = map_space(layout.action_space, by_path.__getitem__)
    if not isinstance(plan, tuple):
        reader: Callable[[], Any] = plan
        return reader
    return lambda: _read(plan)


def _reader(leaf: Leaf, views: Views) -> Callable[[], Any]:
    view = views[leaf.entry.key]
    if leaf.kind == "number":
        return functools.partial(view.__getitem__, ())
    return view.copy


def _read(plan: Any) -> Any:
    if not isinstance(plan, tuple):
        return plan()
    kind, parts = plan
    if kind == "tuple":
        return tuple(_read(part) for part in parts)
    return {key: _read(part) for key, part in parts.items()}

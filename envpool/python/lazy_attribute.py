# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Attributes that are computed when they are first read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

__all__ = ["lazy_attribute"]

T = TypeVar("T")


class lazy_attribute(Generic[T]):  # noqa: N801  it is used as a decorator
    """Like `functools.cached_property`, but all threads get the same value.

    Threads that read it for the first time at the same moment may each compute a
    value; all of them get the value that is stored first. There is no lock, so that
    `compute` may import modules: a thread that held a lock meanwhile could deadlock
    with a thread that holds an import lock.

    Args:
      compute: the decorated function.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type[Any]) -> T: ...

    def __get__(self, instance: object | None, owner: type[Any]) -> Self | T:
        if instance is None:
            return self
        # This is no data descriptor, so later reads find the instance's own entry.
        value: T = vars(instance).setdefault(self._name, self._compute(instance))
        return value
